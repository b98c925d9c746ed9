import type { Context } from '../context.ts';
import type { ListPage } from '../db/filters.ts';
import type { Queryable } from '../db/sql.ts';
import { fault } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import type { HttpResponse } from './endpoint.ts';
import { list, type Resource } from './envelope.ts';
import { ownReader } from './permission.ts';
import type { Keyring } from '../lib/keyring.ts';

/**
 * The query of a list: the size of the page, the cursor that the previous page ended with, and all that chooses its rows.
 * A list that may be a customer's has its party as `ofParty` names it; the query as it was sent does not compile.
 */
export type PageQuery = {
  [filter: string]: unknown;
  limit: number;
  cursor?: string | undefined;
  partyId?: Id<'pty'>;
  customerPartyId?: never;
};

/** A value above every id, where the first page starts, because lists are in descending order. */
export const newest = 'f'.repeat(32);

/** What a page shows, read up to one row more than it has; `scannedTo` is where a bounded search stopped, if it did. */
export type PageRows<Row> = { rows: Row[]; scannedTo: string | null };

/**
 * Reads up to `count` rows of a party with ids below `before`, as the query of the request asks; `now` is its time. `own`
 * is the agent that reads its own only.
 */
export type ReadRows<Row, Query> = (
  db: Queryable,
  page: Query & ListPage & { own: Id<'agt'> | null; now: Date },
) => Promise<Row[]>;

type Envelope = (resources: Resource[], nextCursor: string | null) => HttpResponse;

/** Returns one page of a list of the actor's party, as `pageOf` does. */
export function page<Row extends { id: string }, Query extends PageQuery>(
  ctx: Context,
  name: string,
  query: Query,
  read: ReadRows<Row, Query>,
  view: (row: Row) => Resource,
  envelope?: Envelope,
): Promise<HttpResponse> {
  const { db, actor, askedAt: now } = ctx;
  const own = ownReader(actor);
  const readAll = async (before: string, count: number): Promise<PageRows<Row>> => ({
    rows: await read(db, { ...query, partyId: actor.partyId, before, count, own, now }),
    scannedTo: null,
  });
  return pageOf(ctx, name, query, readAll, view, envelope);
}

/**
 * Returns one page of a list, newest first. `read` fetches up to `count` rows with ids below `before`: one more than
 * the page has, to find out whether there is a next page; it may stop before it found all of them. A cursor is valid only
 * for the same list, party and query. `envelope` makes a response of the resources and the next cursor. Throws
 * `invalid_pagination_cursor`.
 */
export async function pageOf<Row extends { id: string }>(
  ctx: Context,
  name: string,
  query: PageQuery,
  read: (before: string, count: number) => Promise<PageRows<Row>>,
  view: (row: Row) => Resource,
  envelope: Envelope = list,
): Promise<HttpResponse> {
  const { limit, cursor, ...filters } = query;
  const listView = { list: name, partyId: ctx.actor.partyId, filters };
  const before = cursor === undefined ? newest : readCursor(ctx.keyring, listView, cursor);
  if (before === null) {
    throw fault('invalid_pagination_cursor', 'Take the cursor from this same list and these same filters.', {
      parameter: 'cursor',
    });
  }
  const { rows, scannedTo } = await read(before, limit + 1);
  const shown = rows.slice(0, limit);
  const end = rows.length > limit ? (shown.at(-1)?.id ?? null) : scannedTo;
  const next = end === null ? null : makeCursor(ctx.keyring, listView, end);
  return envelope(shown.map(view), next);
}

/** A list as a party sees it with a set of filters, of any JSON. A cursor is valid for one view only. */
type ListView = { list: string; partyId: string; filters: object };

const cursorForm = /^cur_([a-z0-9]{1,16})\.([0-9a-f]{32})\.([A-Za-z0-9_-]{22})$/;

/** Returns an opaque cursor for the page after the row with this id. */
export function makeCursor(keyring: Keyring, view: ListView, lastId: string): string {
  const { keyId, tag } = keyring.sign('cursor', signedText(view, lastId));
  return `cur_${keyId}.${lastId}.${tag.toString('base64url')}`;
}

/** Returns the id in a cursor, or null where the cursor was tampered with or made for another view. */
function readCursor(keyring: Keyring, view: ListView, cursor: string): string | null {
  const [, keyId, lastId, tag] = cursorForm.exec(cursor) ?? [];
  if (keyId === undefined || lastId === undefined || tag === undefined) return null;
  const signature = { keyId, tag: Buffer.from(tag, 'base64url') };
  // Different base64 texts can decode to the same bytes; only the canonical one is valid.
  if (signature.tag.toString('base64url') !== tag) return null;
  return keyring.verify('cursor', signedText(view, lastId), signature) ? lastId : null;
}

function signedText(view: ListView, lastId: string): string {
  const filters = Object.entries(view.filters).filter(([, value]: [string, unknown]) => value !== undefined);
  filters.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([view.list, view.partyId, filters, lastId]);
}
