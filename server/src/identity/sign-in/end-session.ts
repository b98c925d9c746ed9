import type { Queryable } from '../../db/sql.ts';
import type { Context } from '../../context.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { isBound } from './open-session.ts';
import { hasOtherSessions, lockSessions, markSessionsEnded } from './queries.ts';

/**
 * Ends the actor's browser session, or with `everywhere` all sessions of everybody with the address of its user; of a
 * session that acts for its party only, itself.
 */
export async function endSession(ctx: Context, options: { everywhere: boolean }): Promise<void> {
  const { actor } = ctx;
  const sessionId = actor.credentialId as Id<'apy'>;
  const everywhere = options.everywhere && !isBound(actor);
  const route = everywhere ? 'POST /sign-out/everywhere' : 'POST /sign-out';
  let ids: Array<Id<'apy'>> = [];
  const lockFirst = async (tx: Queryable, now: Date): Promise<void> => {
    const { partyId, userId } = actor;
    const which = { partyId, userId, sessionId: everywhere ? null : sessionId, now };
    // Whoever switches the party meanwhile has another session once the lock on the one before is free.
    for (;;) {
      ids = (await lockSessions(tx, which)).map(({ id }) => id);
      if (!everywhere || !ids.includes(sessionId)) return;
      if (!(await hasOtherSessions(tx, { userId, ids, now }))) return;
    }
  };
  const keyed = { route, attributes: {}, idempotency: null };
  await write({ ...ctx, keyed }, { targetId: sessionId, lockFirst }, async (tx, now) => {
    await markSessionsEnded(tx, ids, now);
    return { response: { status: 200, body: {} } };
  });
}
