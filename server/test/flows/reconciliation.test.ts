import { describe, expect, it } from 'vitest';
import type { Rail, RailLine } from '../../src/gateways/rail.ts';
import { runOn } from '../commands/command.ts';
import { deposit } from '../support/deposits.ts';
import { eventOf } from '../support/events.ts';
import { resource, type Resource } from '../support/http.ts';
import { advance, transferNow, withdraw } from '../support/moves.ts';
import { main, stranger, to, testServer } from '../support/server.ts';
import { createTestBank } from './bank.ts';
import { until } from './support.ts';

const day_s = 24 * 60 * 60;
const bank = createTestBank();
const book: RailLine[] = [];

/** Resolves when the book may be read to its end; null where the bank holds nothing back. */
let held: Promise<void> | null = null;
let reading = 0;
const statement: Rail['statement'] = async function* (from, to) {
  yield* book.filter(({ at }) => at >= from && at < to);
  reading += 1;
  await held;
};
const server = testServer({}, { ...bank.rail, statement });

/** Withdraws, has the bank complete it, and returns the line that the bank should have of it. */
async function completed(amount: number): Promise<RailLine> {
  const { id } = resource(await withdraw(server, { amount }));
  const key = `purser-${id.slice(4)}`;
  await until('the bank has it', () => bank.accepted.has(key));
  const report = bank.report(key, { kind: 'completed' });
  await advance(server, 1);
  await until('the report is acknowledged', () => bank.acknowledged.includes(report));
  const [{ at } = { at: new Date(0) }] = await server.sql<{ at: Date }>`SELECT created_at AS at FROM movements
    WHERE transaction_id = ${id.slice(4)} AND kind = 'withdrawal'`;
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
    await advance(server, day_s);
    expect(await found()).toHaveLength(4);

    // An explained difference is raised again once its amount is another one.
    const at = book.findIndex(({ key }) => key === wrong.key);
    book[at] = { ...wrong, amount: -802n };
    await advance(server, day_s);
    expect((await found()).slice(4)).toEqual([{ ...expected[0], rail: -802n }]);

    // One that is still open is replaced: the line is one difference, not two.
    book[at] = { ...wrong, amount: -803n };
    await advance(server, day_s);
    const open = await server.sql(
      'SELECT rail_amount FROM reconciliation_differences WHERE explained_at IS NULL',
    );
    expect(open).toEqual([{ rail_amount: -803n }]);
  });

  it('records a report once that has no room, and stores it when there is room', async () => {
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

    const out = resource(await withdraw(server, { amount, walletId: main.walletId }));
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

  it('lets events go on while it reads a long book', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const [compared] = await server.sql<{ to: Date }>('SELECT compared_to AS to FROM reconciliations');
    const at = new Date((compared?.to.getTime() ?? 0) - 10 * day_s * 1000); // too old to be judged again
    const old = { amount: 1n, currency: 'USD', at };
    book.push(...Array.from({ length: 6_000 }, (_, number) => ({ ...old, key: `old ${number}` })));
    [held, reading] = [promise, 0];
    const advanced = advance(server, 2 * day_s);
    await until('the bank holds its book back', () => reading === 1);
    const { id } = resource(await server.pay({ amount: 1, ...to(stranger) }));
    await eventOf(server, id, 'payment.completed');
    held = null;
    resolve();
    expect((await advanced).status).toBe(200);
  });

  it('compares thousands of lines in parts, and keeps none of them', async () => {
    const { at } = await completed(1_100);
    const keys = await server.sql<{ key: string }>(
      `WITH transfer AS (
         SELECT ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid AS id FROM generate_series(1, 11000) i),
       ordered AS (
         INSERT INTO rail_orders (transfer_id, rail, outbound_key, state, created_at)
         SELECT id, 'test', 'many-' || id, 'ended', $1 FROM transfer RETURNING transfer_id AS id, outbound_key AS key),
       moved AS (
         INSERT INTO movements
         SELECT t.id, 2, 'withdrawal', $2, 'held', w.id, 'available', 100, 'USD', $1
         FROM transfer t, wallets w WHERE w.rail = 'test')
       SELECT key FROM ordered ORDER BY key`,
      at.toISOString(),
      main.walletId.slice(4),
    );
    const lines = keys.map(({ key }) => ({ key, amount: -100n, currency: 'USD', at }));
    const [first, second, ...rest] = lines;
    book.push(...rest, ...(second ? [second, second] : []));
    await advance(server, 2 * day_s);
    const many = (await found()).filter(({ key }) => key.startsWith('many-'));
    expect(byKind(many)).toEqual([
      { kind: 'missing', key: first?.key, ledger: -100n, rail: null },
      { kind: 'twice', key: second?.key, ledger: -100n, rail: -200n },
    ]);
    expect(await server.sql('SELECT FROM reconciliation_lines')).toEqual([]);
  });

  it('tries refused reports again each day, although a fault keeps one of them from being stored', async () => {
    const [broken, fine] = [resource(await withdraw(server)), resource(await withdraw(server))];
    const keys = [broken, fine].map(({ id }) => `purser-${id.slice(4)}`);
    await until('the bank has both', () => keys.every((key) => bank.accepted.has(key)));
    await server.sql`INSERT INTO refused_reports (rail, report_id, key, kind, refusal, refused_at, tried_at)
      SELECT 'test', key, key, 'completed', 'recipient_full', '2026-01-01', '2026-01-01'
      FROM unnest(${keys}::text[]) AS key`;
    await server.sql(`CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''x''; END'`);
    await server.sql(`CREATE TRIGGER break BEFORE UPDATE ON transfers FOR EACH ROW
      WHEN (OLD.id = '${broken.id.slice(4)}') EXECUTE FUNCTION break()`);
    const isStored = async ({ id }: Resource) => {
      await advance(server, day_s);
      return resource(await server.get(`/transfers/${id}`)).attributes['status'] === 'COMPLETED';
    };
    await until('the other one is stored', () => isStored(fine));
    expect(await isStored(broken)).toBe(false);
    await server.sql('DROP TRIGGER break ON transfers');
    await until('it is stored', () => isStored(broken));
  });
});
