import type { Context } from '../context.ts';
import { fault } from '../errors.ts';
import { makeCursor, readCursor } from '../lib/cursor.ts';
import type { HttpResponse } from './endpoint.ts';
import { list } from './envelope.ts';
import type { Resource } from './envelope.ts';

/** What a list's query gives: how many, and where the page before ended. */
export type PageQuery = { limit: number; cursor?: string | undefined };

/** Above every id: where the first page begins, since lists run from the newest down. */
export const newest = 'f'.repeat(32);

/**
 * One page of a list, newest first. `read` fetches up to `count` rows with ids below `before`; one row more than
 * the page tells whether there is another. The cursor holds only for this list, party and filters. `envelope` puts
 * resources and cursor into an answer.
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
