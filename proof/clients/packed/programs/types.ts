// A program that compiles with the types of the packed library.
import { format, money, type Payment, Purser } from '@purser/client';

const purser = new Purser({ apiKey: 'key' });

export async function pay(value: string): Promise<string> {
  const counterparty = { type: 'email' as const, value };
  const paid: Payment = await purser.payments.create({ counterparty, ...money('12.50', 'USD') });
  for await (const each of purser.payments.list({ limit: 10 })) if (each.id === paid.id) return format(paid);
  return paid.status;
}
