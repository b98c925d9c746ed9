import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Rail, RailLine } from '../../src/gateways/rail.ts';
import { createSandboxBank } from '../../src/gateways/sandbox-bank.ts';
import { newId } from '../../src/lib/id.ts';
import { runOn } from '../commands/command.ts';
import { deposit } from '../support/deposits.ts';
import { resource } from '../support/http.ts';
import { advance, post, transferNow, withdraw } from '../support/moves.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { moveMoney } from '../support/wallets.ts';
import { createTestBank } from './bank.ts';
import { openDb, until } from './support.ts';

const day_s = 24 * 60 * 60;
const bank = createTestBank();
const book: RailLine[] = [];
const statement: Rail['statement'] = async function* (from, to) {
  yield* book.filter(({ at }) => at >= from && at < to);
};
let server: TestServer;
beforeAll(async () => {
  server = await startServer({}, { ...bank.rail, statement });
});
afterAll(() => server.close());

/** Withdraws, has the bank complete it, and returns the line that the bank should have of it. */
async function completed(amount: number): Promise<RailLine> {
  const { id } = resource(await withdraw(server, { amount }));
  const key = `purser-${id.slice(4)}`;
  await until('the bank has it', () => bank.accepted.has(key));
  const report = bank.report(key, { kind: 'completed' });
  await advance(server, 1);
  await until('the report is acknowledged', () => bank.acknowledged.includes(report));
  const [{ at } = { at: new Date(0) }] = await server.sql<{ at: Date }>(
    "SELECT created_at AS at FROM movements WHERE transaction_id = $1 AND kind = 'withdrawal'",
    [id.slice(4)],
  );
  return { key, amount: BigInt(-amount), currency: 'USD', at };
}

type Found = { kind: string; key: string; ledger: bigint | null; rail: bigint | null };
const found = (): Promise<Found[]> =>
  server.sql<Found>(
    'SELECT kind, key, ledger_amount AS ledger, rail_amount AS rail FROM reconciliation_differences ORDER BY number',
  );

const byKind = (rows: Found[]): Found[] => rows.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));

