import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { DatabaseError } from 'pg';
import type { Client } from 'pg';
import { expect, it } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { migrate } from '../../src/db/migrate.ts';
import { keyDigest } from '../../src/engine/model/actor.ts';
import type { Id } from '../../src/lib/id.ts';
import { emptyDatabase, withSession } from '../flows/support.ts';

const folder = new URL('../../db/migrations/', import.meta.url);
// Numbers of migrations.
const firstRelease = 5; // only payments, reviews and deposits
const countersByPeriod = 13;
const immutableByList = 18; // triggers list the immutable columns, not the mutable ones

/** Migrates the database up to the migration `version`. */
async function migrateTo(session: Client, version: number): Promise<void> {
  await session.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
    version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  const applied = (await session.query('SELECT FROM schema_migrations')).rows.length;
  const names = (await readdir(folder)).toSorted().slice(0, version);
  for (const [index, name] of names.entries()) {
    if (index < applied) continue;
    const sql = await readFile(new URL(name, folder), 'utf8');
    const checksum = createHash('sha256').update(sql).digest('hex');
    await session.query(sql);
    const values = [index + 1, name, checksum];
    await session.query(
      'INSERT INTO schema_migrations (version, name, checksum) VALUES ($1, $2, $3)',
      values,
    );
  }
}

/** Returns an id that ends with the number. */
const id = (number: number): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const digits = (uuid = ''): string => uuid.replaceAll('-', '');
const [shop, guest, customer, user, key, account] = [1, 2, 3, 4, 5, 6].map(id);
const [clearing, ours, theirs] = [11, 12, 13].map(id);
const [deposit, paid, waiting, review, approval] = [21, 22, 23, 24, 25].map(id);
const digestOf = (word: string): string =>
  keyDigest({ partyId: digits(shop) as Id<'pty'>, route: 'POST /payments', key: word });
const at = "'2026-01-02T03:04:05Z'";

