import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import type { Id } from '../../lib/id.ts';
import { apiKeyAsRecorded, findApiKey } from './queries.ts';
import { apiKeyResource } from './view.ts';

/** Responds with an API key of the actor's party, without its secret. Throws `api_key_not_found`. */
export async function readApiKey({ db, actor, askedAt: now }: Context, id: Id<'apy'>): Promise<HttpResponse> {
  const key = await findApiKey(db, { partyId: actor.partyId, id, now });
  if (!key) throw apiKeyNotFound();
  return single(apiKeyResource(key));
}

export function apiKeyNotFound(): PurserError {
  return fault('api_key_not_found', 'Your party has no API key of this id.', { parameter: 'apiKeyId' });
}

/** An API key as an event recorded it, without its secret. */
export const recordedApiKey = recorded(apiKeyAsRecorded, apiKeyResource);
