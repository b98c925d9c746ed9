import { deleteOldHistory } from '../authority/agents/delete-old-history.ts';
import { announceApprovals } from '../authority/approvals/notices/announce.ts';
import { expireApprovals } from '../authority/approvals/cancel.ts';
import { sealAuditLog } from '../history/audit-log/blocks/seal.ts';
import { moveClaimedMoney } from '../identity/claims/move.ts';
import type { Program } from '../context.ts';
import { expirePendingContacts } from '../identity/contacts/expire.ts';
import { expireCustomerInvitations } from '../authority/customer-invitations/expire.ts';
import { cancelUnderRevokedGrants } from '../authority/delegations/cancel-reviewed.ts';
import type { Task } from '../engine/model/journal.ts';
import { deleteExpiredResponses } from '../idempotency/delete-expired.ts';
import { deleteOldOauth } from '../doors/oauth/artifacts.ts';
import { deleteOldMails } from '../mails/delete-old.ts';
import { type Composers, sendDueMail } from '../mails/send.ts';
import { expirePartyInvitations } from '../identity/party-invitations/close.ts';
import { expirePaymentRequests } from '../money/payment-requests/close.ts';
import { returnUnclaimed } from '../money/payments/return-unclaimed.ts';
import { reconcileDaily } from '../money/reconciliation/reconcile.ts';
import { deleteOldLinks } from '../identity/sign-in/request-link.ts';
import { collectOutcomes } from '../money/transfers/collect-outcomes.ts';
import { submitOrders } from '../money/transfers/submit-orders.ts';
import { deleteOldDeliveries } from '../history/webhooks/delivery/record.ts';
import { composeApprovalMail } from '../authority/approvals/notices/compose-mail.ts';
import { composeNewKeyMail } from '../identity/api-keys/operator/compose-mail.ts';
import { composeContactMail } from '../identity/contacts/compose-mail.ts';
import { composeCustomerInvitationMail } from '../authority/customer-invitations/compose-mail.ts';
import { composePartyInvitationMail } from '../identity/party-invitations/compose-mail.ts';
import { composePaymentRequestMail } from '../money/payment-requests/compose-mail.ts';
import { composeSignInMail } from '../identity/sign-in/compose-mail.ts';
import { composeClaimMail } from '../money/payments/compose-claim-mail.ts';
import { composeWebhookDisabledMail } from '../history/webhooks/compose-mail.ts';

/** The composer of each kind of mail, from the module of the resource that the mail is about. */
const composers: Composers = {
  customerInvitation: composeCustomerInvitationMail,
  partyInvitation: composePartyInvitationMail,
  paymentRequest: composePaymentRequestMail,
  claim: composeClaimMail,
  contactVerification: composeContactMail,
  signIn: composeSignInMail,
  webhookDisabled: composeWebhookDisabledMail,
  approval: composeApprovalMail,
  apiKey: composeNewKeyMail,
};

/** Does a part of the work that is due by the service's clock. Returns how much it did; 0 means that none is left. */
type Work = (program: Program, now: Date) => Promise<number>;

const expirations: readonly Work[] = [
  expireApprovals,
  cancelUnderRevokedGrants,
  moveClaimedMoney,
  returnUnclaimed,
  expirePaymentRequests,
  expireCustomerInvitations,
  expirePartyInvitations,
  expirePendingContacts,
  deleteExpiredResponses,
  deleteOldHistory,
  deleteOldLinks,
  deleteOldDeliveries,
  deleteOldMails,
  deleteOldOauth,
];

/** Runs all expirations. If some fail, the others are done first, part by part; then the first failure is thrown. */
async function expire(program: Program, now: Date): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const expireDue of expirations) {
    try {
      done += await expireDue(program, now);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0 && done === 0) throw failures[0];
  return done;
}

/** All background work. The tables of the modules say what is due; a job only says that something is. */
export const tasks: Readonly<Record<Task, Work>> = {
  expire,
  submitOrders,
  collectOutcomes,
  sealAuditLog,
  reconcile: reconcileDaily,
  announceApprovals,
  sendSignInMail: (program, now) => sendDueMail(program, now, 'signIn', composers),
  sendMail: (program, now) => sendDueMail(program, now, 'others', composers),
};

/** How many parts of a task a server does at once while they are slow; 1 where absent. A mail may take half a minute. */
export const widths: Readonly<Partial<Record<Task, number>>> = { sendSignInMail: 2, sendMail: 4 };
