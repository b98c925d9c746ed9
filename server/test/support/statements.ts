import type { ApiClient } from './client.ts';
import { expect } from 'vitest';
import { currency, integer, millis, related, resource } from './shapes.ts';

/** A line of a statement as a test reads it. */
export type Line = {
  time: string;
  kind: string;
  amount: number;
  balance: number;
  counterparty: { id: string; name: string } | null;
  description: string | null;
  transactionId: string;
  paymentId: string | null;
  refundId: string | null;
  transferId: string | null;
};
export type Statement = {
  currency: string;
  from: string;
  to: string;
  openingBalance: number;
  closingBalance: number;
  lines: Line[];
};

/** The contract of the route line checks each line of a response. */
export const statementShape = resource(
  'statement',
  'wal',
  {
    currency,
    from: millis,
    to: millis,
    openingBalance: integer,
    closingBalance: integer,
    lines: expect.any(Array) as unknown,
  },
  { wallet: related('wallet', 'wal') },
);

/** Returns a statement, by default of all time. */
export async function statementOf(
  server: ApiClient,
  walletId: string,
  query = 'from=2000-01-01T00:00:00Z',
): Promise<Statement> {
  const reply = await server.get(`/wallets/${walletId}/statement?${query}`);
  const { data } = JSON.parse(reply.text) as { data?: { attributes: Statement } };
  if (!data) throw new Error(reply.text);
  return data.attributes;
}

/** Checks that the lines lead from the opening to the closing balance, and returns them. */
export function linesOf({ openingBalance, closingBalance, lines }: Statement): Line[] {
  let balance = openingBalance;
  for (const each of lines) {
    balance += each.amount;
    expect(each.balance).toBe(balance);
  }
  expect(balance).toBe(closingBalance);
  return lines;
}
