import { recorded } from '../../db/recorded.ts';
import type { Context } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import type { Id } from '../../lib/id.ts';
import { externalAccountAsRecorded, findExternalAccount } from './queries.ts';
import { externalAccountResource } from './view.ts';

/** Responds with an account of the actor's party, in any state. Throws `external_account_not_found`. */
export async function readExternalAccount({ db, actor }: Context, id: Id<'eac'>): Promise<HttpResponse> {
  const account = await findExternalAccount(db, actor.partyId, id);
  if (!account) throw accountNotFound();
  return single(externalAccountResource(account));
}

export function accountNotFound(): PurserError {
  return fault('external_account_not_found', 'Your party has no external account of this id.', inPath);
}

export const inPath = { parameter: 'externalAccountId' };

export const recordedExternalAccount = recorded(externalAccountAsRecorded, externalAccountResource);
