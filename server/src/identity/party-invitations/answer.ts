import { changesBetween } from '../../terms/changes.ts';
import { mintApiKey } from '../api-keys/mint.ts';
import { shownApiKey } from '../api-keys/show.ts';
import type { TokenWriteContext } from '../../context.ts';
import { hashLinkToken } from '../../db/link-token.ts';
import { fault, type PurserError } from '../../errors.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import type { TokenLookUp, TokenTarget } from '../../http/token-look-up.ts';
import { single } from '../../http/envelope.ts';
import { tokenActor, writeByToken } from '../../idempotency/write.ts';
import { publicId } from '../../lib/id.ts';
import { joinByEmail } from '../members/add.ts';
import { scopesOfRole } from '../../http/roles.ts';
import { closeInvitation } from './close.ts';
import { type AnswerableInvitation, findByTokenHash } from './queries.ts';
import type { AcceptInvitationAttributes } from './schema.ts';
import { acceptedInvitation, answeredInvitationResource } from './view.ts';

type Target = TokenTarget & AnswerableInvitation;

/** Finds the invitation that a token answers. One that was answered is found too, for replays. */
export const answerToken: TokenLookUp<Target> = {
  async find(db, token) {
    const invitation = await findByTokenHash(db, hashLinkToken(token));
    return invitation && { ...invitation, publicId: publicId('inv', invitation.id) };
  },
  notFound,
};

/**
 * Accepts an invitation as the person to whose address its token was sent: the user with this address, or a new one,
 * becomes a member of the party. With `apiKeyName`, the response has an API key of that user for this party, with the
 * scopes of the role. Throws `invitation_not_found` if the invitation is not open, `conflict` if the person is a member
 * already, and `invalid_value` if a new user has no name.
 */
export function acceptInvitation(
  ctx: TokenWriteContext,
  target: Target,
  { name, apiKeyName }: AcceptInvitationAttributes,
): Promise<HttpResponse> {
  const { config } = ctx;
  const { partyId } = target;
  return writeByToken(ctx, target, { targetId: target.id }, async (tx, now) => {
    const accepted = await closeInvitation(tx, target, 'ACCEPTED', now);
    if (!accepted) throw notFound();
    const { email, role } = accepted;
    const userId = await joinByEmail(tx, partyId, { name, email, role, now });
    if (!userId) throw fault('conflict', 'The invited person is a member of this party already.');
    const { environment } = config;
    const scopes = scopesOfRole(role);
    const key =
      apiKeyName === undefined
        ? null
        : await mintApiKey(tx, { partyId, userId, name: apiKeyName, scopes, environment, now });
    const body = (withSecret: boolean) =>
      acceptedInvitation(accepted, target, userId, key && shownApiKey(key, withSecret));
    const actor = tokenActor(partyId, userId);
    const changes = changesBetween({}, { role, ...(key && { scopes }) });
    return { response: { status: 200, body: body(true) }, stored: body(false), actor, changes };
  });
}

/** Declines an invitation as the person to whose address its token was sent. Throws `invitation_not_found`. */
export function declineInvitation(ctx: TokenWriteContext, target: Target): Promise<HttpResponse> {
  return writeByToken(ctx, target, { targetId: target.id }, async (tx, now) => {
    const declined = await closeInvitation(tx, target, 'DECLINED', now);
    if (!declined) throw notFound();
    const actor = tokenActor(target.partyId, null);
    return { response: single(answeredInvitationResource(declined, target)), actor };
  });
}

function notFound(): PurserError {
  return fault('invitation_not_found', 'This token leads to no open invitation.', { parameter: 'token' });
}
