import { plainArray, textArray, timeArray } from '../db/arrays.ts';
import { rows, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import { newId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import type { Actor } from './state.ts';

/** A line of the audit log. `actor` is null where Purser acts by itself. */
export type AuditRow = {
  actor: Actor | null;
  requestId: Id<'req'> | null;
  /** The route with its path parameters, or what Purser did by itself. */
  action: string;
  targetId: string | null;
  decision: 'accepted' | 'refused';
  /** Why it was refused, or what the one who decided said. */
  reason: string | null;
  at: Date;
};

const insert = statement(
  'engine_record_audits',
  `INSERT INTO audit_log (id, at, request_id, party_id, user_id, agent_id, target_id, key_prefix, instance_id, action,
     decision, reason)
   SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[],
     $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])`,
);

/** Notes a write that moved no money, done or refused, in its transaction. Commands note their own. */
export function recordAudit(tx: Queryable, row: AuditRow): Promise<void> {
  return recordAudits(tx, [row]);
}

/** Notes many at once. */
export async function recordAudits(tx: Queryable, audits: readonly AuditRow[]): Promise<void> {
  if (audits.length === 0) return;
  const ids = (of: (row: AuditRow) => string | null | undefined) =>
    plainArray(audits.map((row) => of(row) ?? null));
  const texts = (of: (row: AuditRow) => string | null | undefined) =>
    textArray(audits.map((row) => of(row) ?? null));
  await rows(tx, insert, [
    ids(() => newId('aud')),
    timeArray(audits.map((row) => row.at)),
    ids((row) => row.requestId),
    ids((row) => row.actor?.partyId),
    ids((row) => row.actor?.userId),
    ids((row) => row.actor?.agentId),
    ids((row) => row.targetId),
    texts((row) => row.actor?.keyPrefix),
    texts((row) => row.actor?.instanceId),
    texts((row) => row.action),
    texts((row) => row.decision),
    texts((row) => row.reason),
  ]);
}
