import type { Endpoint } from '../../http/endpoint.ts';
import { tokenAction } from '../../http/token-action.ts';
import { acceptClaim, claimToken } from './accept.ts';
import { acceptedClaimShape } from './resource.ts';
import { acceptClaimAttributes } from './schema.ts';

export const claimRoutes: Endpoint[] = [
  tokenAction('/claims/:token/accept', {
    summary: 'Claim money that waits for an address',
    description: `Claims all payments that wait for the address to which the mail with this token was sent, which needs no
other credential. The token proves the address: its party becomes active, with a person as its owner, and the money moves
into its wallets; of many payments, some move soon after the response. \`received\` says which: they are its own at once.
With \`apiKeyName\`, the response has an API key
of the party, and is the only one that contains it.`,
    response: acceptedClaimShape,
    refuses: ['claim_not_found'],
    type: 'party',
    attributes: acceptClaimAttributes,
    example: { name: 'Casey Customer', apiKeyName: 'First key' },
    token: claimToken,
    run: (ctx, { params, attributes }) => acceptClaim(ctx, params, attributes),
  }),
];
