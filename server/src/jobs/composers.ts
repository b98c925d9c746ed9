import { composeApprovalMail } from '../approvals/notices/compose-mail.ts';
import { composeContactMail } from '../contacts/compose-mail.ts';
import { composeCustomerInvitationMail } from '../customer-invitations/compose-mail.ts';
import type { Composers } from '../mails/send.ts';
import { composePartyInvitationMail } from '../party-invitations/compose-mail.ts';
import { composePaymentRequestMail } from '../payment-requests/compose-mail.ts';
import { composeSignInMail } from '../sign-in/compose-mail.ts';
import { composeClaimMail } from '../payments/compose-claim-mail.ts';
import { composeWebhookDisabledMail } from '../webhooks/compose-mail.ts';

/** The composer of each kind of mail, from the module of the resource that the mail is about. */
export const composers: Composers = {
  customerInvitation: composeCustomerInvitationMail,
  partyInvitation: composePartyInvitationMail,
  paymentRequest: composePaymentRequestMail,
  claim: composeClaimMail,
  contactVerification: composeContactMail,
  signIn: composeSignInMail,
  webhookDisabled: composeWebhookDisabledMail,
  approval: composeApprovalMail,
};
