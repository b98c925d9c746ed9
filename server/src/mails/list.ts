import type { Context } from '../context.ts';
import type { HttpResponse } from '../http/endpoint.ts';
import { page } from '../http/pages.ts';
import { listMailsBefore } from './queries.ts';
import type { MailboxQuery } from './schema.ts';
import { mailResource } from './view.ts';

/** Returns a page of mail, sent or pending, that the actor's party caused or that goes to one of its addresses. */
export function listMails(ctx: Context, query: MailboxQuery): Promise<HttpResponse> {
  const read = (before: string, count: number) => listMailsBefore(ctx.db, ctx.actor.partyId, before, count);
  return page(ctx, 'mails', query, read, mailResource);
}
