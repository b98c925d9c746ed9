import { maxAmount } from '../../lib/money.ts';

// The SQL of what waits for a party that is known by an address only, and of what it has claimed.

/**
 * Returns the query of the payments that wait for a party and are due later than a time, with whether there is room for
 * them: a new wallet takes the oldest of a currency, up to the largest amount.
 */
export function waitingFor(party: string, time: string): string {
  return `SELECT *, sum(amount) OVER (PARTITION BY currency ORDER BY id) <= ${maxAmount} AS has_room
    FROM payments WHERE payee_party_id = ${party} AND status = 'PENDING_CLAIM' AND due_at > ${time}`;
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
