import type { Tampering } from './tampered-money.ts';

const counted = 'every payment that a rule counts was made by its agent, then, and is counted once';
const numbered = 'the payments that a rule counts are numbered one after the other';
const last = '(SELECT max(ctid) FROM counted_payments)';
const known = 'every payee that an agent knows was paid by it';
const digests = 'every recorded purchase has the digests, the payee and the time of its payment';

const lists = 'every entry of a list is compared in the form that it has in the Unicode of this version';
const listed = `json_build_object('counterparties', json_build_object('onBreach', 'refuse', 'block', json_build_array(
  json_build_object('type', 'domain', 'value', 'bücher.example', 'compared', 'xn--another.example'))))`;

/** Tampering with what the rules of agents look back at. */
export const tamperedRules: readonly Tampering[] = [
  [
    'a payment that no rule counts any more',
    `DELETE FROM counted_payments WHERE ctid = ${last}`,
    'a rule counts every payment that its agent made in the last day',
  ],
  [
    'a payment that is counted twice',
    `INSERT INTO counted_payments SELECT agent_id, owner_party_id, at, number + 1, id FROM counted_payments
     WHERE ctid = ${last}`,
    counted,
  ],
  ['a counted payment of another agent', 'UPDATE counted_payments SET agent_id = gen_random_uuid()', counted],
  ['a counted payment of another time', "UPDATE counted_payments SET at = at + interval '1 second'", counted],
  [
    'a counted payment after a gap',
    `INSERT INTO counted_payments SELECT agent_id, owner_party_id, at, number + 2, id FROM counted_payments
     WHERE ctid = ${last}`,
    numbered,
  ],
  ['a known payee that was not paid', 'UPDATE known_payees SET payee_party_id = gen_random_uuid()', known],
  [
    'a known payee of a payment that was denied',
    `UPDATE known_payees SET payment_id = (SELECT id FROM payments WHERE status = 'APPROVAL_DENIED' LIMIT 1)`,
    known,
  ],
  ['a purchase without its payment', 'UPDATE recent_purchases SET id = gen_random_uuid()', digests],
  ['a purchase of another agent', 'UPDATE recent_purchases SET agent_id = gen_random_uuid()', digests],
  ['a purchase of another payer or amount', 'UPDATE recent_purchases SET key = gen_random_uuid()', digests],
  [
    'a purchase that another agent finds',
    'UPDATE recent_purchases SET agent_key = gen_random_uuid()',
    digests,
  ],
  ['the same of its words', 'UPDATE recent_purchases SET agent_normalized = gen_random_uuid()', digests],
  ['a purchase of other words', 'UPDATE recent_purchases SET normalized = exact', digests],
  ['a purchase of another payee', 'UPDATE recent_purchases SET payee = gen_random_uuid()', digests],
  ['a purchase of another time', "UPDATE recent_purchases SET at = at + interval '1 second'", digests],
  ['a purchase of another payment', 'UPDATE payments SET description = description || now()', digests],
  ['a list of an agent that blocks another domain', `UPDATE agents SET rules = ${listed}`, lists],
  ['the same on a grant', `UPDATE delegation_grants SET rules = ${listed}`, lists],
  [
    'the same in what agents begin with',
    `UPDATE parties SET agent_defaults = json_build_object('rules', ${listed})`,
    lists,
  ],
];