/** A payment in each state of the first release, and the deposit that funds them. */
const data = `
  INSERT INTO installation (environment, created_at) VALUES ('sandbox', ${at});
  INSERT INTO parties (id, type, status, name, created_at, updated_at) VALUES
    ('${shop}', 'ORG', 'ACTIVE', 'Shop', ${at}, ${at}), ('${customer}', 'PERSON', 'ACTIVE', 'Casey', ${at}, ${at}),
    ('${guest}', 'PERSON', 'PROVISIONAL', 'guest@example.com', ${at}, ${at});
  INSERT INTO contacts (kind, value, party_id, created_at) VALUES ('email', 'guest@example.com', '${guest}', ${at});
  INSERT INTO users (id, name, email, created_at) VALUES ('${user}', 'Olga', 'o@example.com', ${at});
  INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, created_at, created_by) VALUES
    ('${key}', '${shop}', 'Key', 'sk', decode(repeat('00', 32), 'hex'), '{payments.create}', 'sandbox', ${at}, '${user}');
  INSERT INTO external_accounts (id, party_id, last_four, status, created_at, created_by) VALUES
    ('${account}', '${shop}', '1234', 'active', ${at}, '${user}');
  INSERT INTO wallets (id, party_id, rail, currency, posted, held, created_at) VALUES
    ('${clearing}', NULL, 'sandbox', 'USD', -1000, 0, ${at}), ('${ours}', '${shop}', NULL, 'USD', 900, 30, ${at}),
    ('${theirs}', '${customer}', NULL, 'USD', 100, 0, ${at});
  INSERT INTO transfers (id, type, status, amount, currency, party_id, wallet_id, external_account_id, submitted_at,
    settled_at, created_at, updated_at) VALUES
    ('${deposit}', 'deposit', 'COMPLETED', 1000, 'USD', '${shop}', '${ours}', '${account}', ${at}, ${at}, ${at}, ${at});
  INSERT INTO payments (id, status, amount, currency, payer_party_id, payee_party_id, initiator_party_id, payer_wallet_id,
    payee_wallet_id, credential_id, user_id, created_at, updated_at) VALUES
    ('${paid}', 'COMPLETED', 100, 'USD', '${shop}', '${customer}', '${shop}', '${ours}', '${theirs}', '${key}', '${user}', ${at}, ${at}),
    ('${waiting}', 'PENDING_CLAIM', 30, 'USD', '${shop}', '${guest}', '${shop}', '${ours}', NULL, '${key}', '${user}', ${at}, ${at}),
    ('${review}', 'IN_REVIEW', 50, 'USD', '${shop}', '${customer}', '${shop}', NULL, NULL, '${key}', '${user}', ${at}, ${at});
  INSERT INTO movements VALUES
    ('${deposit}', 1, 'deposit', '${clearing}', 'available', '${ours}', 'available', 1000, 'USD', ${at}),
    ('${paid}', 1, 'payment', '${ours}', 'available', '${theirs}', 'available', 100, 'USD', ${at}),
    ('${waiting}', 1, 'hold', '${ours}', 'available', '${ours}', 'held', 30, 'USD', ${at});
  INSERT INTO counterparties VALUES ('${shop}', '${customer}'), ('${shop}', '${guest}');
  INSERT INTO approvals (id, status, target_type, target_id, decider_party_id, payer_party_id, payee_party_id,
    initiator_party_id, reasons, created_at, updated_at) VALUES
    ('${approval}', 'pending', 'payment', '${review}', '${shop}', '${shop}', '${customer}', '${shop}', '[]', ${at}, ${at});
  INSERT INTO events (id, resource, resource_id, to_status, created_at) VALUES
    ('${id(31)}', 'transfer', '${deposit}', 'COMPLETED', ${at}), ('${id(32)}', 'payment', '${paid}', 'COMPLETED', ${at}),
    ('${id(33)}', 'payment', '${waiting}', 'PENDING_CLAIM', ${at}), ('${id(34)}', 'payment', '${review}', 'IN_REVIEW', ${at}),
    ('${id(35)}', 'approval', '${approval}', 'pending', ${at});
  INSERT INTO idempotency_keys (party_id, route, key, fingerprint, status, body, created_at)
    SELECT '${shop}', route, key, sha256('x'), 201, body, ${at} FROM (VALUES
      ('POST /payments', 'paid', '{"data":{"id":"pay_${digits(paid)}"}}'), ('POST /agents', 'other', '{}'),
      ('POST /payments', 'review', '{"data":{"id":"pay_${digits(review)}"}}')) answered (route, key, body);`;

it('a database of the first release can be upgraded to this release, and its books still balance', async () => {
  await withSession(await emptyDatabase(), async (session) => {
    await migrateTo(session, firstRelease);
    await session.query(data);
    await migrate(session);
    const wrong: string[] = [];
    for (const { check, sql } of auditChecks) {
      if ((await session.query(sql)).rows.length > 0) wrong.push(check);
    }
    expect(wrong).toEqual([]);
    const { rows } = await session.query(`
      SELECT (SELECT external_account_mask FROM transfers) AS mask,
        (SELECT count(*)::int FROM payments WHERE accepted_at = created_at) AS accepted,
        (SELECT (due_at - created_at)::text FROM payments WHERE status = 'PENDING_CLAIM') AS claim,
        (SELECT (due_at - created_at)::text FROM approvals) AS review`);
    expect(rows).toEqual([{ mask: '****1234', accepted: 2, claim: '30 days', review: '7 days' }]);
    const kept = await session.query(`
      SELECT key_digest AS key, encode(fingerprint, 'hex') = encode(sha256('x'), 'hex') AS same, reviewed
      FROM payments ORDER BY id`);
    expect(kept.rows).toEqual([
      { key: digestOf('paid'), same: true, reviewed: false },
      { key: null, same: null, reviewed: false },
      { key: digestOf('review'), same: true, reviewed: true },
    ]);
    const watermarks = await session.query('SELECT paired_to, announced_to FROM payment_watermarks');
    const last = digits(review);
    expect(watermarks.rows).toEqual([{ paired_to: last, announced_to: last }]);
    const events = await session.query(
      `SELECT resource_id AS id, from_status AS from, to_status AS to FROM events WHERE resource = 'payment' ORDER BY 1`,
    );
    expect(events.rows).toEqual([
      { id: digits(paid), from: null, to: 'COMPLETED' },
      { id: digits(waiting), from: null, to: 'PENDING_CLAIM' },
      { id: digits(review), from: null, to: 'IN_REVIEW' },
    ]);
    const left = await session.query('SELECT key FROM idempotency_keys');
    expect(left.rows).toEqual([{ key: 'other' }]);
  });
});

