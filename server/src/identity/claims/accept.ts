import { mintApiKey } from '../api-keys/mint.ts';
import { shownApiKey } from '../api-keys/show.ts';
import type { TokenWriteContext } from '../../context.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import type { TokenLookUp, TokenTarget } from '../../http/token-look-up.ts';
import { tokenActor, writeByToken } from '../../idempotency/write.ts';
import { publicId } from '../../lib/id.ts';
import { scopesOfRole } from '../../http/roles.ts';
import { createParty } from '../parties/create.ts';
import { moveFirst } from './move.ts';
import { type ClaimRow, findByToken, findOpenByToken } from './queries.ts';
import type { AcceptClaimAttributes } from './schema.ts';
import { acceptedClaim } from './view.ts';

export type ClaimTarget = TokenTarget & ClaimRow & { token: string };

/** Finds the party whose money a token claims. One that was claimed is found too, for replays. */
export const claimToken: TokenLookUp<ClaimTarget> = {
  async find(db, token) {
    const claim = await findByToken(db, token);
    return claim && { ...claim, partyId: claim.id, publicId: publicId('pty', claim.id), token };
  },
  notFound,
};

/**
 * Claims all money that waits for an address, as the person to whom the token was sent. The token proves the address and
 * nothing else: it makes the PROVISIONAL party that is known by it ACTIVE, with its first user, and the money that waits
 * its own. It moves after the commit: a part of it before the response, the rest in the background. Throws
 * `claim_not_found` if nothing waits, and `invalid_value` without a name.
 */
export async function acceptClaim(
  ctx: TokenWriteContext,
  target: ClaimTarget,
  { name, apiKeyName }: AcceptClaimAttributes,
): Promise<HttpResponse> {
  const { config } = ctx;
  const { partyId, kind, value } = target;
  const response = await writeByToken(ctx, target, { targetId: partyId }, async (tx, now) => {
    if (!(await findOpenByToken(tx, target.token, now))) throw notFound();
    if (name === undefined) {
      const source = { pointer: '/data/attributes/name' };
      throw fault('invalid_value', '`name` is required: the name of the person.', source);
    }
    const isEmail = kind === 'email';
    const address = isEmail ? { email: value } : { phone: value };
    const person = { type: 'PERSON', name, currency: 'USD', now, ...address } as const;
    const made = await createParty(tx, person, { name, email: isEmail ? value : null });
    if (made?.partyId !== partyId) throw notFound(); // another request has proved the address at the same time
    if (made.received.totals.length === 0) throw notFound(); // all was canceled or went back in the meantime
    const { environment } = config;
    const { userId, received } = made;
    const scopes = scopesOfRole('OWNER');
    const key =
      apiKeyName === undefined
        ? null
        : await mintApiKey(tx, { partyId, userId, name: apiKeyName, scopes, environment, now });
    const body = (withSecret: boolean): object =>
      acceptedClaim(target, name, { userId, received, apiKey: key && shownApiKey(key, withSecret) });
    const actor = tokenActor(partyId, userId);
    return { response: { status: 200, body: body(true) }, stored: body(false), actor };
  });
  await moveFirst(ctx, partyId);
  return response;
}

function notFound(): PurserError {
  return fault('claim_not_found', 'This token leads to no money that waits.', { parameter: 'token' });
}
