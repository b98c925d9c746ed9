import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, type ClientBase } from 'pg';
import type * as Audit from '../../server/src/engine/audit/audit.ts';
import { type Database, here } from './program.ts';

/** Runs a query and returns its rows. */
export type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;

export type WalletRow = { party: string; currency: string; posted: string; held: string };

/** A payment or transfer as stored, with its public id. */
export type StoredTransaction = {
  id: string;
  type: 'payment' | 'deposit' | 'withdrawal' | 'internal';
  status: string;
  amount: string;
  currency: string;
  description: string | null;
  payer: string;
};

const publicId = (prefix: string, column: string): string =>
  `'${prefix}_' || replace(${column}::text, '-', '')`;

/** Reads the wallets of all parties: public ids, amounts as decimal strings. */
export function readWallets(query: Query): Promise<WalletRow[]> {
  return query<WalletRow>(
    `SELECT ${publicId('pty', 'party_id')} AS party, currency, posted::text, held::text
     FROM wallets WHERE party_id IS NOT NULL AND NOT is_receivable`,
  );
}

/** Reads all payments and transfers. */
export function readTransactions(query: Query): Promise<StoredTransaction[]> {
  return query<StoredTransaction>(
    `SELECT ${publicId('pay', 'id')} AS id, 'payment' AS type, status, amount::text, currency, description,
            ${publicId('pty', 'payer_party_id')} AS payer FROM payments
     UNION ALL
     SELECT ${publicId('trf', 'id')}, type, status, amount::text, currency, description, ${publicId('pty', 'party_id')}
     FROM transfers`,
  );
}

/**
 * A credential, route and reason under which more refusals have lines of the audit log in one minute than `most`. A wrong
 * guess at micro-deposits has an effect, so it has a line of its own, with a target.
 */
export function readFloods(query: Query, most: number): Promise<Array<{ what: string; lines: number }>> {
  return query(
    `SELECT concat_ws(' ', key_prefix, route, reason) AS what, count(*)::int AS lines
     FROM (SELECT key_prefix, reason, regexp_replace(action, ':\\w+|[a-z]{3}_[0-9a-f]{32}', ':id', 'g') AS route,
             ('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 60000 AS minute -- real time, of a UUIDv7
           FROM audit_lines WHERE decision = 'refused' AND target_id IS NULL AND attempt IS NULL) refused
     GROUP BY key_prefix, route, reason, minute HAVING count(*) > $1`,
    [most],
  );
}

/** An agent of which more refusals in one hour keep what it asked for than `most`, each in a line of its own. */
export function readKeptAttempts(
  query: Query,
  most: number,
): Promise<Array<{ what: string; lines: number }>> {
  return query(
    `SELECT 'kept attempts of agent ' || agent_id AS what, count(*)::int AS lines
     FROM (SELECT agent_id, ('x' || substr(replace(id::text, '-', ''), 1, 12))::bit(48)::bigint / 3600000 AS hour
           FROM audit_lines WHERE attempt IS NOT NULL) kept
     GROUP BY agent_id, hour HAVING count(*) > $1`,
    [most],
  );
}

/** Returns the prefixes of the keys with a refused write in the audit log. */
export async function readRefusedKeys(query: Query): Promise<string[]> {
  const rows = await query<{ prefix: string }>(
    "SELECT DISTINCT key_prefix AS prefix FROM audit_lines WHERE decision = 'refused'",
  );
  return rows.map(({ prefix }) => prefix);
}

/** Counts the deadlocks that the database has detected, whether or not the transactions were retried. */
export async function countDeadlocks(query: Query): Promise<number> {
  const rows = await query<{ count: string }>(
    'SELECT deadlocks::text AS count FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.count ?? 0);
}

/** Returns what `npm run audit` of the checkout under test finds wrong; empty where the books balance. */
export async function auditFindings(connection: Database, code = here): Promise<string[]> {
  const path = pathToFileURL(join(code, 'server/src/engine/audit/audit.ts')).href;
  const { auditBooks } = (await import(path)) as typeof Audit;
  const { findings } = await withSession(connection, auditBooks);
  return findings
    .filter(({ differences }) => differences > 0)
    .map(
      ({ check, differences, examples }) => `${check}: ${differences}, first ${JSON.stringify(examples[0])}`,
    );
}

/** Opens a database session, runs the work on it and closes it. */
export async function withSession<T>(
  connection: Database,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = new Client({ ...connection, application_name: 'proof' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
