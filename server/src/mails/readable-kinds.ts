import type { AuthenticatedActor } from '../context.ts';
import type { Scope } from '../scopes.ts';
import type { MailRow } from './queries.ts';

type Kind = MailRow['kind'];

/** What it takes to cause a mail with a token that answers something; null for a mail without one. */
const causes: Readonly<Record<Kind, { scope: Scope; invites: boolean } | null>> = {
  partyInvitation: { scope: 'invite.create', invites: true },
  customerInvitation: { scope: 'delegations.create', invites: true },
  contactVerification: { scope: 'party.update', invites: false },
  claim: { scope: 'payments.create', invites: false },
  paymentRequest: null,
  webhookDisabled: null,
  approval: null,
  apiKey: null,
};

/**
 * Returns the kinds of mail that the actor may read. Whoever reads a token can answer with it, so only who could have
 * caused the mail may: neither agents nor keys that expire invite anybody. A link to sign in is for its reader alone.
 */
export function readableKinds({ scopes, agentId, expiresAt }: AuthenticatedActor): Kind[] {
  return (Object.keys(causes) as Kind[]).filter((kind) => {
    const cause = causes[kind];
    if (cause === null) return true;
    return scopes.has(cause.scope) && !(cause.invites && (agentId !== null || expiresAt !== null));
  });
}
