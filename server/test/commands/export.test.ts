import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { resources } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { completeWatermarks } from '../support/pairing.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { triggersOff, triggersOn } from '../support/triggers.ts';
import { runOn } from './command.ts';
import { createScene } from './scene.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '3600000' }); // nothing settles between two exports
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

  it.each([[[]], [['--entries']], [[...always, '--format', 'xml']], [[...always, 'now']]])(
    'refuses %j with exit code 2',
    async (args) => {
      const { code, out, err } = await run(...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('Usage: npm run --silent export -- --entries');
    },
  );
});

const audit = (party: string, ...args: string[]) => run('--audit', '--party', party, ...args);
type Exported = {
  line: string;
  action: string;
  changes: unknown[];
  attempt: unknown;
  block: number | null;
};
const lines = (out: string): Exported[] =>
  out
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Exported);

describe('npm run export -- --audit', () => {
  it('writes the lines of one party, newest first, with what changed and was attempted, and ends with the seal', async () => {
    const agent = await newAgent(server, { limits: { perDay: 700 } });
    const buyer = await newAgent(server, { name: '=Buyer' });
    await server.patch(`/agents/${agent.id}`, { limits: { perDay: 300 } });
    const counterparty = { type: 'agent_id', value: `agt_${'0'.repeat(32)}` };
    const asked = { amount: 900_000_000, counterparty, description: 'A house' };
    await server.as(buyer.key).pay(asked, { 'Idempotency-Key': 'house-1' });
    await completeWatermarks(server);
    await advance(server, 1);
    const { code, out, err } = await audit(main.partyId, '--format', 'jsonl');
    expect([code, err]).toEqual([0, '']);
    const all = lines(out);
    const rows = all.slice(0, -1);
    const listed = resources(await server.get('/audit-log?limit=100')).map(({ id }) => id);
    expect(rows.map(({ line }) => line).slice(0, listed.length)).toEqual(listed);
    const changed = rows.find(({ action }) => action === `PATCH /agents/${agent.id}`);
    expect(changed).toMatchObject({
      changes: [{ path: 'limits.perDay', from: 700, to: 300 }],
      attempt: null,
      block: expect.any(Number),
    });
    expect(rows.find(({ attempt }) => attempt)).toMatchObject({
      attempt: { amount: 900_000_000, currency: 'USD', counterparty, idempotencyKey: 'house-1' },
      agentName: '=Buyer',
    });
    const head = (await runOn(server, 'audit', ['--head'])).out.trim();
    const unsealed = rows.filter(({ block }) => block === null).length;
    expect(all.at(-1)).toEqual({ seal: head, lines: rows.length, unsealed });
    expect((await runOn(server, 'audit', ['--contains', head])).code).toBe(0);

    const csv = (await audit(main.partyId)).out.trim().split('\r\n');
    expect(csv[0]).toMatch(
      /^line,time,action,decision,reason,changes,attempt,target,user,userName,agent,agentName,/,
    );
    expect(csv.find((row) => row.includes(`,PATCH /agents/${agent.id},`))).toContain(
      'limits.perDay: 700 → 300',
    );
    expect(csv.find((row) => row.includes('house-1'))).toContain(
      `"USD 9,000,000.00 to ${counterparty.value} for “A house”, key house-1"`,
    );
    expect(csv.find((row) => row.includes('Buyer'))).toContain("'=Buyer");
    expect(csv.at(-1)).toMatch(
      new RegExp(`^seal,,${head},,"${rows.length} lines, ${unsealed} not sealed yet",*$`),
    );
  });

  it('writes nothing of another party, and only a period if one is given', async () => {
    const all = (await audit(stranger.partyId, '--format', 'jsonl')).out;
    for (const other of [main.partyId, main.userId]) expect(all).not.toContain(other);
    const none = lines((await audit(main.partyId, '--to', '2000-01-01T00:00:00Z', '--format', 'jsonl')).out);
    expect(none).toMatchObject([{ lines: 0, unsealed: 0 }]);
  });

  it('exits 1 and names a line that is not as it was sealed', async () => {
    const [{ id } = { id: '' }] = await server.sql<{ id: string }>(
      `SELECT replace(id::text, '-', '') AS id FROM audit_lines WHERE changes IS NOT NULL ORDER BY id LIMIT 1`,
    );
    const set = (path: string): string =>
      `UPDATE audit_lines SET changes = jsonb_set(changes, '{0,path}', '"${path}"') WHERE id = '${id}'`;
    const [{ path } = { path: '' }] = await server.sql<{ path: string }>(
      `SELECT changes->0->>'path' AS path FROM audit_lines WHERE id = '${id}'`,
    );
    for (const [text, expected] of [
      [set('other'), 1],
      [set(path), 0],
    ] as const) {
      await server.sql(`${triggersOff(text)} ${text}; ${triggersOn(text)}`);
      const { code, err } = await audit(main.partyId);
      expect([code, err]).toEqual([
        expected,
        expected ? `aud_${id} is not as it was when it was sealed\n` : '',
      ]);
    }
  });

  it.each([
    [[]],
    [['--audit']],
    [['--audit', '--entries', '--party', main.partyId]],
    [['--entries', '--from', '2000-01-01T00:00:00Z', '--party', main.partyId]],
    [['--audit', '--party', 'pty_1']],
    [['--audit', '--party', `pty_${'0'.repeat(32)}`]],
    [['--audit', '--party', main.partyId, '--format', 'pdf']],
  ])('refuses %j with code 2', async (args) => {
    expect((await run(...args)).code).toBe(2);
  });
});
