import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listMembersBefore } from './queries.ts';
import type { MembersQuery } from './schema.ts';
import { memberResource } from './view.ts';

/** Returns a page of the members of the actor's party, newest user first. */
export function listMembers(ctx: Context, query: MembersQuery): Promise<HttpResponse> {
  const read = (before: string, count: number) =>
    listMembersBefore(ctx.db, ctx.actor.partyId, query, before, count);
  return page(ctx, 'members', query, read, (row) => memberResource(row));
}
