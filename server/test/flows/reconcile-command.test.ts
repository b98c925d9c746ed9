import { describe, expect, it } from 'vitest';
import { createSandboxBank } from '../../src/gateways/sandbox-bank.ts';
import { newId } from '../../src/lib/id.ts';
import { runOn } from '../commands/command.ts';
import { deposit } from '../support/deposits.ts';
import { resource } from '../support/http.ts';
import { advance, transferNow, withdraw } from '../support/moves.ts';
import { testServer } from '../support/server.ts';
import { moveMoney } from '../support/wallets.ts';
import { openDb, until } from './support.ts';

const day_s = 24 * 60 * 60;
const sandbox = testServer();

/** Draws a deposit that is returned after a part of it was spent, so that the rest is a debt. */
async function depositAndSpend(): Promise<void> {
  const { walletId, reserveWalletId } = sandbox.parties.main;
  const drawn = resource(await deposit(sandbox, { amount: 1_010, walletId: reserveWalletId }));
  await until('it has arrived', async () => {
    await advance(sandbox, 1);
    return (await transferNow(sandbox, drawn)).attributes['status'] === 'COMPLETED';
  });
  await moveMoney(sandbox, reserveWalletId, walletId, 500);
  await until('it is returned', async () => {
    await advance(sandbox, 1);
    return (await transferNow(sandbox, drawn)).attributes['status'] === 'RETURNED';
  });
}

describe('the sandbox bank', () => {
  it('cancels nothing that it has reported, whoever read the clock earlier', async () => {
    const db = openDb(sandbox.connection);
    const rail = createSandboxBank(db, 60_000);
    const [asked, due] = [new Date('2099-01-01T00:00:00Z'), new Date('2099-01-01T00:02:00Z')];
    const externalAccountId = newId('eac');
    const order = { key: 'reported', direction: 'credit', amount: 1_000n, currency: 'USD' } as const;
    await rail.placeOrder({ ...order, externalAccountId }, asked);
    const reported = await Array.fromAsync(rail.reports(due));
    await rail.cancel(order.key, asked);
    expect(await Array.fromAsync(rail.reports(due))).toEqual(reported);
    expect(reported.map(({ outcome }) => outcome)).toEqual([{ kind: 'completed' }]);
    await db.end();
  });

  it('reports nothing of an order before what came earlier is stored, however much waits', async () => {
    const db = openDb(sandbox.connection);
    const rail = createSandboxBank(db, 60_000);
    const [asked, first, due] = ['2098-01-01T00:00', '2098-01-01T00:01', '2098-01-01T00:02'].map(
      (minute) => new Date(`${minute}Z`),
    ) as [Date, Date, Date];
    const place = (key: string, amount: bigint): Promise<void> =>
      rail.placeOrder(
        { key, direction: 'debit', externalAccountId: newId('eac'), amount, currency: 'USD' },
        asked,
      );
    const reportsOf = async (wanted: string): Promise<string[]> => {
      const reports = await Array.fromAsync(rail.reports(due));
      return reports.filter(({ key }) => key === wanted).map(({ outcome }) => outcome.kind);
    };
    await place('came and went', 1_010n);
    const [arrival] = await Array.fromAsync(rail.reports(first)); // which nobody could store
    for (let other = 0; other < 100; other += 1) await place(`other ${other}`, 1_000n);
    expect(arrival?.key).toBe('came and went');
    expect(await reportsOf('came and went')).toEqual([]); // as many as are read at once were never reported
    expect(await reportsOf('came and went')).toEqual(['completed']);
    await rail.acknowledge(arrival?.id ?? '', due);
    expect(await reportsOf('came and went')).toEqual(['returned']);
    await db.end();
  });
});

describe('npm run reconcile', () => {
  it('agrees with the book of the sandbox bank, and finds what is missing there', async () => {
    await withdraw(sandbox, { amount: 1_000 });
    await withdraw(sandbox, { amount: 1_023 }); // completes, and is returned
    await withdraw(sandbox, { amount: 1_003 }); // fails
    await withdraw(sandbox, { amount: 1_096 }); // completes, which the bank reports twice
    await depositAndSpend();
    await sandbox.post('/simulations/deposits', { amount: 700 });
    await advance(sandbox, day_s);
    const to = ['--until', '9999-01-01T00:00:00Z'];
    const sound = await runOn(sandbox, 'reconcile', to);
    expect([sound.code, sound.out]).toEqual([0, 'no difference is open\n']);
    await withdraw(sandbox, { amount: 1_000 });
    await until('it has arrived at the bank', async () => {
      await advance(sandbox, 10);
      const moved = "SELECT FROM movements WHERE kind = 'withdrawal' AND amount = 1000";
      return (await sandbox.sql(moved)).length === 2;
    });
    await sandbox.sql(
      `DELETE FROM sandbox_bank_outcomes WHERE kind = 'returned' OR id = (SELECT max(d.id) FROM sandbox_bank_outcomes d
         JOIN sandbox_bank_orders o USING (outbound_key) WHERE o.amount = 1000)`,
    );
    const young = await runOn(sandbox, 'reconcile', to);
    expect([young.code, young.out]).toEqual([
      expect.any(Number),
      expect.stringMatching(/^under way {2}missing {2}sandbox purser-.* ledger -1000, bank - /m),
    ]);
    const stored = 'SELECT key FROM reconciliation_differences WHERE ledger_amount = -1000';
    expect(await sandbox.sql(stored)).toEqual([]);
    await advance(sandbox, 2 * day_s);
    await sandbox.sql('DELETE FROM reconciliations');
    const { code, out } = await runOn(sandbox, 'reconcile', to);
    expect(code).toBe(1);
    expect(out).toMatch(/^\d+ {2}missing {2}sandbox purser-.* ledger (?:1023|-1010), bank - /m);
    expect(await sandbox.sql(stored)).toHaveLength(1);
  });

  it.each([
    [['now']],
    [['--until', 'tomorrow']],
    [['--reason', 'why']],
    [['--explain', '0', '--reason', 'why', '--operator', 'Robin']],
    [['--explain', '1', '--reason', 'why']],
    [['--explain', '1', '--operator', 'Robin']],
  ])('refuses %j with exit code 2', async (args) => {
    expect((await runOn(sandbox, 'reconcile', args)).code).toBe(2);
  });
});
