import { composeCustomerInvitationMail } from '../customer-invitations/compose-mail.ts';
import type { Composers } from '../mails/send.ts';
import { composePartyInvitationMail } from '../party-invitations/compose-mail.ts';
import { composePaymentRequestMail } from '../payment-requests/compose-mail.ts';
import { composeClaimMail } from '../payments/compose-claim-mail.ts';

/** Who writes which mail: the room of what it tells of. */
export const composers: Composers = {
  customerInvitation: composeCustomerInvitationMail,
  partyInvitation: composePartyInvitationMail,
  paymentRequest: composePaymentRequestMail,
  claim: composeClaimMail,
};
