import { beforeAll, describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/engine/audit/audit.ts';
import { findHead, isInChain } from '../../src/engine/audit/blocks.ts';
import { newAgent } from '../support/agents.ts';
import { resource } from '../support/http.ts';
import { advance, withdraw } from '../support/moves.ts';
import { ageWatermarks, completeWatermarks } from '../support/pairing.ts';
import { stranger, to, testServer } from '../support/server.ts';
import { triggersOff, triggersOn } from '../support/triggers.ts';
import { plannerMode } from '../../src/db/pool.ts';
import { lockSealing, sealBlock } from '../../src/history/audit-log/blocks/queries.ts';
import { planOf } from '../db/plans.ts';
import { uuidOf, withSession } from './support.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '999999999' });
beforeAll(async () => {
  await writeLines();
  await completeWatermarks(server);
  await advance(server, 1);
});
const checks = {
  lines: 'every sealed line of the audit log is as it was when it was sealed',
  inserted: 'no line was inserted into the sealed part of the audit log',
  chain: 'the blocks of the audit log form one chain',
};

/** Writes lines of both kinds: a payment, from which its line is derived, and others. Returns the payment's id. */
async function writeLines(): Promise<string> {
  const paid = resource(await server.pay({ amount: 1, ...to(stranger) }));
  await newAgent(server);
  await withdraw(server);
  return uuidOf(paid.id);
}

/** Returns the findings about the audit log, by check. Checks that found no difference are left out. */
async function findings(): Promise<Record<string, object[]>> {
  const report = await withSession(server.connection, auditBooks);
  const wrong = report.findings.filter(({ differences }) => differences > 0);
  return Object.fromEntries(wrong.map(({ check, examples }) => [check, examples]));
}

const tamper = (text: string): Promise<unknown> =>
  withSession(server.connection, (session) =>
    session.query(`BEGIN; ${triggersOff(text)} ${text}; ${triggersOn(text)}; COMMIT`),
  );

const set = (table: string, id: string, value: string): string =>
  `UPDATE ${table} SET ${value} WHERE id = '${id}'`;

/** Changes what no trigger lets anyone change, as a superuser can, and returns the findings; then changes it back. */
async function findingsAfter(change: string, undo: string): Promise<Record<string, object[]>> {
  await tamper(change);
  try {
    return await findings();
  } finally {
    await tamper(undo);
  }
}

const head = async (): Promise<string> => (await withSession(server.connection, findHead)) ?? '';

async function one(text: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(text);
  return row?.id ?? '';
}
const storedId = (id: string): string => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

describe('the audit log', () => {
  it('is sealed in the background: all complete lines, also the lines of payments', async () => {
    expect(await findings()).toEqual({});
    const [unsealed] = await server.sql<{ count: string }>(
      `SELECT count(*)::text AS count FROM audit_log l WHERE action = 'POST /payments' AND NOT EXISTS (
         SELECT FROM audit_blocks b WHERE l.id = ANY (b.line_ids))`,
    );
    expect(unsealed?.count).toBe('0');
    const before = await head();
    await writeLines();
    await completeWatermarks(server);
    await advance(server, 1);
    const after = await head();
    expect(Number(after.split(':')[0])).toBeGreaterThan(Number(before.split(':')[0]));
    expect(await withSession(server.connection, (session) => isInChain(session, before))).toBe(true);
  });

  it('seals nothing that another line can still precede', async () => {
    await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query(
        `INSERT INTO audit_lines (id, at, action, decision) VALUES (gen_random_uuid(), now(), 'late', 'accepted')`,
      );
      for (let run = 0; run < 3; run += 1) {
        await writeLines();
        await ageWatermarks(server); // this session's transaction keeps them from being completed
        await advance(server, 1);
      }
      const { rows } = await session.query<{ precedes: boolean }>(
        `SELECT position > (SELECT max(lines_to) FROM audit_blocks) AS precedes FROM audit_lines WHERE action = 'late'`,
      );
      expect(rows).toEqual([{ precedes: true }]);
      await session.query('COMMIT');
    });
    await completeWatermarks(server);
    await advance(server, 1);
    expect(await findings()).toEqual({});
    const sealed = await one(`SELECT id FROM audit_lines l WHERE action = 'late' AND EXISTS (
      SELECT FROM audit_blocks b WHERE l.id = ANY (b.line_ids))`);
    expect(sealed).not.toBe('');
  });

  it('is read no further than a block needs, however many lines wait', async () => {
    await withSession(server.connection, async (session) => {
      for (const [name, value] of Object.entries(plannerMode)) await session.query(`SET ${name} = ${value}`);
      await session.query('BEGIN');
      await session.query(`INSERT INTO audit_lines (id, at, action, decision)
        SELECT gen_random_uuid(), now(), 'waits', 'accepted' FROM generate_series(1, 5000)`);
      await session.query(`UPDATE payment_watermarks SET (lines_announced_to, lines_complete_to) =
        (SELECT max(position), max(position) FROM audit_lines)`);
      expect(await lockSealing(session)).toBe(true);
      const sql = async (text: string, ...values: unknown[]) =>
        (await session.query<{ 'QUERY PLAN': string }>(text, values)).rows;
      const plan = await planOf({ sql }, (db) => sealBlock(db, new Date()), 'EXPLAIN (ANALYZE, COSTS OFF)');
      const read = [...plan.matchAll(/Scan.*actual time=.* rows=(\d+)/g)].map(([, rows]) => Number(rows));
      expect(Math.max(...read)).toBe(1_000);
      await session.query('ROLLBACK');
    });
  });

  it('gives a payment that comes after its place was announced a line of its own', async () => {
    await server.sql("UPDATE payment_watermarks SET announced_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'");
    const paid = await writeLines();
    const lines = await server.sql<{ id: string; request_id: string }>`SELECT id, request_id FROM audit_log
      WHERE target_id = ${paid}`;
    expect(lines).toEqual([{ id: expect.not.stringMatching(paid), request_id: expect.any(String) }]);
    await server.sql(
      `UPDATE payment_watermarks SET announced_to = (SELECT max(id::text)::uuid FROM payments)`,
    );
    expect(await findings()).toEqual({});
  });
});

