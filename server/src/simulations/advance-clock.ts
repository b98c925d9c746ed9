import type { Context } from '../context.ts';
import { moveClock } from '../db/clock.ts';
import { fault } from '../errors.ts';
import type { HttpResponse, Keyed } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { write } from '../idempotency/write.ts';
import { taskNames } from '../jobs/tasks.ts';
import type { AdvanceClockAttributes } from './schema.ts';
import { clockResource } from './view.ts';

const end_ms = Date.parse('9999-01-01T00:00:00Z'); // what is due within a year can still be written down
const mostRounds = 60;

/**
 * Moves the clock of all servers on this database forward, then does what fell due by it. A replay moves nothing; it
 * finishes what the first request did not come to.
 */
export async function advanceClock(
  ctx: Context,
  attributes: AdvanceClockAttributes,
  keyed: Keyed,
): Promise<HttpResponse> {
  // By the old time: the bank's time for a withdrawal begins with the withdrawal, not with the step of the clock.
  await doWhatFellDue(ctx);
  const by_ms = attributes.seconds * 1000;
  // Noted by the new time: by the old one, a step over its own key's retention would let the key be used again.
  const then = { ...ctx, now: new Date(Math.min(ctx.now.getTime() + by_ms, end_ms)) };
  const response = await write(then, { ...keyed, targetId: null }, async (tx) => {
    const offset_ms = await moveClock(tx, by_ms);
    const now = new Date(Date.now() + offset_ms);
    if (now.getTime() >= end_ms) {
      throw fault('invalid_value', 'The clock goes no further than the year 9998.', {
        pointer: '/data/attributes/seconds',
      });
    }
    return { response: single(clockResource(now, offset_ms)) };
  });
  await doWhatFellDue(ctx);
  return response;
}

/** One thing may make another due, so all of it until nothing is. What fails is not lost: the worker does it later. */
async function doWhatFellDue({ work, log }: Context): Promise<void> {
  try {
    for (let round = 0; round < mostRounds; round += 1) {
      let done = 0;
      for (const task of taskNames) done += await work(task);
      if (done === 0) return;
    }
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : '' }, 'not all that fell due is done yet');
  }
}
