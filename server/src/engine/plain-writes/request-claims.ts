import { type Queryable, rows, statement } from '../../db/sql.ts';
import type { Id } from '../../lib/id.ts';

const request = statement(
  'engine_request_claims',
  `INSERT INTO claims (party_id, due_at, created_at) VALUES ($1, $2, $2)
   ON CONFLICT (party_id) DO UPDATE SET due_at = excluded.due_at, horizon = NULL`,
);

/**
 * Has the money that waits for a party moved, in the transaction that makes the party ACTIVE.
 * `server/src/identity/claims` moves it after the commit, in parts.
 */
export async function requestClaims(tx: Queryable, partyId: Id<'pty'>, now: Date): Promise<void> {
  await rows(tx, request, [partyId, now.toISOString()]);
}
