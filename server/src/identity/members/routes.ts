import { type Endpoint, get, patch, remove } from '../../http/endpoint.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { changeRole, removeMember } from './change.ts';
import { listMembers } from './list.ts';
import { memberShape, removedMemberShape } from './resource.ts';
import { memberPath, membersQuery, updateMemberAttributes } from './schema.ts';

export const memberRoutes: Endpoint[] = [
  get('/parties/me/members', {
    summary: "List your party's members",
    description:
      'Returns the users who act for your party, with their roles, newest user first. Filter them by `role`.',
    scope: 'party.read',
    ownReads: 'refused',
    query: membersQuery,
    response: listShape(memberShape),
    run: (ctx, { query }) => listMembers(ctx, query),
  }),
  patch('/parties/me/members/:userId', {
    summary: "Change a member's role",
    description: `Gives a member another role. The role bounds the scopes of the member's API keys from the next
request on. Only an owner may make an owner, or change the role of one, and the last owner stays an owner. A key that
expires gives no role that may do more.`,
    scope: 'party.update',
    type: 'user',
    params: memberPath,
    attributes: updateMemberAttributes,
    example: { role: 'ADMIN' },
    response: singleShape(memberShape),
    refuses: ['user_not_found', 'conflict'],
    run: (ctx, { params, attributes }) => changeRole(ctx, params.userId, attributes.role),
  }),
  remove('/parties/me/members/:userId', {
    summary: 'Remove a member',
    shows: { attributes: { status: 'REVOKED' } },
    description: `Removes a user from your party, revokes the API keys that the user has for it, and disables the webhooks
that the user made. The keys of agents that the user made stay; the response names them, and the webhooks. What waits
for an approval can be decided by others. Only an owner may remove an owner, and the last owner cannot be removed.`,
    scope: 'party.update',
    params: memberPath,
    response: removedMemberShape,
    refuses: ['user_not_found', 'conflict'],
    run: (ctx, { params }) => removeMember(ctx, params.userId),
  }),
];
