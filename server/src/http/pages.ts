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

/**
 * Returns one page of a list, newest first. `read` fetches up to `count` rows with ids below `before`: one more than
 * the page has, to find out whether there is a next page. A cursor is valid only for the same list, party and filters.
 * `envelope` makes a response of the resources and the next cursor. Throws `invalid_pagination_cursor`.
 */
export async function page<Row extends { id: string }>(
  ctx: Context,
  name: string,
  filters: Record<string, string | undefined>,
  query: PageQuery,
  read: (before: string, count: number) => Promise<Row[]>,
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
  const rows = await read(before, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const next = rows.length > query.limit && last ? makeCursor(ctx.keyring, listView, last.id) : null;
  return envelope(shown.map(view), next);
}
