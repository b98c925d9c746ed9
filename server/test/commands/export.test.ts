import { beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../support/server.ts';
import { runOn } from './command.ts';
import { createScene } from './scene.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '60000' });
beforeAll(() => createScene(server));
type Entry = {
  movement: string;
  kind: string;
  account: string;
  party: string | null;
  amount: number;
  time: string;
};
const always = ['--entries', '--from', '2000-01-01T00:00:00Z'];
const run = (...args: string[]) => runOn(server, 'export', args);
const parsed = (out: string): Entry[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);

describe('npm run export', () => {
  it('writes every entry, those of a movement together, in order of time, and exits 0', async () => {
    const { code, out, err } = await run(...always, '--format', 'jsonl');
    expect([code, err]).toEqual([0, '']);
    const entries = parsed(out);
    const [{ count } = { count: 0n }] = await server.sql<{ count: bigint }>('SELECT count(*) FROM entries');
    expect(BigInt(entries.length)).toBe(count);
    for (let at = 0; at < entries.length; at += 2) {
      const [from, to] = entries.slice(at, at + 2);
      expect([from?.movement, Number(from?.amount) + Number(to?.amount)]).toEqual([to?.movement, 0]);
    }
    const times = entries.map(({ time }) => time);
    expect(times).toEqual(times.toSorted());
    const deposit = entries.find(({ kind }) => kind === 'deposit');
    expect(deposit).toMatchObject({ account: 'clearing sandbox', party: null });
    expect(deposit?.amount).toBeLessThan(0);
  });

  it('names each account: wallets by their ids, and what is no wallet of a party by a word', async () => {
    const entries = parsed((await run(...always, '--format', 'jsonl')).out);
    const words = new Set(entries.map(({ account }) => account).filter((name) => !/^wal_\w{32}$/.test(name)));
    expect([...words].toSorted()).toEqual([
      'clearing manual',
      'clearing sandbox',
      'fees',
      'losses',
      'receivable',
    ]);
  });

  it('writes the same as CSV, after a line of names', async () => {
    const [csv, lines] = await Promise.all([run(...always), run(...always, '--format', 'jsonl')]);
    const rows = csv.out.trim().split('\r\n');
    expect(rows[0]).toBe('movement,transaction,kind,account,party,place,amount,currency,time');
    const expected = parsed(lines.out).map((entry) => Object.values(entry).join(','));
    expect([csv.code, rows.slice(1)]).toEqual([0, expected]);
  });

  it('writes a half-open period, so that periods that follow each other share no entry and miss none', async () => {
    const all = parsed((await run(...always, '--format', 'jsonl')).out);
    const middle = all[all.length >> 1]?.time ?? '';
    const part = async (...period: string[]) => (await run('--entries', ...period, '--format', 'jsonl')).out;
    const parts = [
      await part('--from', '2000-01-01T00:00:00Z', '--to', middle),
      await part('--from', middle),
    ];
    expect(parts.flatMap(parsed)).toEqual(all);
  });

  it('exits 1 and names the movement if its entries do not sum to zero', async () => {
    const [{ view } = { view: '' }] = await server.sql<{ view: string }>(
      "SELECT pg_get_viewdef('entries') AS view",
    );
    const [negative, less] = ['(- (movements.amount)::bigint)', '(- 1 - (movements.amount)::bigint)'];
    expect(view).toContain(negative);
    await server.sql(`CREATE OR REPLACE VIEW entries AS ${view.replace(negative, less)}`);
    const { code, err } = await run(...always);
    await server.sql(`CREATE OR REPLACE VIEW entries AS ${view}`);
    expect(code).toBe(1);
    expect(err).toMatch(/^the entries of txn_[0-9a-f]{32}\.1 sum to -1 in minor units of USD$/m);
  });

  it.each([[[]], [['--entries']], [[...always, '--format', 'xml']], [[...always, 'now']], [['--help']]])(
    'refuses %j with exit code 2',
    async (args) => {
      const { code, out, err } = await run(...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('Usage: npm run --silent export -- --entries');
    },
  );
});
