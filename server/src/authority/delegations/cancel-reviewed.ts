import { cancelRevokedReviews } from '../approvals/cancel.ts';
import type { Context, Program } from '../../context.ts';
import type { Id } from '../../lib/id.ts';
import { listDueGrants, listDueGrantsOf, markGrantDone } from './grants/queries.ts';

const grantsAtOnce = 20;

/**
 * Cancels some of the payments that wait for an approval under revoked grants. Returns how many, and how many grants
 * are done; zero means that nothing is due. Several servers may do this at the same time.
 */
export async function cancelUnderRevokedGrants({ db, engine }: Program, now: Date): Promise<number> {
  let done = 0;
  for (const grant of await listDueGrants(db, now, grantsAtOnce)) {
    const { canceled, isComplete } = await cancelRevokedReviews({ db, engine }, grant);
    done += canceled;
    if (!isComplete && canceled > 0) continue;
    await markGrantDone(db, { ...grant, now });
    done += 1;
  }
  return done;
}

/**
 * Cancels what waits for an approval under a delegation's revoked grants, before the response to their revocation: at
 * most a part of it, so that the response does not wait for long. The background work does the rest, and all of it if
 * this fails, since nothing of it can be approved any more.
 */
export async function cancelReviewed(ctx: Context, id: Id<'dlg'>): Promise<void> {
  try {
    for (const grant of await listDueGrantsOf(ctx.db, id, grantsAtOnce)) {
      await cancelRevokedReviews(ctx, grant);
    }
  } catch (error) {
    ctx.log.warn({ reason: error instanceof Error ? error.message : '' }, 'reviews are canceled later');
  }
}
