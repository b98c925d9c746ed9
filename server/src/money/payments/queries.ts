import { type Placed, shared } from '../../db/shared-loader.ts';
import { asRecorded } from '../../db/recorded.ts';
import { many, one, type Queryable, value } from '../../db/sql.ts';
import { approvalsMadeWithRow } from '../../engine/model/asked-approvals.ts';
import type { PaymentStatus, Refund } from '../../engine/model/records.ts';
import { refunds, selectList } from '../../engine/model/tables.ts';
import { seenBy, type SeenPayment, visiblePayment } from '../../engine/model/viewers.ts';
import { mayRead } from '../../engine/model/own.ts';
import { isPartOf, paymentFacts } from '../../engine/model/waiting.ts';
import type { PaymentFacts, TargetFacts } from '../../engine/model/targets.ts';
import type { Id } from '../../lib/id.ts';

const byIds = many<SeenPayment & Placed, [partyIds: ReadonlyArray<Id<'pty'>>, ids: ReadonlyArray<Id<'pay'>>]>(
  'payments_by_ids',
  `SELECT asked.place, ${visiblePayment('asked.party_id', 'p')}
   FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS asked (party_id, id, place)
   CROSS JOIN LATERAL (SELECT * FROM payments k WHERE k.id = asked.id LIMIT 1) p
   WHERE ${seenBy('asked.party_id', 'p')}`,
);

const readPayments = shared<{ partyId: Id<'pty'>; id: Id<'pay'> }, SeenPayment>((db, lookUps) =>
  byIds(
    db,
    lookUps.map(({ partyId }) => partyId),
    lookUps.map(({ id }) => id),
  ),
);

/** Returns a payment as the party sees it, or null. Concurrent look-ups share a query. */
export async function findPayment(
  db: Queryable,
  partyId: Id<'pty'>,
  id: Id<'pay'>,
): Promise<SeenPayment | null> {
  const [payment = null] = await readPayments(db, { partyId, id });
  return payment;
}

/** Returns the payment that was made under a key; the digest names its party, too. */
export const findPaymentByKey = value<Id<'pay'>, [digest: string]>(
  'payments_by_key',
  `SELECT id FROM payments WHERE key_digest = $1`,
);

const seenById = `FROM payments WHERE id = $2 AND ${seenBy('$1::uuid', 'payments')}`;

/** Returns the facts that never change of a payment that the party, and its agent if one asks, may see; or null. */
export const findPaymentFacts = one<
  PaymentFacts,
  [partyId: Id<'pty'>, id: Id<'pay'>, agentId: Id<'agt'> | null]
>('payments_facts', `SELECT ${paymentFacts} ${seenById} AND ${mayRead('payments.agent_id', '$3::uuid')}`);

/** Returns who is refunded, in which currency and at most how much now, of a payment that the party may see; or null. */
export const findRefundFacts = one<
  { payerPartyId: Id<'pty'>; currency: string; leftAmount: bigint },
  [partyId: Id<'pty'>, id: Id<'pay'>]
>(
  'payments_refund_facts',
  `SELECT payer_party_id, currency, amount - coalesce(refunded_amount, 0) AS left_amount ${seenById}`,
);

/** Returns payments that were not claimed in time, of all parties: the sweep acts for none of them. */
export const listUnclaimed = many<TargetFacts, [now: Date, count: number]>(
  'payments_unclaimed',
  `SELECT ${paymentFacts} FROM payments p WHERE due_at <= $1 AND NOT EXISTS (
     SELECT FROM claims c WHERE c.party_id = p.payee_party_id AND ${isPartOf('c', 'p')})
   ORDER BY due_at LIMIT $2`,
);

export type ClaimMailRow = {
  status: PaymentStatus;
  amount: bigint;
  currency: string;
  description: string | null;
  payerName: string;
  payeePartyId: Id<'pty'>;
  dueAt: Date | null;
};

/** Returns what the mail about a payment to be claimed says, or null. */
export const findClaim = one<ClaimMailRow, [id: string]>(
  'payments_claim',
  `SELECT p.status, p.amount, p.currency, p.description, y.name AS payer_name, p.payee_party_id, p.due_at
   FROM payments p JOIN parties y ON y.id = p.payer_party_id WHERE p.id = $1`,
);

/** A payment as an event recorded it and the party sees it. */
export const paymentAsRecorded = asRecorded<SeenPayment>(
  'payments_as_recorded',
  'payments',
  (row) =>
    `SELECT ${visiblePayment('$partyId::uuid', 'p', approvalsMadeWithRow('p', "p.status = 'IN_REVIEW'"))}
     FROM ${row} p WHERE ${seenBy('$partyId::uuid', 'p')}`,
);

/** A refund as an event recorded it, if the party made or got it. */
export const refundAsRecorded = asRecorded<Refund>(
  'payments_refund_as_recorded',
  'refunds',
  (row) =>
    `SELECT ${selectList(refunds, 'r')} FROM ${row} r WHERE $partyId::uuid IN (r.party_id, r.receiver_party_id)`,
);

/** Returns the payments with these ids that the party sees, as it sees them. */
export const findPayments = many<SeenPayment, [partyId: Id<'pty'>, ids: readonly string[]]>(
  'payments_of_events',
  `SELECT ${visiblePayment('$1::uuid', 'p')} FROM unnest($2::uuid[]) AS n (id)
   CROSS JOIN LATERAL (SELECT * FROM payments k WHERE k.id = n.id LIMIT 1) p WHERE ${seenBy('$1::uuid', 'p')}`,
);

/** The payment of a request that is not paid yet, as its payer sees it: its state, and the deposit for which it waits. */
export type PaymentUnderWay = {
  status: PaymentStatus;
  currency: string;
  /** `amount` has the fee in it, in minor units; `account` is null once it is removed. */
  deposit: { amount: bigint; account: string | null; expectedAt: Date | null } | null;
};
type UnderWayRow = {
  status: PaymentStatus;
  currency: string;
  drawn: bigint | null;
  account: string | null;
  expectedAt: Date | null;
};

const underWay = one<UnderWayRow, [payerPartyId: Id<'pty'>, requestId: Id<'prq'>]>(
  'payments_under_way',
  `SELECT p.status, p.currency, t.amount AS drawn, t.expected_available_at AS expected_at,
          e.bank_name || ' ···· ' || e.last_four AS account
   FROM payment_requests r JOIN payments p ON p.id = r.payment_id
   LEFT JOIN transfers t ON t.payment_id = p.id LEFT JOIN external_accounts e ON e.id = t.external_account_id
   WHERE r.id = $2 AND r.payer_party_id = $1`,
);

/** Returns what pays a request at the moment, for the party that pays it; or null. */
export async function findPaymentUnderWay(
  db: Queryable,
  payerPartyId: Id<'pty'>,
  paymentRequestId: Id<'prq'>,
): Promise<PaymentUnderWay | null> {
  const row = await underWay(db, payerPartyId, paymentRequestId);
  if (!row) return null;
  const { status, currency, drawn: amount, account, expectedAt } = row;
  return { status, currency, deposit: amount === null ? null : { amount, account, expectedAt } };
}
