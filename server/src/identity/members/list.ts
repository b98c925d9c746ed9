import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { listMembersBefore, memberAsRecorded } from './queries.ts';
import type { MembersQuery } from './schema.ts';
import { memberResource } from './view.ts';

/** Returns a page of the members of the actor's party, newest user first. */
export function listMembers(ctx: Context, query: MembersQuery): Promise<HttpResponse> {
  return page(ctx, 'members', query, listMembersBefore, (row) => memberResource(row));
}

/** A member in a state, as an event of the membership recorded it. */
export const recordedMember = recorded(memberAsRecorded, (row, _reader, status) =>
  memberResource(row, status === 'REVOKED' ? 'REVOKED' : 'ACTIVE'),
);
