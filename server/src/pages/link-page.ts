import type { Program } from '../context.ts';
import { currentTime } from '../db/clock.ts';
import type { Queryable } from '../db/sql.ts';
import { enter, takeAnonymousToken } from '../http/handle.ts';
import type { Guards } from '../http/handle.ts';
import type { WebServer } from '../http/server.ts';
import { isLinkToken } from '../lib/secret.ts';
import { pageHeaders } from './layout.ts';

/** A page that the token in its address gives access to: the page of what it leads to, or the one for all others. */
export type LinkPage<T> = {
  url: `/${string}/:token`;
  find: (db: Queryable, token: string, now: Date) => Promise<T | null>;
  pageOf: (found: T) => string;
  notFoundPage: string;
};

// The link alone gives access to what the page shows, so it must not leak in a referrer or be indexed or cached.
const headers = { ...pageHeaders, 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' };

/** Adds a page that needs no credential but the token in its address, and changes nothing. */
export function addLinkPage<T>(
  server: WebServer,
  program: Program,
  guards: Guards,
  { url, find, pageOf, notFoundPage }: LinkPage<T>,
): void {
  const db = program.sessions.readsOf('links'); // all who open links together, like one party
  server.route({
    method: 'GET',
    url,
    onRequest: async (request, reply) => {
      const { token } = request.params as { token: string };
      enter(guards, request, token, true);
      takeAnonymousToken(guards, request, reply);
    },
    handler: async (request, reply) => {
      const { token } = request.params as { token: string };
      const found = isLinkToken(token) ? await find(db, token, await currentTime(db)) : null;
      return reply
        .code(found ? 200 : 404)
        .headers(headers)
        .send(found ? pageOf(found) : notFoundPage);
    },
  });
}
