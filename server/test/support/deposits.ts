import type { ApiClient } from './client.ts';
import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import type { TestBank } from '../flows/bank.ts';
import { until } from '../flows/support.ts';
import { resource, type Resource, type Reply } from './http.ts';
import { advance } from './moves.ts';
import { walletNow } from './wallets.ts';

/** Deposits from the main party's account, by default 5.00 USD. */
export function deposit(server: ApiClient, values: object = {}): Promise<Reply> {
  const { externalAccountId } = server.parties.main;
  return server.post('/transfers/deposit', { amount: 500, externalAccountId, ...values });
}

/** Returns the key under which the bank is asked for a transfer. */
export const keyOf = ({ id }: Resource): string => `purser-${id.slice(4)}`;

/** Makes a deposit that the bank has accepted. */
export async function accepted(server: ApiClient, bank: TestBank, values: object = {}): Promise<Resource> {
  const transfer = resource(await deposit(server, values));
  await until('the bank has it', () => bank.accepted.has(keyOf(transfer)));
  return transfer;
}

/** Has the bank report these outcomes of a transfer, one after the other. */
export async function reports(
  server: ApiClient,
  bank: TestBank,
  transfer: Resource,
  ...outcomes: RailOutcome[]
): Promise<void> {
  for (const outcome of outcomes) {
    const id = bank.report(keyOf(transfer), outcome);
    await advance(server, 1);
    await until('the report is acknowledged', () => bank.acknowledged.includes(id));
  }
}

/** Returns what is available in a wallet, and what its party owes in the currency. */
export async function moneyOf(
  server: ApiClient,
  walletId: string,
): Promise<[available: number, receivable: number]> {
  const { balance } = (await walletNow(server, walletId)).attributes as {
    balance: { available: number; receivable: number };
  };
  return [balance.available, balance.receivable];
}
