import type { Queryable } from '../../db/sql.ts';
import { uuidArray } from '../../db/arrays.ts';
import type { Context } from '../../context.ts';
import { fault } from '../../errors.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { mintSession, type OpenedSession } from './open-session.ts';
import { findPerson, listSeats, lockMembership, lockSessions, markSessionsEnded } from './queries.ts';

/**
 * Replaces the actor's browser session by one for another party of the same person. It is as old as the one before, so
 * that it lasts no longer. Throws `forbidden` if the person is no member of that party.
 */
export async function switchParty(ctx: Context, partyId: Id<'pty'>): Promise<OpenedSession> {
  const { actor, config } = ctx;
  const { userId, signedInAt, expiresAt } = actor;
  const sessionId = actor.credentialId as Id<'apy'>;
  const email = (await findPerson(ctx.db, userId))?.email;
  const seat =
    email === undefined
      ? undefined
      : (await listSeats(ctx.db, email)).find((each) => each.partyId === partyId);
  if (!seat || email === undefined || !signedInAt || !expiresAt) throw notMember();
  let opened: OpenedSession | null = null;
  const request = {
    route: 'POST /account/party',
    attributes: {},
    idempotency: null,
    targetId: null,
    lockFirst: async (tx: Queryable, now: Date): Promise<void> => {
      await lockSessions(tx, { partyId: actor.partyId, userId, sessionId, now });
    },
  };
  await write(ctx, request, async (tx, now) => {
    if (!(await lockMembership(tx, { partyId, userId: seat.userId, email }))) throw notMember();
    await markSessionsEnded(tx, uuidArray([sessionId]), now);
    opened = await mintSession(tx, config.environment, seat, { now, signedInAt, expiresAt });
    return { response: { status: 200, body: {} }, targetId: opened.id };
  });
  if (!opened) throw notMember();
  return opened;
}

function notMember() {
  return fault('forbidden', 'You are no member of this party.');
}
