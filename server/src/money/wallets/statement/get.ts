import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import { badRequest, type PurserError } from '../../../errors.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import { customerOf, earliest_ms, latest_ms } from '../../../http/fields.ts';
import { type Id, idsBetween } from '../../../lib/id.ts';
import { getWallet } from '../get.ts';
import { balanceAt, dateFrom, findDates, type LineRow, type Moment, readLines } from './queries.ts';
import { asCsv, asJson, type Rendering } from './render.ts';
import type { StatementResource } from './resource.ts';
import type { StatementQuery } from './schema.ts';
import { statementLine, statementResource } from './view.ts';

const linesPerPart = 500; // a few ms of the event loop

/** Longer than a payment can wait in review or for a deposit: it moves its money, if at all, so long after it was made. */
const longestReview_ms = 30 * 24 * 60 * 60 * 1000;

/**
 * Returns the statement of a wallet of the actor's party or, on behalf of a customer, of one who delegated
 * `wallets.read`: as a stream, from one snapshot. It ends where nothing can change any more. Throws `wallet_not_found`, `invalid_value` for a period that does not
 * begin before its end, and what `openLongRead` throws.
 */
export async function getStatement(
  ctx: Context,
  walletId: Id<'wal'>,
  query: StatementQuery,
  prefersCsv: boolean,
): Promise<HttpResponse> {
  const [from, end] = periodOf(query, ctx.askedAt);
  const { partyId, currency } = await getWallet(ctx, walletId, customerOf(query));
  const to = await closeAt(ctx, walletId, end);
  if (from >= to) throw notBefore('from');
  const period = { partyId, walletId, from: momentOf(from, ctx), to: momentOf(to, ctx) };
  const read = await ctx.sessions.longReadOf(ctx.actor.partyId);
  try {
    const closing = await balanceAt(read, period, period.to);
    const parts = readLines(read, period, linesPerPart);
    const first = (await parts.next()).value ?? [];
    const statement = statementResource(period, currency, {
      opening: closing - (first[0]?.total ?? 0n),
      closing,
    });
    const body = Readable.from(textOf(statement, first, parts, prefersCsv ? asCsv : asJson), {
      signal: read.signal,
    });
    body.once('close', read.close);
    body.once('error', ({ message }) =>
      ctx.log.warn({ requestId: ctx.requestId, reason: message }, 'a statement ended early'),
    );
    return { status: 200, body, headers: { Vary: 'Accept', ...(prefersCsv && csvHeaders(statement.id)) } };
  } catch (error) {
    read.close();
    throw error;
  }
}

function momentOf(time: Date, { clockOffset_ms }: Context): Moment {
  const since = new Date(Math.max(0, time.getTime() - longestReview_ms));
  const { lowest, before } = idsBetween(since, time, 'f'.repeat(32), clockOffset_ms);
  return { time, lowest, above: before };
}

/** Returns the period that a query names; by default the current month, or the one in which the given end lies. */
function periodOf({ from, to }: StatementQuery, now: Date): [from: Date, to: Date] {
  const end = to ?? nextMonth(now);
  const begin = from ?? monthOf(new Date(end.getTime() - 1));
  if (begin < end) return [begin, end];
  throw notBefore(to ? 'to' : 'from');
}

function notBefore(parameter: 'from' | 'to'): PurserError {
  const detail = '`from` must be before `to`, and not in the future.';
  return badRequest([{ code: 'invalid_value', detail, source: { parameter } }]);
}

/**
 * Returns when a statement ends, after which nothing in it can change: at the end that was asked for or, if that is still
 * to come, now, or after the latest movement, if the clock was ahead when it was dated.
 */
async function closeAt(ctx: Context, walletId: Id<'wal'>, asked: Date): Promise<Date> {
  const dates = await findDates(ctx.db, walletId);
  const before_us = dates?.datedTo_us ?? 0n;
  const dated_ms = Number((before_us + 999n) / 1000n);
  const end_ms = Math.min(+asked, Math.max(Number(dates?.now_ms), dated_ms));
  const end_us = BigInt(end_ms) * 1000n;
  if (before_us < end_us) {
    await ctx.sessions.write(ctx.actor.partyId, (db) => dateFrom(db, walletId, end_us));
  }
  return new Date(end_ms);
}

/** Returns the first instant, in UTC, of the month of a time. */
function monthOf(time: Date): Date {
  const month = new Date(time);
  month.setUTCDate(1);
  month.setUTCHours(0, 0, 0, 0);
  return new Date(Math.max(earliest_ms, month.getTime()));
}

function nextMonth(now: Date): Date {
  const month = monthOf(now);
  month.setUTCMonth(month.getUTCMonth() + 1);
  return new Date(Math.min(latest_ms, month.getTime()));
}

async function* textOf(
  statement: StatementResource,
  first: LineRow[],
  others: AsyncIterable<LineRow[]>,
  { before, part, after }: Rendering,
): AsyncGenerator<string> {
  let balance = BigInt(statement.attributes.openingBalance);
  const linesOf = (rows: LineRow[]) => rows.map((row) => statementLine(row, (balance += row.amount)));
  yield before(statement);
  yield part(linesOf(first), statement, true);
  for await (const rows of others) yield part(linesOf(rows), statement, false);
  yield after(statement);
}

function csvHeaders(id: string): Record<string, string> {
  return {
    'Content-Type': 'text/csv; charset=utf-8; header=present',
    'Content-Disposition': `attachment; filename="${id}.csv"`,
  };
}
