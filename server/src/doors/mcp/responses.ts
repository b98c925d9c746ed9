import type { AgentResource } from '../../authority/agents/resource.ts';
import type { ApprovalResource } from '../../authority/approvals/resource.ts';
import type { CounterpartyResource } from '../../authority/counterparties/resource.ts';
import type { CustomerResource } from '../../authority/customers/resource.ts';
import type { AgentUsageResource, PartyUsageResource } from '../../authority/usage/resource.ts';
import type { PartyResource } from '../../identity/parties/resource.ts';
import type { ExternalAccountResource } from '../../money/external-accounts/resource.ts';
import type {
  ListedPaymentRequestResource,
  PaymentRequestResource,
} from '../../money/payment-requests/resource.ts';
import type { PaymentResource } from '../../money/payments/resource.ts';
import type { TransactionResource } from '../../money/transactions/resource.ts';
import type { TransferResource } from '../../money/transfers/resource.ts';
import type { WalletResource } from '../../money/wallets/resource.ts';
import type { ReasonShown } from '../../terms/reasons.ts';

/** What a preview of the API says. */
export type PreviewData = {
  attributes: {
    outcome: 'accepted' | 'needsApproval' | 'refused';
    amount: number;
    currency: string;
    fee?: number | null;
    payee: {
      name: string | null;
      verified: boolean | null;
      partyId: string | null;
      knownSince: string | null;
      lastPaidAt: string | null;
      nameWarning: { partyId: string; name: string } | null;
    };
    claim: { onlyIfUnverified: boolean; expiresAt: string } | null;
    approvals: Array<{ deciderPartyId: string; reasons: ReasonShown[] }>;
    errors: Array<{ code: string; detail: string; meta?: { reasons?: ReasonShown[] } }>;
  };
};

/** The endpoints that tools call, each with the `data` of its response. */
export type Responses = {
  'GET /agents/:agentId': AgentResource;
  'GET /agents/:agentId/usage': AgentUsageResource;
  'GET /parties/me': PartyResource;
  'GET /parties/me/usage': PartyUsageResource;
  'GET /payment-requests/:paymentRequestId': ListedPaymentRequestResource;
  'GET /payments/:paymentId': PaymentResource;
  'GET /transfers/:transferId': TransferResource;
  'GET /wallets/:walletId': WalletResource;
  'POST /payment-requests': PaymentRequestResource;
  'POST /payment-requests/:paymentRequestId/decline': ListedPaymentRequestResource;
  'POST /payment-requests/:paymentRequestId/fulfill': PaymentResource;
  'POST /payments': PaymentResource;
  'POST /payments/:paymentId/cancel': PaymentResource;
  'POST /payments/preview': PreviewData;
  'POST /transfers/deposit': TransferResource;
  'POST /transfers/internal': TransferResource;
  'POST /transfers/withdraw': TransferResource;
};

/** The lists that tools read, each with one of its resources. */
export type Lists = {
  'GET /approvals': ApprovalResource;
  'GET /counterparties': CounterpartyResource;
  'GET /customers': CustomerResource;
  'GET /external-accounts': ExternalAccountResource;
  'GET /payment-requests': ListedPaymentRequestResource;
  'GET /payment-requests/incoming': ListedPaymentRequestResource;
  'GET /transactions': TransactionResource;
  'GET /wallets': WalletResource;
};
