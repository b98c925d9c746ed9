import { composeApprovalMail } from '../authority/approvals/notices/compose-mail.ts';
import { composeContactMail } from '../identity/contacts/compose-mail.ts';
import { composeCustomerInvitationMail } from '../authority/customer-invitations/compose-mail.ts';
import type { Composers } from '../mails/send.ts';
import { composePartyInvitationMail } from '../identity/party-invitations/compose-mail.ts';
import { composePaymentRequestMail } from '../money/payment-requests/compose-mail.ts';
import { composeSignInMail } from '../identity/sign-in/compose-mail.ts';
import { composeClaimMail } from '../money/payments/compose-claim-mail.ts';
import { composeWebhookDisabledMail } from '../history/webhooks/compose-mail.ts';

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