it('counters per day and month become one counter per owner, for its latest day', async () => {
  await withSession(await emptyDatabase(), async (session) => {
    await migrateTo(session, countersByPeriod);
    await session.query(`INSERT INTO limit_counters (owner_id, period, starts_on, spent) VALUES
      ('${shop}', 'month', '2026-01-01', 900), ('${shop}', 'day', '2026-01-30', 500), ('${shop}', 'day', '2026-01-31', 400),
      ('${customer}', 'month', '2026-01-01', 70), ('${customer}', 'day', '2026-01-31', 70),
      ('${customer}', 'month', '2026-02-01', 0), ('${customer}', 'day', '2026-02-01', 0)`);
    await migrate(session);
    const { rows } = await session.query(
      `SELECT owner_id::text AS owner, day::text, spent_in_day::int AS "inDay", spent_in_month::int AS "inMonth"
       FROM limit_counters ORDER BY owner_id`,
    );
    expect(rows).toEqual([
      { owner: shop, day: '2026-01-31', inDay: 400, inMonth: 900 },
      { owner: customer, day: '2026-02-01', inDay: 0, inMonth: 0 },
    ]);
  });
});

it('a database whose triggers listed immutable columns keeps its data, and now lists the mutable ones', async () => {
  await withSession(await emptyDatabase(), async (session) => {
    await migrateTo(session, firstRelease);
    await session.query(data);
    await migrateTo(session, immutableByList);
    await session.query('UPDATE authority_version SET version = 41');
    // The columns of that time: later migrations may add others.
    const columns = await session.query<{ name: string }>(
      `SELECT quote_ident(attname) AS name FROM pg_attribute
       WHERE attrelid = 'payments'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    );
    const names = columns.rows.map(({ name }) => name).join(', ');
    const rows = `SELECT ${names}, xmin FROM payments ORDER BY id`;
    const before = (await session.query(rows)).rows;
    await migrate(session);
    expect((await session.query(rows)).rows).toEqual(before);
    const outcomes: unknown[] = [];
    for (const change of [
      `UPDATE payments SET payee_party_id = '${shop}' WHERE id = '${waiting}'`,
      `UPDATE transfers SET amount = amount + 1 WHERE id = '${deposit}'`,
      `UPDATE approvals SET target_id = '${paid}' WHERE id = '${approval}'`,
      `UPDATE payments SET status = 'CANCELED', due_at = NULL, updated_at = ${at} WHERE id = '${waiting}'`,
    ]) {
      const result = await session.query(change).catch((error: unknown) => error);
      outcomes.push(result instanceof DatabaseError ? result.message : 'changed');
    }
    expect(outcomes).toEqual([
      'cannot change immutable columns of payments: payee_party_id',
      'cannot change immutable columns of transfers: amount',
      'cannot change immutable columns of approvals: target_id',
      'changed',
    ]);
    await session.query(`UPDATE parties SET name = 'Store' WHERE id = '${shop}'`);
    await session.query(`UPDATE parties SET per_day = 1 WHERE id = '${shop}'`);
    expect((await session.query('SELECT version::int FROM authority_version')).rows).toEqual([
      { version: 42 },
    ]);
  });
});
