import { describe, expect, it } from 'vitest';
import type { RailOutcome } from '../../src/engine/commands/settle.ts';
import { resource } from '../support/http.ts';
import { advance, transferNow, withdraw } from '../support/moves.ts';
import { main, testServer } from '../support/server.ts';
import { closeWallet, fundedWallet, sumsOf, walletNow } from '../support/wallets.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { until } from './support.ts';

const bank = createTestBank();
const server = testServer({}, bank.rail);

async function reports(key: string, outcome: RailOutcome): Promise<void> {
  const id = bank.report(key, outcome);
  await advance(server, 1);
  await until('the report is acknowledged', () => bank.acknowledged.includes(id));
}

describe('a withdrawal whose wallet was closed after it had left', () => {
  it('goes to the wallet in which its party receives, if the bank returns it', async () => {
    const id = await fundedWallet(server, 500);
    const [before] = await sumsOf(server, main.walletId);
    const transfer = resource(await withdraw(server, { amount: 500, walletId: id }));
    expect((await closeWallet(server, id)).status).toBe(409); // it holds the money
    const key = `purser-${transfer.id.slice(4)}`;
    await until('the bank has it', () => bank.accepted.has(key));
    await reports(key, { kind: 'completed' });
    expect((await closeWallet(server, id)).status).toBe(200);
    await reports(key, { kind: 'returned', code: 'R03', reason: 'No account' });
    expect((await transferNow(server, transfer)).attributes['status']).toBe('RETURNED');
    expect((await walletNow(server, id)).attributes['status']).toBe('closed');
    expect(await sumsOf(server, id)).toEqual([0, 0]);
    expect(await sumsOf(server, main.walletId)).toEqual([before + 500, 0]);
    expect((await server.get(`/transactions/txn_${transfer.id.slice(4)}`)).status).toBe(200);
    await expectBalancedBooks(server.sql);
  });
});
