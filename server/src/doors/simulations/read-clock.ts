import type { Context } from '../../context.ts';
import { clockOffset } from '../../db/clock.ts';
import type { ClockResource } from './resource.ts';
import { clockResource } from './view.ts';

/** Returns the time of the clock, and how far it is ahead of real time. */
export async function readClock(ctx: Context): Promise<ClockResource> {
  const offset_ms = await clockOffset(ctx.db);
  return clockResource(new Date(Date.now() + offset_ms), offset_ms);
}
