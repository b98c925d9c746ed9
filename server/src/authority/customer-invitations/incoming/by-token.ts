import { grantOwner } from '../../delegations/grants/count.ts';
import { mintApiKey, type NewApiKey } from '../../../identity/api-keys/mint.ts';
import { moveFirst } from '../../../identity/claims/move.ts';
import type { TokenWriteContext } from '../../../context.ts';
import { hashLinkToken } from '../../../db/link-token.ts';
import type { Queryable } from '../../../db/sql.ts';
import { sumPastSpending } from '../../../engine/plain-writes/count-limits.ts';
import { fault, type PurserError } from '../../../errors.ts';
import type { HttpResponse } from '../../../http/endpoint.ts';
import type { TokenLookUp, TokenTarget } from '../../../http/token-look-up.ts';
import { single } from '../../../http/envelope.ts';
import { tokenActor, writeByToken } from '../../../idempotency/write.ts';
import { type Id, publicId } from '../../../lib/id.ts';
import { scopesOfRole } from '../../../http/roles.ts';
import { createParty, type NewParty } from '../../../identity/parties/create.ts';
import type { AcceptByTokenAttributes } from '../schema.ts';
import { acceptedByToken, incomingInvitationResource } from '../view.ts';
import { accept, isOpen, lockInviter, storeAnswer } from './answer.ts';
import { findAgain, findByTokenHash, type IncomingRow, isAddressTaken } from './queries.ts';

export type AnswerableInvitation = TokenTarget & { invitation: IncomingRow };

/** Finds the invitation that a token answers. One that was answered is found too, for replays. */
export const answerToken: TokenLookUp<AnswerableInvitation> = {
  async find(db, token) {
    const invitation = await findByTokenHash(db, hashLinkToken(token));
    if (!invitation) return null;
    const { id, partyId } = invitation;
    return { id, publicId: publicId('adi', id), partyId, invitation };
  },
  notFound,
};

/**
 * Accepts an invitation as the person to whose address its token was sent. The token proves the address and nothing
 * else: it makes a new party with this address, or the PROVISIONAL one that is known by it, ACTIVE. The authority over
 * a party that is ACTIVE already is with its keys: then this throws `conflict`. Throws `invitation_not_found` if the
 * invitation is not open, and `invalid_value` without a name.
 */
export async function acceptByToken(
  ctx: TokenWriteContext,
  token: AnswerableInvitation,
  { name, apiKeyName }: AcceptByTokenAttributes,
): Promise<HttpResponse> {
  const { config } = ctx;
  let accepter: Id<'pty'> | null = null;
  const response = await writeByToken(ctx, token, { targetId: token.id }, async (tx, now) => {
    const { invitation } = token;
    await requireOpen(tx, invitation, now);
    await lockInviter(tx, invitation);
    await requireOpen(tx, invitation, now);
    const made = await makePerson(tx, invitation, name, now);
    const { partyId, userId } = made;
    const owner = grantOwner({ agentId: invitation.agentId, customerId: partyId });
    const past = await sumPastSpending(tx, owner, invitation, now);
    const accepted = await accept(tx, invitation, partyId, past, now);
    if (!accepted) throw notFound();
    let key: NewApiKey | null = null;
    if (apiKeyName !== undefined) {
      const { environment } = config;
      const scopes = scopesOfRole('OWNER');
      key = await mintApiKey(tx, { partyId, userId, name: apiKeyName, scopes, environment, now });
    }
    const { invitation: answered, changes = [] } = accepted;
    const body = (withSecret: boolean): object => acceptedByToken(answered, made, key, withSecret);
    accepter = partyId;
    const actor = tokenActor(partyId, userId);
    return { response: { status: 200, body: body(true) }, stored: body(false), actor, changes };
  });
  if (accepter) await moveFirst(ctx, accepter);
  return response;
}

/** Declines an invitation as the person to whose address its token was sent. Throws `invitation_not_found`. */
export function declineByToken(ctx: TokenWriteContext, token: AnswerableInvitation): Promise<HttpResponse> {
  return writeByToken(ctx, token, { targetId: token.id }, async (tx, now) => {
    const declined = await storeAnswer(tx, token.invitation, { to: 'DECLINED', customerPartyId: null }, now);
    if (!declined) throw notFound();
    return { response: single(incomingInvitationResource(declined)), actor: tokenActor(token.partyId, null) };
  });
}

async function requireOpen(tx: Queryable, { id }: IncomingRow, now: Date): Promise<void> {
  const invitation = await findAgain(tx, id);
  if (!invitation || !isOpen(invitation, now)) throw notFound();
}

async function makePerson(
  tx: Queryable,
  { recipientType, recipientValue }: IncomingRow,
  name: string | undefined,
  now: Date,
): Promise<NewParty> {
  if (await isAddressTaken(tx, recipientType, recipientValue)) throw addressTaken();
  if (name === undefined) {
    throw fault('invalid_value', '`name` is required: the name of the person.', {
      pointer: '/data/attributes/name',
    });
  }
  const isEmail = recipientType === 'email';
  const address = isEmail ? { email: recipientValue } : { phone: recipientValue };
  const person = { type: 'PERSON', name, currency: 'USD', now, ...address } as const;
  const made = await createParty(tx, person, { name, email: isEmail ? recipientValue : null });
  if (!made) throw addressTaken();
  return made;
}

function addressTaken(): PurserError {
  return fault(
    'conflict',
    'This address belongs to a party. Answer with a key of that party: POST /customer-invitations/{id}/accept.',
  );
}

function notFound(): PurserError {
  return fault('invitation_not_found', 'This token leads to no open invitation.', { parameter: 'token' });
}
