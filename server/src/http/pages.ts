import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import { makeCursor, readCursor } from '../lib/cursor.ts';
import type { HttpResponse } from './endpoint.ts';
import { list } from './envelope.ts';
import type { Resource } from './envelope.ts';

/** The query parameters of a list: the size of the page, and the cursor that the previous page ended with. */
export type PageQuery = { limit: number; cursor?: string | undefined };

/** A value above every id, where the first page starts, because lists are in descending order. */
export const newest = 'f'.repeat(32);

/** What a page shows, read up to one row more than it has; `scannedTo` is where a bounded search stopped, if it did. */
export type PageRows<Row> = { rows: Row[]; scannedTo: string | null };

/**
 * Returns one page of a list, newest first. `read` fetches up to `count` rows with ids below `before`: one more than
 * the page has, to find out whether there is a next page. A cursor is valid only for the same list, party and filters.
 * `envelope` makes a response of the resources and the next cursor. Throws `invalid_pagination_cursor`.
 */
export function page<Row extends { id: string }>(
  ctx: Context,
  name: string,
  filters: Record<string, string | undefined>,
  query: PageQuery,
  read: (before: string, count: number) => Promise<Row[]>,
  view: (row: Row) => Resource,
  envelope?: (resources: Resource[], nextCursor: string | null) => HttpResponse,
): Promise<HttpResponse> {
  const readAll = async (before: string, count: number): Promise<PageRows<Row>> => ({
    rows: await read(before, count),
    scannedTo: null,
  });
  return pageOf(ctx, name, filters, query, readAll, view, envelope);
}

/** Returns one page of a list whose `read` may stop before it found all the rows of the page. */
export async function pageOf<Row extends { id: string }>(
  ctx: Context,
  name: string,
  filters: Record<string, string | undefined>,
  query: PageQuery,
  read: (before: string, count: number) => Promise<PageRows<Row>>,
  view: (row: Row) => Resource,
  envelope: (resources: Resource[], nextCursor: string | null) => HttpResponse = list,
): Promise<HttpResponse> {
  const listView = { list: name, partyId: ctx.actor.partyId, filters };
  const before = query.cursor === undefined ? newest : readCursor(ctx.keyring, listView, query.cursor);
  if (before === null) {
    throw fault('invalid_pagination_cursor', 'Take the cursor from this same list and these same filters.', {
      parameter: 'cursor',
    });
  }
  const { rows, scannedTo } = await read(before, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const end = rows.length > query.limit ? (shown.at(-1)?.id ?? null) : scannedTo;
  const next = end === null ? null : makeCursor(ctx.keyring, listView, end);
  return envelope(shown.map(view), next);
}