describe('npm run audit names', () => {
  it('an altered line, stored or derived', async () => {
    const line = await one(`SELECT id FROM audit_lines WHERE action = 'POST /agents' ORDER BY id LIMIT 1`);
    const payment = await one('SELECT id FROM payments ORDER BY id LIMIT 1');
    const user = await one(`SELECT user_id AS id FROM payments WHERE id = '${payment}'`);
    const stored = await findingsAfter(
      set('audit_lines', line, "reason = 'nothing'"),
      set('audit_lines', line, 'reason = NULL'),
    );
    const derived = await findingsAfter(
      set('payments', payment, `user_id = '${storedId(payment)}'`),
      set('payments', payment, `user_id = '${user}'`),
    );
    expect(stored).toMatchObject({ [checks.lines]: [{ what: 'altered', id: storedId(line) }] });
    expect(derived[checks.lines]).toMatchObject([{ what: 'altered', id: storedId(payment) }]);
  });

  it('a removed line, stored or derived', async () => {
    const line = await one(`SELECT id FROM audit_lines WHERE action = 'POST /agents' ORDER BY id LIMIT 1`);
    const payment = await one('SELECT id FROM payments ORDER BY id LIMIT 1');
    await server.sql(`CREATE TABLE kept AS SELECT * FROM audit_lines WHERE id = '${line}'`);
    const columns = await one(
      `SELECT string_agg(column_name, ', ') AS id FROM information_schema.columns WHERE table_name = 'audit_lines'`,
    );
    const stored = await findingsAfter(
      `DELETE FROM audit_lines WHERE id = '${line}'`,
      `INSERT INTO audit_lines (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM kept`,
    );
    await server.sql('DROP TABLE kept');
    const request = await one(`SELECT request_id AS id FROM payments WHERE id = '${payment}'`);
    const derived = await findingsAfter(
      `UPDATE payments SET request_id = NULL WHERE id = '${payment}'`,
      `UPDATE payments SET request_id = '${request}' WHERE id = '${payment}'`,
    );
    expect(stored[checks.lines]).toMatchObject([{ what: 'removed', id: storedId(line) }]);
    expect(derived[checks.lines]).toMatchObject([{ what: 'removed', id: storedId(payment) }]);
  });

  it('an inserted line', async () => {
    const id = 'aaaaaaaa-0000-7000-8000-000000000000';
    const found = await findingsAfter(
      `INSERT INTO audit_lines (id, at, action, decision, position) OVERRIDING SYSTEM VALUE
       VALUES ('${id}', now(), 'POST /forged', 'accepted', -1)`,
      `DELETE FROM audit_lines WHERE id = '${id}'`,
    );
    expect(found).toEqual({ [checks.inserted]: [{ what: 'inserted', id }] });
  });

  it('an altered block', async () => {
    const [number] = (await head()).split(':');
    const altered = await findingsAfter(
      `UPDATE audit_blocks SET lines_to = lines_to + 1 WHERE number = ${number}`,
      `UPDATE audit_blocks SET lines_to = lines_to - 1 WHERE number = ${number}`,
    );
    expect(altered[checks.chain]).toEqual([{ block: Number(number) }]);
  });

  it('a chain that was made anew, by a head that was kept', async () => {
    const kept = await head();
    const [number, hash] = kept.split(':');
    const isKept = (): Promise<boolean> =>
      withSession(server.connection, (session) => isInChain(session, kept));
    expect(await isKept()).toBe(true);
    await tamper(`UPDATE audit_blocks SET hash = sha256(hash) WHERE number = ${number}`);
    expect(await isKept()).toBe(false);
    await tamper(`UPDATE audit_blocks SET hash = decode('${hash}', 'hex') WHERE number = ${number}`);
    expect(await isKept()).toBe(true);
  });
});

const unsealed_s = async (): Promise<number> => {
  const scrape = await (await fetch(`${server.baseUrl}/metrics`)).text();
  return Number(/^purser_audit_unsealed_seconds (.*)$/m.exec(scrape)?.[1]);
};

describe('the metric of lines that are not sealed', () => {
  it('says how long the oldest has waited, and less once it is sealed', async () => {
    await writeLines();
    await advance(server, 3_600);
    expect(await unsealed_s()).toBeGreaterThanOrEqual(3_600);
    const [job] = await server.sql<{ waits: boolean }>(
      `SELECT run_at > now() AS waits FROM graphile_worker.jobs WHERE key = 'sealAuditLog'`,
    );
    expect(job?.waits).toBe(true); // it comes back for what is left, before the next minute
    await completeWatermarks(server);
    await advance(server, 1);
    expect(await unsealed_s()).toBeLessThan(3_600);
  });
});
