import type { Tampering } from './tampered-money.ts';

const counter = 'every rule counter is how many payments its agent made in its hour and day';
const known = 'every payee that an agent knows was paid by it';
const content = 'every recorded purchase has the content of its payment';

/** Tampering with what the rules of agents look back at. */
export const tamperedRules: readonly Tampering[] = [
  [
    'a rule counter that is too small',
    `ALTER TABLE rule_counters DROP CONSTRAINT rule_counters_payments_in_hour_check;
     UPDATE rule_counters SET payments_in_hour = payments_in_hour - 1`,
    counter,
  ],
  [
    'a rule counter that is too large',
    'UPDATE rule_counters SET payments_in_day = payments_in_day + 1',
    counter,
  ],
  [
    'a rule counter of an agent that made no payment',
    'UPDATE rule_counters SET agent_id = gen_random_uuid()',
    counter,
  ],
  [
    'a rule counter of an earlier hour',
    "UPDATE rule_counters SET hour = hour - interval '1 hour'",
    'no payment was made after the hour of its rule counter',
  ],
  ['a known payee that was not paid', 'UPDATE known_payees SET payee_party_id = gen_random_uuid()', known],
  [
    'a known payee of a payment that was denied',
    `UPDATE known_payees SET payment_id = (SELECT id FROM payments WHERE status = 'APPROVAL_DENIED' LIMIT 1)`,
    known,
  ],
  [
    'a purchase without its payment',
    'UPDATE recent_purchases SET payment_id = gen_random_uuid()',
    'every payment_id of recent_purchases is in payments',
  ],
  ['a purchase of another content', 'UPDATE recent_purchases SET content = gen_random_uuid()', content],
  ['a purchase of another payment', 'UPDATE payments SET description = description || now()', content],
];
