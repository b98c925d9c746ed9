import type { ClientBase } from 'pg';
import type { Attempt } from './attempt.ts';
import { agentName } from './scenarios.ts';

/** What the database holds of the writes that clients sent. */
export type DatabaseState = {
  /** The public ids of the resources created by each write, by what `createdBy` returns. */
  created: Map<string, string[]>;
  /** The statuses of approvals, payments, agents and wallets, by public id. */
  statuses: Map<string, string>;
  /** The number of all resources that clients have created. */
  total: number;
};

// Only this file knows the tables. Each resource has the idempotency key of its request as its description or name, but
// a payment that fulfils a payment request belongs to that: it has no description of its own.
const resources = `
  SELECT 'pay_' || replace(id::text, '-', '') AS id,
    coalesce('prq_' || replace(payment_request_id::text, '-', ''), description) AS key FROM payments
  UNION ALL
  SELECT 'trf_' || replace(id::text, '-', ''), description FROM transfers
  WHERE type IN ('withdrawal', 'internal') OR (type = 'deposit' AND user_id IS NOT NULL AND payment_id IS NULL)
  UNION ALL
  SELECT 'rfd_' || replace(id::text, '-', ''), description FROM refunds
  UNION ALL
  SELECT 'wal_' || replace(id::text, '-', ''), display_name FROM wallets WHERE display_name ~ '^[0-9a-f-]{36}$'
  UNION ALL
  SELECT 'prq_' || replace(id::text, '-', ''), description FROM payment_requests
  UNION ALL
  SELECT 'agt_' || replace(id::text, '-', ''), description FROM agents WHERE name = '${agentName}'`;

const statusQuery = `
  SELECT 'pay_' || replace(id::text, '-', '') AS id, status FROM payments WHERE id = ANY($1::uuid[])
  UNION ALL
  SELECT 'apr_' || replace(id::text, '-', ''), status FROM approvals WHERE id = ANY($1::uuid[])
  UNION ALL
  SELECT 'agt_' || replace(id::text, '-', ''), status FROM agents WHERE id = ANY($1::uuid[])
  UNION ALL
  SELECT 'wal_' || replace(id::text, '-', ''), status FROM wallets WHERE id = ANY($1::uuid[])`;

/** Reads from the database what these attempts did. */
export async function readDatabaseState(
  session: ClientBase,
  attempts: readonly Attempt[],
): Promise<DatabaseState> {
  const keys = attempts.map(createdBy);
  const ids = attempts.flatMap(({ path }) => targetIn(path)?.slice(4) ?? []);
  const found = await session.query<{ id: string; key: string }>(
    `SELECT id, key FROM (${resources}) found WHERE key = ANY($1)`,
    [keys],
  );
  const withStatus = await session.query<{ id: string; status: string }>(statusQuery, [ids]);
  const count = await session.query<{ total: string }>(`SELECT count(*) AS total FROM (${resources}) found`);
  const created: DatabaseState['created'] = new Map();
  for (const { id, key } of found.rows) created.set(key, [...(created.get(key) ?? []), id]);
  const statuses = new Map(withStatus.rows.map(({ id, status }) => [id, status]));
  return { created, statuses, total: Number(count.rows[0]?.total) };
}

/** Returns the id of the resource that a path decides on, cancels, suspends or freezes; null for other paths. */
export function targetIn(path: string): string | null {
  return /\/(\w+)\/(approve|deny|cancel|suspend|freeze)$/.exec(path)?.[1] ?? null;
}

/** Returns what a write that creates leaves at its resource: its key, or the payment request that it fulfils. */
export function createdBy({ key, path }: Attempt): string {
  return /\/(\w+)\/fulfill$/.exec(path)?.[1] ?? key;
}

const finalStatuses: Record<string, string> = {
  approve: 'approved',
  deny: 'denied',
  cancel: 'CANCELED',
  suspend: 'SUSPENDED',
  freeze: 'frozen',
};

/** Whether an acknowledged write is in the database. A canceled withdrawal always passes: the bank decides about it. */
export function isStored(attempt: Attempt, state: DatabaseState): boolean {
  const { data } = JSON.parse(attempt.response?.text ?? '{}') as { data?: { id: string } };
  const target = targetIn(attempt.path);
  if (target === null) return state.created.get(createdBy(attempt))?.includes(data?.id ?? '') ?? false;
  return target.startsWith('trf_') || isDecided(attempt, target, state);
}

/** Whether a write was executed although it was not acknowledged. */
export function wasExecuted(attempt: Attempt, state: DatabaseState): boolean {
  const target = targetIn(attempt.path);
  if (target === null) return state.created.has(createdBy(attempt));
  return !target.startsWith('trf_') && isDecided(attempt, target, state);
}

function isDecided({ path }: Attempt, target: string, { statuses }: DatabaseState): boolean {
  return statuses.get(target) === finalStatuses[path.slice(path.lastIndexOf('/') + 1)];
}
