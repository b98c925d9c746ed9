import type { Logger } from 'pino';
import type { Program } from '../context.ts';
import type { Queryable } from '../db/sql.ts';
import { inTransaction } from '../db/tx.ts';
import type { Rail, RailLine } from '../gateways/rail.ts';
import { collectOutcomes } from '../transfers/collect-outcomes.ts';
import { retryRefusedReports } from '../transfers/refused/retry.ts';
import {
  addLines,
  advanceTo,
  countOpen,
  findBegin,
  findOldestOrder,
  insertDifferences,
  openBook,
} from './queries.ts';
import type { UnderWay } from './queries.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** The bank and the ledger may be this far apart: a line is judged this long after its time at the earliest. */
export const grace_ms = day_ms;
/** Looked at again at each comparison: a line whose twin came late is found with it. */
const margin_ms = 7 * day_ms;

/** Lines of the book that are read and kept at once. */
const part = 5_000;
/** How many lines that are under way are returned. */
const shownUnderWay = 100;

/**
 * Compares the clearing accounts of a rail with its lines up to a time, in the caller's transaction, and stores each
 * difference once. What is younger than a day is under way: it is returned, up to 100 lines, and not stored. Looks again at
 * the last days before the previous comparison. Does nothing if the rail gives no lines.
 */
export async function reconcile(
  tx: Queryable,
  rail: Rail,
  to: Date,
  now: Date,
  log: Pick<Logger, 'error'>,
): Promise<readonly UnderWay[]> {
  const end = to < now ? to : now;
  const begin = rail.statement ? await findBegin(tx, rail.name) : null;
  if (!rail.statement || !begin || begin >= end) return [];
  const from = new Date(begin.getTime() - margin_ms);
  const since = new Date(from.getTime() - margin_ms);
  await openBook(tx);
  await keepLines(tx, rail.statement(await findOldestOrder(tx, rail.name, since), now));
  const { name, knowsArrivals = false } = rail;
  const underWayFrom = new Date(now.getTime() - grace_ms);
  const range = { since, from, to: end, underWayFrom };
  const { found, underWay } = await insertDifferences(tx, { name, knowsArrivals }, range, now, shownUnderWay);
  for (const { number, kind, key } of found) {
    log.error({ rail: name, number: Number(number), kind, key }, 'a clearing account and its bank differ');
  }
  await advanceTo(tx, name, end < underWayFrom ? end : underWayFrom);
  return underWay;
}

async function keepLines(tx: Queryable, book: AsyncIterable<RailLine>): Promise<void> {
  let lines: RailLine[] = [];
  for await (const line of book) {
    lines.push(line);
    if (lines.length < part) continue;
    await addLines(tx, lines);
    lines = [];
  }
  await addLines(tx, lines);
}

/**
 * The daily comparison: once a day has passed since the last one, compares what is older than a day. Also reads how many
 * differences are open, for the metric, and tries refused reports again. Returns 0: nothing is left to do today.
 */
export async function reconcileDaily(program: Program, now: Date): Promise<number> {
  const { db, rail, reconciled, log } = program;
  await retryRefusedReports(program, now);
  const to = new Date(now.getTime() - grace_ms);
  const from = rail?.statement ? await findBegin(db, rail.name) : null;
  if (rail && from && to.getTime() - from.getTime() >= day_ms) {
    while ((await collectOutcomes(program, now)) > 0); // what the bank has reported by now belongs in the ledger
    await inTransaction(db, (tx) => reconcile(tx, rail, to, now, log));
  }
  reconciled.open = await countOpen(db);
  return 0;
}
