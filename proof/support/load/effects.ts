import type { ClientBase } from 'pg';
import type { Attempt } from './attempt.ts';

/** What is in the database of what clients wanted. */
export type Effects = {
  /** The public ids of what was made under each key. */
  made: Map<string, string[]>;
  /** The states of approvals and payments, by public id. */
  statuses: Map<string, string>;
  /** How many payments, withdrawals and payment requests there are in all. */
  total: number;
};

// The one place that knows where things are kept. Each carries the key that it was asked for under as its description.
const things = `
  SELECT 'pay_' || replace(id::text, '-', '') AS id, description AS key FROM payments
  UNION ALL
  SELECT 'trf_' || replace(id::text, '-', ''), description FROM transfers WHERE type = 'withdrawal'
  UNION ALL
  SELECT 'prq_' || replace(id::text, '-', ''), description FROM payment_requests`;

const states = `
  SELECT 'pay_' || replace(id::text, '-', '') AS id, status FROM payments WHERE id = ANY($1::uuid[])
  UNION ALL
  SELECT 'apr_' || replace(id::text, '-', ''), status FROM approvals WHERE id = ANY($1::uuid[])`;

/** Looks for what these attempts were to do. */
export async function findEffects(session: ClientBase, attempts: readonly Attempt[]): Promise<Effects> {
  const keys = attempts.map(({ key }) => key);
  const ids = attempts.flatMap(({ path }) => targetIn(path)?.slice(4) ?? []);
  const found = await session.query<{ id: string; key: string }>(
    `SELECT id, key FROM (${things}) found WHERE key = ANY($1)`,
    [keys],
  );
  const decided = await session.query<{ id: string; status: string }>(states, [ids]);
  const counted = await session.query<{ total: string }>(`SELECT count(*) AS total FROM (${things}) found`);
  const made: Effects['made'] = new Map();
  for (const { id, key } of found.rows) made.set(key, [...(made.get(key) ?? []), id]);
  const statuses = new Map(decided.rows.map(({ id, status }) => [id, status]));
  return { made, statuses, total: Number(counted.rows[0]?.total) };
}

/** What a path decides on or cancels, where it does. */
export function targetIn(path: string): string | null {
  return /\/(\w+)\/(approve|deny|cancel)$/.exec(path)?.[1] ?? null;
}

const ends: Record<string, string> = { approve: 'approved', deny: 'denied', cancel: 'CANCELED' };

/** Whether what was acknowledged is there. Of a withdrawal that is canceled the bank has the last word. */
export function isThere(attempt: Attempt, effects: Effects): boolean {
  const { data } = JSON.parse(attempt.answer?.text ?? '{}') as { data?: { id: string } };
  const target = targetIn(attempt.path);
  if (target === null) return effects.made.get(attempt.key)?.includes(data?.id ?? '') ?? false;
  return target.startsWith('trf_') || isDecided(attempt, target, effects);
}

/** Whether what was refused was done all the same. */
export function isDoneAllTheSame(attempt: Attempt, effects: Effects): boolean {
  const target = targetIn(attempt.path);
  if (target === null) return effects.made.has(attempt.key);
  return !target.startsWith('trf_') && isDecided(attempt, target, effects);
}

function isDecided({ path }: Attempt, target: string, { statuses }: Effects): boolean {
  return statuses.get(target) === ends[path.slice(path.lastIndexOf('/') + 1)];
}
