import { composeCustomerInvitationLetter } from '../customer-invitations/letter.ts';
import type { Composers } from '../mails/send.ts';
import { composePartyInvitationLetter } from '../party-invitations/letter.ts';
import { composePaymentRequestLetter } from '../payment-requests/letter.ts';
import { composeClaimLetter } from '../payments/compose-claim-letter.ts';

/** Who writes which mail: the room of what it tells of. */
export const composers: Composers = {
  customerInvitation: composeCustomerInvitationLetter,
  partyInvitation: composePartyInvitationLetter,
  paymentRequest: composePaymentRequestLetter,
  claim: composeClaimLetter,
};
