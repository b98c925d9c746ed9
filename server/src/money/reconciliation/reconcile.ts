import type { Logger } from 'pino';
import type { Program } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { Rail, RailLine } from '../../gateways/rail.ts';
import { firstIdAt, newId } from '../../lib/id.ts';
import { collectOutcomes } from '../transfers/collect-outcomes.ts';
import { retryRefusedReports } from '../transfers/refused/retry.ts';
import {
  type Comparison,
  deleteLinesBefore,
  findNextKey,
  keepBankLines,
  keepMovements,
  listClearingAccounts,
  type MovementPlace,
} from './lines/queries.ts';
import { advanceTo, countOpen, findBegin, insertDifferences, type Range, type UnderWay } from './queries.ts';

const day_ms = 24 * 60 * 60 * 1000;
/** The bank and the ledger may be this far apart: a line is judged this long after its time at the earliest. */
export const grace_ms = day_ms;
/** Looked at again at each comparison: a line whose twin came late is found with it. */
const margin_ms = 7 * day_ms;

/** How many lines are read, kept or compared at once. */
const part = 5_000;
/** How many lines that are under way are returned. */
const shownUnderWay = 100;
/** A comparison that has left lines for so long was broken off. */
const longestComparison_ms = day_ms;

/**
 * Compares the clearing accounts of a rail with its lines up to a time, and stores each difference once. What is younger
 * than a day is under way: it is returned, up to 100 lines, and not stored. Looks again at the last days before the
 * previous comparison. Does nothing if the rail gives no lines. Runs outside a transaction, in many short ones; what was
 * broken off is compared again the next time.
 */
export async function reconcile(
  db: Queryable,
  rail: Rail,
  to: Date,
  now: Date,
  log: Pick<Logger, 'error'>,
): Promise<readonly UnderWay[]> {
  const end = to < now ? to : now;
  const begin = rail.statement ? await findBegin(db, rail.name) : null;
  if (!rail.statement || !begin || begin >= end) return [];
  while ((await deleteLinesBefore(db, firstIdAt(Date.now() - longestComparison_ms), part)) > 0);
  const comparison = { id: newId('rcn'), rail: rail.name };
  const from = new Date(begin.getTime() - margin_ms);
  const since = new Date(from.getTime() - margin_ms);
  const oldest = await keepLedger(db, comparison, since, rail.knowsArrivals ?? false);
  await keepBook(db, comparison, rail.statement(oldest, now));
  const underWayFrom = new Date(now.getTime() - grace_ms);
  const underWay = await compare(db, comparison, { from, to: end, underWayFrom }, now, log);
  await advanceTo(db, rail.name, end < underWayFrom ? end : underWayFrom);
  return underWay;
}

/**
 * Keeps what the ledger has moved since a time. Returns from when on to read the bank's book: from the oldest of their
 * orders on, because the bank may have carried out an order long before it reported that.
 */
async function keepLedger(
  db: Queryable,
  comparison: Comparison,
  since: Date,
  isAlwaysExpected: boolean,
): Promise<Date> {
  let oldest = since;
  for (const id of await listClearingAccounts(db, comparison.rail)) {
    for (const side of ['source', 'destination'] as const) {
      let place: MovementPlace | null = { at: since.toISOString(), transactionId: firstIdAt(0), step: -1 };
      while (place) {
        const from = { id: comparison.id, accountId: id, ...place };
        const kept = await keepMovements(db, side, { ...from, count: part, isAlwaysExpected });
        if (kept?.oldestOrder && kept.oldestOrder < oldest) oldest = kept.oldestOrder;
        place = kept;
      }
    }
  }
  return oldest;
}

async function keepBook(db: Queryable, comparison: Comparison, book: AsyncIterable<RailLine>): Promise<void> {
  let lines: RailLine[] = [];
  for await (const line of book) {
    lines.push(line);
    if (lines.length < part) continue;
    await keepBankLines(db, comparison, lines);
    lines = [];
  }
  await keepBankLines(db, comparison, lines);
}

/** Compares what was kept, in the order of the keys. Logs each difference that is new, and returns what is under way. */
async function compare(
  db: Queryable,
  comparison: Comparison,
  range: Range,
  now: Date,
  log: Pick<Logger, 'error'>,
): Promise<UnderWay[]> {
  const shown: UnderWay[] = [];
  let after = '';
  for (;;) {
    const upTo = await findNextKey(db, { ...comparison, after, count: part });
    if (upTo === null) return shown;
    const most = shownUnderWay - shown.length;
    const { found, underWay } = await insertDifferences(db, comparison, { after, upTo }, range, now, most);
    for (const { number, rail, kind, key } of found)
      log.error({ rail, number: Number(number), kind, key }, 'a clearing account and its bank differ');
    shown.push(...underWay);
    after = upTo;
  }
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
    await reconcile(db, rail, to, now, log);
  }
  reconciled.open = await countOpen(db);
  return 0;
}
