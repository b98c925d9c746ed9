import type { Mutant } from './mutant.ts';
import { auditLogMutants } from './mutants/audit-log.ts';
import { authorityMutants } from './mutants/authority.ts';
import { currencyLimitMutants } from './mutants/currency-limits.ts';
import { eventMutants } from './mutants/events.ts';
import { externalAccountMutants } from './mutants/external-accounts.ts';
import { feeMutants } from './mutants/fees.ts';
import { connectorMutants } from './mutants/connector.ts';
import { approvalPolicyMutants } from './mutants/approval-policy.ts';
import { freshSignInMutants } from './mutants/fresh-sign-in.ts';
import { freezeMutants } from './mutants/freezes.ts';
import { keyMutants } from './mutants/keys.ts';
import { limitMutants } from './mutants/limits.ts';
import { mailMutants } from './mutants/mails.ts';
import { memberMutants } from './mutants/members.ts';
import { moneyMutants } from './mutants/money.ts';
import { neighbourMutants } from './mutants/neighbours.ts';
import { oauthMutants } from './mutants/oauth.ts';
import { pageMutants } from './mutants/pages.ts';
import { payeeMutants } from './mutants/payees.ts';
import { paymentRequestMutants } from './mutants/payment-requests.ts';
import { plainWriteMutants } from './mutants/plain-writes.ts';
import { powerMutants } from './mutants/power.ts';
import { reconciliationMutants } from './mutants/reconciliation.ts';
import { refundMutants } from './mutants/refunds.ts';
import { recipientMutants } from './mutants/recipients.ts';
import { reviewMutants } from './mutants/reviews.ts';
import { ruleMutants } from './mutants/rules.ts';
import { standbyMutants } from './mutants/standby.ts';
import { statementMutants } from './mutants/statements.ts';
import { takenAwayMutants } from './mutants/taken-away.ts';
import { tenantMutants } from './mutants/tenants.ts';
import { usageMutants } from './mutants/usage.ts';
import { walletMutants } from './mutants/wallets.ts';

/** All mutants: builds that are broken on purpose. */
export const mutants: readonly Mutant[] = [
  ...moneyMutants,
  ...walletMutants,
  ...externalAccountMutants,
  ...reconciliationMutants,
  ...paymentRequestMutants,
  ...refundMutants,
  ...feeMutants,
  ...statementMutants,
  ...eventMutants,
  ...keyMutants,
  ...limitMutants,
  ...currencyLimitMutants,
  ...usageMutants,
  ...reviewMutants,
  ...ruleMutants,
  ...tenantMutants,
  ...recipientMutants,
  ...payeeMutants,
  ...authorityMutants,
  ...takenAwayMutants,
  ...memberMutants,
  ...powerMutants,
  ...freshSignInMutants,
  ...approvalPolicyMutants,
  ...connectorMutants,
  ...oauthMutants,
  ...pageMutants,
  ...mailMutants,
  ...plainWriteMutants,
  ...freezeMutants,
  ...auditLogMutants,
  ...standbyMutants,
  ...neighbourMutants,
];
