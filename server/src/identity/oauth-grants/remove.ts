import type { WriteContext } from '../../context.ts';
import type { Queryable } from '../../db/sql.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { removed } from '../../http/envelope.ts';
import { write } from '../../idempotency/write.ts';
import type { Id } from '../../lib/id.ts';
import { lockToRevoke, requireOwnerFor } from '../api-keys/revoke.ts';
import { endGrant } from './end.ts';
import { grantNotFound } from './get.ts';
import { findGrant } from './queries.ts';
import { oauthGrantResource } from './view.ts';

/**
 * Ends an OAuth grant of the actor's party for good, which may be the one of this request. Ending it again returns the same
 * response. Throws `oauth_grant_not_found`, and `forbidden` for a grant by which a program acts as an owner, unless the
 * actor is one.
 */
export function removeGrant(ctx: WriteContext, id: Id<'ogr'>): Promise<HttpResponse> {
  const { actor } = ctx;
  const { partyId, userId } = actor;
  const lockFirst = (tx: Queryable) => lockToRevoke(tx, actor, id);
  return write(ctx, { targetId: id, lockFirst }, async (tx, now) => {
    const find = () => findGrant(tx, { partyId, id, now });
    const known = await find();
    if (!known) throw grantNotFound();
    const detail = 'Only an owner may end a grant by which a program acts as an owner.';
    if (!known.agentId) await requireOwnerFor(tx, actor, known.userId, detail);
    await endGrant(tx, known, { userId, now });
    const ended = await find();
    if (!ended) throw grantNotFound();
    return { response: removed(oauthGrantResource(ended)) };
  });
}
