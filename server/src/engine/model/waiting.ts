import { maxAmount } from '../../lib/money.ts';

// What waits for a party that is known by an address only, and what it has claimed.

/** How long the money of a payment waits for it. */
export const claimTime_ms = 30 * 24 * 60 * 60 * 1000;

/** The columns that are the facts of a payment (`PaymentFacts`), which never change. */
export const paymentFacts = `'payment' AS type, id, payer_party_id, initiator_party_id,
  CASE WHEN recipient_address IS NULL THEN payee_party_id END AS payee_party_id, recipient_address,
  agent_id, payment_request_id, currency`;

/**
 * Returns the query of the payments that wait for a party and are due later than a time, with whether a claim receives
 * them: a new wallet takes the oldest of a currency, up to the largest amount, and of no payer that owes money in it.
 */
export function waitingFor(party: string, time: string): string {
  return `SELECT *, NOT payer_owes AND sum(amount) FILTER (WHERE NOT payer_owes)
        OVER (PARTITION BY currency ORDER BY id) <= ${maxAmount} AS is_received
    FROM (SELECT *, EXISTS (SELECT FROM wallets r WHERE r.party_id = w.payer_party_id AND r.currency = w.currency
            AND r.is_receivable AND r.posted < 0) AS payer_owes
          FROM payments w WHERE payee_party_id = ${party} AND status = 'PENDING_CLAIM' AND due_at > ${time}) w`;
}

/**
 * Returns the payee of a payment as SQL, as far as somebody is known by the address that it names: one in review has none
 * of its own yet.
 */
export function knownPayeeOf(payment: string): string {
  return `coalesce(${payment}.payee_party_id, (SELECT k.party_id FROM contacts k
    WHERE k.value = ${payment}.recipient_address
      AND k.kind = CASE WHEN strpos(${payment}.recipient_address, '@') > 0 THEN 'email' ELSE 'phone' END))`;
}

/** Returns the condition under which a payment that waits, or that did, is part of a claim: `isClaimed` as SQL. */
export function isPartOf(claim: string, payment: string, dueAt = `${payment}.due_at`): string {
  return `(${dueAt} > ${claim}.claimed_at AND ${payment}.id <> ALL (${claim}.not_received))`;
}
