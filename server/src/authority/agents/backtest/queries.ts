import { many } from '../../../db/sql.ts';
import type { PaymentStatus } from '../../../engine/model/records.ts';
import type { LeadsTo } from '../../../engine/model/counterparty.ts';
import { leadsTo } from '../../../engine/model/waiting.ts';
import type { Id } from '../../../lib/id.ts';

type Spent = {
  status: PaymentStatus;
  amount: bigint;
  currency: string;
  description: string | null;
  payerPartyId: Id<'pty'>;
  /** The agent's party. */
  initiatorPartyId: Id<'pty'>;
  createdAt: Date;
  updatedAt: Date;
  acceptedAt: Date | null;
};

/** A payment that an agent has made. */
export type PastPayment = Spent & {
  type: 'payment';
  id: Id<'pay'>;
  payeePartyId: Id<'pty'> | null;
  recipientAddress: string | null;
  recipientAgentId: Id<'agt'> | null;
};

/** A withdrawal that an agent has made. */
export type PastWithdrawal = Spent & {
  type: 'withdrawal';
  id: Id<'trf'>;
  externalAccountId: Id<'eac'>;
};

const columns = 'id, status, amount, currency, description, created_at, updated_at, accepted_at';
const payment = `'payment' AS type, ${columns}, payer_party_id, initiator_party_id, payee_party_id,
  recipient_address, recipient_agent_id, NULL::uuid AS external_account_id`;
const withdrawal = `'withdrawal', ${columns}, party_id, party_id, NULL, NULL, NULL, external_account_id`;

// As rows are compared, no other index has this order, so a rare agent is not looked for among all payments.
const latestOfAgent = `agent_id IS NOT NULL AND (agent_id, id) >= ($1::uuid, lpad('', 32, '0')::uuid)
  AND (agent_id, id) <= ($1::uuid, lpad('', 32, 'f')::uuid) ORDER BY agent_id DESC, id DESC LIMIT $2`;

/** Returns the latest payments and withdrawals of an agent, newest first. */
export const listPastSpending = many<PastPayment | PastWithdrawal, [agentId: Id<'agt'>, count: number]>(
  'agents_past_spending',
  `(SELECT ${payment} FROM payments WHERE ${latestOfAgent})
   UNION ALL (SELECT ${withdrawal} FROM transfers WHERE ${latestOfAgent}) ORDER BY id DESC LIMIT $2`,
);

/** Returns what else leads to the parties, which the agent has paid: addresses, and ids of parties that they took over. */
export const listAddressesOf = many<LeadsTo & { partyId: Id<'pty'> }, [partyIds: ReadonlyArray<Id<'pty'>>]>(
  'agents_addresses_of',
  `SELECT n.party_id, c.kind, c.value FROM unnest($1::uuid[]) AS n (party_id)
   CROSS JOIN LATERAL (${leadsTo('n.party_id')}) c`,
);
