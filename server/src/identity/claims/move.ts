import type { Program, TokenContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Engine } from '../../engine/queue/engine.ts';
import { expireTargets } from '../../engine/queue/expire-targets.ts';
import { runInGroups } from '../../engine/queue/run-in-groups.ts';
import { type Id, newId } from '../../lib/id.ts';
import { listDue, listLeftOut, listWaiting, setClaimsDue, startMoving } from './queries.ts';

const partiesAtOnce = 20;
const paymentsAtOnce = 200;

type Movers = { db: Queryable; engine: Engine };

/**
 * Moves some of the money that waits for parties that have become ACTIVE or MERGED, and sends back what is no part of their
 * claim. Returns of how many payments; zero means that nothing is due. Several servers may do this at the same time.
 */
export async function moveClaimedMoney({ db, engine }: Program, now: Date): Promise<number> {
  let moved = 0;
  for (const { partyId } of await listDue(db, now, partiesAtOnce)) {
    moved += await moveWaiting({ db, engine }, partyId, now);
  }
  return moved;
}

/**
 * Moves money that waits for a party, before the response to whoever proved its address: at most a part of it, so that
 * the response does not wait for long. The background work does the rest, and all of it if this fails: it is the party's already.
 */
export async function moveFirst(
  ctx: Pick<TokenContext, 'db' | 'engine' | 'askedAt' | 'log'>,
  partyId: Id<'pty'>,
): Promise<void> {
  try {
    await moveWaiting(ctx, partyId, ctx.askedAt);
  } catch (error) {
    ctx.log.warn({ reason: error instanceof Error ? error.message : '' }, 'waiting money is moved later');
  }
}

async function moveWaiting({ db, engine }: Movers, partyId: Id<'pty'>, now: Date): Promise<number> {
  const started = await startMoving(db, partyId, now);
  if (!started) return 0;
  const waiting = await listWaiting(db, partyId, paymentsAtOnce);
  const moved = await runInGroups(
    engine,
    waiting.map((payment) => ({
      kind: 'claim',
      ...payment,
      waitsForPartyId: partyId,
      payeePartyId: started.receiverId,
      newIds: { wallet: newId('wal') },
    })),
  );
  const leftOut = await listLeftOut(db, partyId, paymentsAtOnce);
  const returned = await expireTargets(engine, leftOut);
  if (isPart(waiting, moved) || isPart(leftOut, returned)) await setClaimsDue(db, partyId, now);
  else if (started.isSettled && moved === waiting.length && returned === leftOut.length)
    await setClaimsDue(db, partyId, null);
  return moved + returned;
}

/** Returns whether there may be more than these, and some of them are done. */
function isPart({ length }: readonly unknown[], done: number): boolean {
  return done > 0 && length === paymentsAtOnce;
}