describe('the daily comparison of clearing accounts with what the bank reports', () => {
  it('finds nothing where every line has its twin, also one that comes days later', async () => {
    const [first, second] = [await completed(500), await completed(600)];
    book.push(first, { ...second, at: new Date(second.at.getTime() + 3 * day_s * 1000) });
    await advance(server, 5 * day_s);
    await advance(server, day_s);
    expect(await found()).toEqual([]);
    const [{ to } = { to: first.at }] = await server.sql<{ to: Date }>(
      'SELECT compared_to AS to FROM reconciliations',
    );
    expect(to.getTime()).toBeGreaterThan(first.at.getTime() + 4 * day_s * 1000);
  });

  it('names each difference once, and keeps it open until it is explained', async () => {
    const [missing, wrong, twice] = [await completed(700), await completed(800), await completed(900)];
    const stranger = { key: 'somebody else', amount: 5n, currency: 'USD', at: twice.at };
    book.push({ ...wrong, amount: -801n }, twice, twice, stranger);
    await advance(server, 2 * day_s);
    const expected = [
      { kind: 'amount', key: wrong.key, ledger: -800n, rail: -801n },
      { kind: 'missing', key: missing.key, ledger: -700n, rail: null },
      { kind: 'twice', key: twice.key, ledger: -900n, rail: -1_800n },
      { kind: 'unexpected', key: stranger.key, ledger: null, rail: 5n },
    ];
    expect(byKind(await found())).toEqual(expected);
    await advance(server, 2 * day_s);
    expect(byKind(await found())).toEqual(expected);

    const scrape = await (await fetch(`${server.baseUrl}/metrics`)).text();
    expect(scrape).toMatch(/^purser_reconciliation_differences 4$/m);

    const { code, out } = await runOn(server, 'reconcile');
    expect([code, out.trim().split('\n').at(-1)]).toEqual([1, '4 differences are open']);
    const numbers = [...out.matchAll(/^(\d+) {2}(?:missing|unexpected|amount|twice) {2}test /gm)].map(
      ([, number]) => number,
    );
    expect(numbers).toHaveLength(4);
    const about = ['--reason', 'The bank has corrected it', '--operator', 'Robin'];
    const explain = (number = '') => runOn(server, 'reconcile', ['--explain', number, ...about]);
    expect((await Promise.all(numbers.map(explain))).map((done) => done.code)).toEqual([0, 0, 0, 0]);
    expect((await explain(numbers[0])).code).toBe(2);
    expect((await runOn(server, 'reconcile')).code).toBe(0);
    const lines = await server.sql<{ reason: string }>(
      "SELECT reason FROM audit_log WHERE action LIKE 'explain difference %'",
    );
    expect(lines.map(({ reason }) => reason)).toEqual(
      numbers.map(() => 'operator Robin: The bank has corrected it'),
    );
    await advance(server, 2 * day_s);
    expect(await found()).toHaveLength(4);

    // An explained difference is raised again once its amount is another one.
    const at = book.findIndex(({ key }) => key === wrong.key);
    book[at] = { ...wrong, amount: -802n };
    await advance(server, 2 * day_s);
    expect((await found()).slice(4)).toEqual([{ ...expected[0], rail: -802n }]);
  });

  it('records a report once that has no room, and stores it when there is room', async () => {
    const { walletId } = server.parties.main;
    const amount = Number.MAX_SAFE_INTEGER - 2_000_000_000;
    const drawn = [await deposit(server, { amount }), await deposit(server, { amount })].map(resource);
    const keys = drawn.map(({ id }) => `purser-${id.slice(4)}`);
    for (const key of keys) {
      await until('the bank has it', () => bank.accepted.has(key));
      const report = bank.report(key, { kind: 'completed' });
      await advance(server, 1);
      await until('the report is acknowledged', () => bank.acknowledged.includes(report));
    }
    const [arrived, refused] = await Promise.all(
      drawn.map(async (transfer) => (await transferNow(server, transfer)).attributes['status']),
    );
    expect([arrived, refused]).toEqual(['COMPLETED', 'PROCESSING']);
    const stored = () =>
      server.sql('SELECT key, refusal, stored_at IS NOT NULL AS stored FROM refused_reports');
    expect(await stored()).toEqual([{ key: keys[1], refusal: 'recipient_full', stored: false }]);
    expect((await runOn(server, 'reconcile')).out).toMatch(
      /^report that was refused {2}test .*completed: recipient_full/m,
    );

    const out = resource(await withdraw(server, { amount, walletId }));
    const key = `purser-${out.id.slice(4)}`;
    await until('the bank has it', () => bank.accepted.has(key));
    bank.report(key, { kind: 'completed' });
    await advance(server, day_s);
    await until('there is room', async () => {
      await advance(server, day_s);
      return (await transferNow(server, drawn[1] ?? out)).attributes['status'] === 'COMPLETED';
    });
    expect(await stored()).toEqual([{ key: keys[1], refusal: 'recipient_full', stored: true }]);
  });
});

/** Draws a deposit that is returned after a part of it was spent, so that the rest is a debt. */
async function depositAndSpend(sandbox: TestServer): Promise<void> {
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
    const sandbox = await startServer();
    const db = openDb(sandbox.connection);
    const rail = createSandboxBank(db, 60_000);
    const [asked, due] = [new Date('2099-01-01T00:00:00Z'), new Date('2099-01-01T00:02:00Z')];
    const externalAccountId = newId('eac');
    const order = { key: 'reported', direction: 'credit', amount: 1_000n, currency: 'USD' } as const;
    await rail.submit({ ...order, externalAccountId }, asked);
    const reported = await Array.fromAsync(rail.reports(due));
    await rail.cancel(order.key, asked);
    expect(await Array.fromAsync(rail.reports(due))).toEqual(reported);
    expect(reported.map(({ outcome }) => outcome)).toEqual([{ kind: 'completed' }]);
    await db.end();
    await sandbox.close();
  });
});

describe('npm run reconcile', () => {
  it('agrees with the book of the sandbox bank, and finds what is missing there', async () => {
    const sandbox = await startServer();
    await withdraw(sandbox, { amount: 1_000 });
    await withdraw(sandbox, { amount: 1_023 }); // completes, and is returned
    await withdraw(sandbox, { amount: 1_003 }); // fails
    await withdraw(sandbox, { amount: 1_096 }); // completes, which the bank reports twice
    await depositAndSpend(sandbox);
    await post(sandbox, '/simulations/deposits', { amount: 700 });
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
    await sandbox.close();
  });

  it.each([
    [['now']],
    [['--until', 'tomorrow']],
    [['--reason', 'why']],
    [['--explain', '0', '--reason', 'why', '--operator', 'Robin']],
    [['--explain', '1', '--reason', 'why']],
    [['--explain', '1', '--operator', 'Robin']],
  ])('refuses %j with exit code 2', async (args) => {
    expect((await runOn(server, 'reconcile', args)).code).toBe(2);
  });
});
