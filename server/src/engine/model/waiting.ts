import { plainId } from '../../db/sql.ts';
import { maxAmount } from '../../lib/money.ts';

// What waits for a party that is known by an address only, and what it has claimed.

/** How long the money of a payment waits for it. */
export const claimTime_ms = 30 * 24 * 60 * 60 * 1000;

/** The payee that a payment names by an id, whoever is paid in its place; null if it names an address. */
export const namedPayee =
  'CASE WHEN recipient_address IS NULL THEN coalesce(first_payee_party_id, payee_party_id) END AS payee_party_id';

/** The columns that are the facts of a payment (`PaymentFacts`), which never change. */
export const paymentFacts = `'payment' AS type, id, payer_party_id, initiator_party_id, ${namedPayee}, recipient_address,
  agent_id, payment_request_id, currency`;

/**
 * Returns the query of the payments that wait for a party and are due later than a time, with whether a claim receives
 * them: the wallet in which the receiver receives takes the oldest of a currency, up to the largest amount, and none of
 * a payer that owes money in it, or that is the receiver.
 */
export function waitingFor(party: string, time: string, receiver = party): string {
  return `SELECT *, NOT goes_back AND sum(amount) FILTER (WHERE NOT goes_back)
        OVER (PARTITION BY currency ORDER BY id) <= ${maxAmount} - coalesce((SELECT r.posted FROM wallets r
          WHERE r.party_id = ${receiver} AND r.currency = w.currency AND r.status <> 'closed' AND NOT r.is_receivable
          ORDER BY r.is_default DESC, r.status, r.id LIMIT 1), 0) AS is_received
    FROM (SELECT *, payer_party_id = ${receiver}
            OR EXISTS (SELECT FROM wallets r WHERE r.party_id = w.payer_party_id AND r.currency = w.currency
              AND r.is_receivable AND r.posted < 0) AS goes_back
          FROM payments w WHERE payee_party_id = ${party} AND status = 'PENDING_CLAIM' AND due_at > ${time}) w`;
}

/**
 * Returns the payee of a payment as SQL, as far as somebody is known by the address that it names: one in review has none
 * of its own yet. Whoever has taken over the party that it names is paid in its place.
 */
export function knownPayeeOf(payment: string): string {
  return `coalesce((SELECT c.taken_by FROM claims c WHERE c.party_id = ${payment}.payee_party_id),
    ${payeeOrOwner(payment, 'k.party_id')})`;
}

/** The same, before anybody took it over: the party that waits for the payment, or would have. */
export function firstPayeeOf(payment: string): string {
  return payeeOrOwner(payment, 'coalesce(k.taken_from, k.party_id)');
}

function payeeOrOwner(payment: string, owner: string): string {
  return `coalesce(${payment}.payee_party_id, (SELECT ${owner} FROM contacts k
    WHERE k.value = ${payment}.recipient_address
      AND k.kind = CASE WHEN strpos(${payment}.recipient_address, '@') > 0 THEN 'email' ELSE 'phone' END))`;
}

/** Returns the query of what leads to a party beside its id (`LeadsTo`): addresses, and parties that it has taken over. */
export function leadsTo(party: string): string {
  return `SELECT x.kind, x.value FROM contacts x WHERE x.party_id = ${party}
    UNION ALL SELECT 'party_id', ${plainId('k.party_id')} FROM claims k WHERE k.taken_by = ${party}`;
}

/** Returns the condition under which a payment that waits, or that did, is part of a claim: `isClaimed` as SQL. */
export function isPartOf(claim: string, payment: string, dueAt = `${payment}.due_at`): string {
  return `(${dueAt} > ${claim}.claimed_at AND ${payment}.id <> ALL (${claim}.not_received)
    AND ${payment}.payer_party_id IS DISTINCT FROM ${claim}.taken_by)`;
}
