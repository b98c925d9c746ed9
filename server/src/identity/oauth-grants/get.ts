import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import type { Id } from '../../lib/id.ts';
import { findGrant } from './queries.ts';
import { oauthGrantResource } from './view.ts';

/** Responds with an OAuth grant of the actor's party. Throws `oauth_grant_not_found`. */
export async function readGrant({ db, actor, askedAt: now }: Context, id: Id<'ogr'>): Promise<HttpResponse> {
  const grant = await findGrant(db, { partyId: actor.partyId, id, now });
  if (!grant) throw grantNotFound();
  return single(oauthGrantResource(grant));
}

export function grantNotFound(): PurserError {
  return fault('oauth_grant_not_found', 'Your party has no OAuth grant of this id.', {
    parameter: 'oauthGrantId',
  });
}
