import type { Context, WriteContext } from '../../context.ts';
import { clockOffset, moveClock } from '../../db/clock.ts';
import { taskNames } from '../../engine/model/journal.ts';
import { fault } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { AdvanceClockAttributes } from './schema.ts';
import { clockResource } from './view.ts';
import type { ClockResource } from './resource.ts';

const end_ms = Date.parse('9999-01-01T00:00:00Z'); // so that a time up to a year later can still be stored
const mostRounds = 60;
const longestBefore_ms = 10_000;
const longestAfter_ms = 15_000; // clients wait for half a minute

/**
 * Moves the clock of all servers on this database forward, then does the work that became due, for 15 s at most. A replay
 * does not move the clock, but finishes work that the first request left undone.
 */
export async function advanceClock(
  ctx: WriteContext,
  attributes: AdvanceClockAttributes,
): Promise<HttpResponse> {
  // Runs at the old time, so that the bank's time for a withdrawal starts at the withdrawal, not after the step.
  await doWhatFellDue(ctx, longestBefore_ms);
  const by_ms = attributes.seconds * 1000;
  const response = await write(ctx, { targetId: null }, async (tx) => {
    const offset_ms = await moveClock(tx, by_ms);
    const now = new Date(Date.now() + offset_ms);
    if (now.getTime() >= end_ms) {
      throw fault('invalid_value', 'The clock goes no further than the year 9998.', {
        pointer: '/data/attributes/seconds',
      });
    }
    // Stored at the new time: otherwise a step longer than the retention would expire the request's own key.
    return { response: single(clockResource(now, offset_ms)), at: now };
  });
  await doWhatFellDue(ctx, longestAfter_ms);
  return response;
}

/**
 * Runs all tasks until nothing is due, because one task may make another due. The worker retries what fails, and goes on
 * with what takes longer than `longest_ms`.
 */
export async function doWhatFellDue(
  { work, log }: Pick<Context, 'work' | 'log'>,
  longest_ms: number,
): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    resolve('late');
  }, longest_ms);
  const all = async (): Promise<void> => {
    for (let round = 0; round < mostRounds; round += 1) {
      let done = 0;
      for (const task of taskNames) done += isLate ? 0 : await work(task);
      if (done === 0) return;
    }
  };
  const undone = (reason: string): void => log.warn({ reason }, 'not all that fell due is done yet');
  const done = all().catch((error: unknown) => undone(error instanceof Error ? error.message : ''));
  if ((await Promise.race([done, late])) === 'late') undone(`it takes longer than ${longest_ms / 1000} s`);
  clearTimeout(timer);
}

/** Returns the time of the clock, and how far it is ahead of real time. */
export async function readClock(ctx: Context): Promise<ClockResource> {
  const offset_ms = await clockOffset(ctx.db);
  return clockResource(new Date(Date.now() + offset_ms), offset_ms);
}
