import type { Logger } from 'pino';
import type { Program } from '../context.ts';
import type { Queryable } from '../db/sql.ts';
import type { Rail, RailLine } from '../gateways/rail.ts';
import { collectOutcomes } from '../transfers/collect-outcomes.ts';
import { advanceTo, countOpen, findBegin, findOldestOrder, insertDifferences } from './queries.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** The bank and the ledger may be this far apart: a line is judged this long after its time at the earliest. */
export const grace_ms = day_ms;
/** Looked at again at each comparison: a line whose twin came late is found with it. */
const margin_ms = 7 * day_ms;

/**
 * Compares the clearing accounts of a rail with its lines up to a time, and stores each difference once. Looks again at
 * the last days before the previous comparison. Returns how many were found. Does nothing if the rail gives no lines.
 */
export async function reconcile(
  db: Queryable,
  rail: Rail,
  to: Date,
  now: Date,
  log: Pick<Logger, 'error'>,
): Promise<number> {
  const end = to < now ? to : now;
  const begin = rail.statement ? await findBegin(db, rail.name) : null;
  if (!rail.statement || !begin || begin >= end) return 0;
  const from = new Date(begin.getTime() - margin_ms);
  const since = new Date(from.getTime() - margin_ms);
  const lines: RailLine[] = [];
  for await (const line of rail.statement(await findOldestOrder(db, rail.name, since), now)) lines.push(line);
  const { name, knowsArrivals = false } = rail;
  const found = await insertDifferences(db, { name, knowsArrivals }, lines, { since, from, to: end }, now);
  for (const { number, kind, key } of found) {
    log.error({ rail: name, number: Number(number), kind, key }, 'a clearing account and its bank differ');
  }
  await advanceTo(db, name, end);
  return found.length;
}

/**
 * The daily comparison: once a day has passed since the last one, compares what is older than a day. Also reads how many
 * differences are open, for the metric. Returns 0: nothing is left to do today.
 */
export async function reconcileDaily(program: Program, now: Date): Promise<number> {
  const { db, rail, reconciled, log } = program;
  const to = new Date(now.getTime() - grace_ms);
  const from = rail?.statement ? await findBegin(db, rail.name) : null;
  if (rail && from && to.getTime() - from.getTime() >= day_ms) {
    while ((await collectOutcomes(program, now)) > 0); // what the bank has reported by now belongs in the ledger
    await reconcile(db, rail, to, now, log);
  }
  reconciled.open = await countOpen(db);
  return 0;
}
