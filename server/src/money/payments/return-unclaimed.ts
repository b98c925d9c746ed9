import type { Program } from '../../context.ts';
import { expireTargets } from '../../engine/queue/expire-targets.ts';
import { listUnclaimed } from './queries.ts';

const chunk = 200;

/** Sends back the money of payments that were not claimed in time. Returns how many there were. */
export async function returnUnclaimed({ db, engine }: Program, now: Date): Promise<number> {
  return expireTargets(engine, await listUnclaimed(db, now, chunk));
}
