import {
  currency,
  having,
  idOf,
  list,
  oneOf,
  orNull,
  related,
  relatedOrNone,
  text,
  words,
} from '../support/shapes.ts';
import {
  agentCustomerShape,
  agentKeyShape,
  agentShape,
  customerWith,
  invitationShape,
  listedInvitationShape,
} from '../support/shapes-customers.ts';
import { createdApiKeyShape } from '../support/shapes-parties.ts';
import {
  listedPaymentRequestShape,
  paymentRequestShape,
  paymentShape,
  transactionDetailShape,
} from '../support/shapes-payments.ts';
import { approvalShape, transferShape } from '../support/shapes-transfers.ts';

// What is known more exactly of the resources that the samples show: specification, rows R1–R15. What stands here as
// null has no value yet; what may be null is shown both as null and as a value.

export const newApiKey = having(createdApiKeyShape, { environment: 'sandbox', expiresAt: null });

export const changedAgent = having(agentShape, {
  rules: orNull({ currencies: { allow: list(currency), onBreach: words('review', 'refuse') } }),
});

export const agentKey = having(agentKeyShape, {
  status: 'ACTIVE',
  expiresAt: null,
  rotatedAt: null,
  revokedAt: null,
  revokedBy: null,
});

export const customer = having(customerWith('ACTIVE', 'ACTIVE'), { email: text });
export const customerOfAgent = having(agentCustomerShape, { email: text, status: 'ACTIVE' });

export const newPayment = having(paymentShape, { status: words('PROCESSING', 'IN_REVIEW'), expiresAt: null });
export const readPayment = having(
  paymentShape,
  {},
  { paymentRequest: relatedOrNone('paymentRequest', 'prq') },
);

const payers = ['email', 'phone', 'party_id', 'agent_id'] as const;
export const paymentRequest = oneOf(
  ...payers.map((payer) => having(paymentRequestShape(payer), { status: 'OPEN', requesterEmail: text })),
);
export const listedPaymentRequests = payers.map((payer) =>
  having(
    listedPaymentRequestShape(payer),
    {
      status: words('OPEN', 'COMPLETED'),
      requesterEmail: text,
      payerPartyId: orNull(idOf('pty')),
      transactionId: orNull(idOf('txn')),
    },
    { payerParty: relatedOrNone('party', 'pty'), payment: relatedOrNone('payment', 'pay') },
  ),
);

export const newWithdrawal = having(transferShape('withdrawal'), {
  status: words('PROCESSING', 'IN_REVIEW'),
  failure: null,
  return: null,
  settledAt: null,
});

export const transaction = oneOf(
  having(transactionDetailShape('payment'), { category: words('sent', 'received') }),
  having(transactionDetailShape('transfer'), { category: words('deposit', 'withdrawal') }),
);

/** In the sandbox, only agents have limits. */
export const approval = having(approvalShape, {}, { initiatorAgent: related('agent', 'agt') });

export const newInvitation = having(invitationShape, { status: 'PENDING', acceptedAt: null });
export const listedInvitation = having(listedInvitationShape, {
  status: words('PENDING', 'EXPIRED'),
  acceptedAt: null,
  accepted_at: null,
});
