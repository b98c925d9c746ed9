import type { Context } from '../context.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { listMailsBefore } from './queries.ts';
import type { MailboxQuery } from './schema.ts';
import { mailResource } from './view.ts';

/** What the sandbox has sent, or is about to, on behalf of the caller's party or to an address of its. */
export function listMails(ctx: Context, query: MailboxQuery): Promise<HttpResponse> {
  const read = (before: string, count: number) => listMailsBefore(ctx.db, ctx.actor.partyId, before, count);
  return page(ctx, 'mails', {}, query, read, mailResource);
}
