import { firstRow, statement } from '../db/sql.ts';
import type { Queryable } from '../db/sql.ts';
import type { PaymentStatus } from '../engine/changes.ts';
import type { Id } from '../lib/id.ts';

export type PaymentRow = {
  id: Id<'pay'>;
  status: PaymentStatus;
  amount: bigint;
  currency: string;
  description: string | null;
  payerPartyId: Id<'pty'>;
  payeePartyId: Id<'pty'>;
  recipientAgentId: Id<'agt'> | null;
  paymentRequestId: Id<'prq'> | null;
  createdAt: Date;
  updatedAt: Date;
};

const byId = statement<PaymentRow>(
  'payments_by_id',
  `SELECT id, status, amount, currency, description, payer_party_id AS "payerPartyId",
          payee_party_id AS "payeePartyId", recipient_agent_id AS "recipientAgentId",
          payment_request_id AS "paymentRequestId", created_at AS "createdAt", updated_at AS "updatedAt"
   FROM payments
   WHERE id = $2 AND $1::uuid IN (payer_party_id, payee_party_id, initiator_party_id)`,
);

/** A payment that the party paid, got or initiated. */
export function findPayment(db: Queryable, partyId: Id<'pty'>, id: Id<'pay'>): Promise<PaymentRow | null> {
  return firstRow(db, byId, [partyId, id]);
}
