import type { Context } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import { recordAudit } from '../../engine/plain-writes/record-audit.ts';
import { fault } from '../../errors.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { isBound, mintSession, type OpenedSession } from './open-session.ts';
import {
  findPerson,
  listSeats,
  lockMembership,
  lockSessions,
  markSessionsEnded,
  type Seat,
} from './queries.ts';

const route = 'POST /account/party';

/**
 * Replaces the actor's browser session by one for another party of the same person. It is as old as the one before, so
 * that it lasts no longer. Both parties' audit logs have a line. Throws `forbidden` if the person is no member of that
 * party, or did not sign in: a session that another link has opened acts for its party only.
 */
export async function switchParty(ctx: Context, partyId: Id<'pty'>): Promise<OpenedSession> {
  const { actor, config } = ctx;
  const { userId, signedInAt, expiresAt } = actor;
  if (isBound(actor)) throw bound();
  const sessionId = actor.credentialId as Id<'apy'>;
  const email = (await findPerson(ctx.db, userId))?.email;
  const seat =
    email === undefined
      ? undefined
      : (await listSeats(ctx.db, email)).find((each) => each.partyId === partyId);
  if (!seat || email === undefined || !signedInAt || !expiresAt) throw notMember();
  let opened: OpenedSession | null = null;
  const keyed = { route, attributes: {}, idempotency: null };
  const lockFirst = (tx: Queryable, now: Date): Promise<unknown> =>
    lockSessions(tx, { partyId: actor.partyId, userId, sessionId, now });
  await write({ ...ctx, keyed }, { targetId: null, lockFirst }, async (tx, now) => {
    if (!(await lockMembership(tx, { partyId, userId: seat.userId, email }))) throw notMember();
    await markSessionsEnded(tx, [sessionId], now);
    opened = await mintSession(tx, config.environment, seat, { now, signedInAt, expiresAt });
    await recordEntry(tx, { requestId: ctx.requestId, now }, seat, opened);
    return { response: { status: 200, body: {} }, targetId: opened.id };
  });
  if (!opened) throw notMember();
  return opened;
}

/** The party that is entered has a line too; that of the write is in the log of the party before. */
function recordEntry(
  tx: Queryable,
  { requestId, now }: { requestId: Id<'req'>; now: Date },
  { partyId, userId }: Seat,
  { id, prefix }: OpenedSession,
): Promise<void> {
  const actor = { partyId, userId, keyPrefix: prefix, agentId: null, instanceId: null };
  const line = { actor, requestId, action: route, targetId: id, reason: null, at: now };
  return recordAudit(tx, { ...line, decision: 'accepted' });
}

function bound() {
  return fault('forbidden', 'A link opened this session, for this party only. Sign in to act for another.');
}

function notMember() {
  return fault('forbidden', 'You are no member of this party.');
}
