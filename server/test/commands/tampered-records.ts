import type { Tampering } from './tampered-money.ts';

const pending = (kind: string): string => `a ${kind} is in review exactly while an approval is pending`;
const denied = 'whatever was denied has an approval that says so, and nothing else has';
const about =
  'every approval is about a payment or withdrawal, of its parties and its agent, and for one of them to decide';
const ends =
  'an approval has a time at which it ends while it is pending, and names who decided where somebody did';
const counter = 'every counter is what was spent in its day and month';
const uncounted = 'nothing was spent after the day of its counter, or without one';
const chain =
  'the events of every payment, refund, transfer and approval lead from nothing to its status without a gap';
const target =
  'every payment, payment request, transfer and approval that the audit log says was made or changed exists';
const agent = 'every agent that has done something exists';

const undecided = "status = 'denied', resolved_at = now(), due_at = NULL";

/** Tampering with approvals, counters, events and the audit log. */
export const tamperedRecords: readonly Tampering[] = [
  [
    'a review without its approval',
    `UPDATE approvals SET ${undecided} WHERE target_type = 'payment'`,
    pending('payment'),
  ],
  [
    'a withdrawal in review without its approval',
    `UPDATE approvals SET ${undecided} WHERE target_type = 'withdrawal'`,
    pending('withdrawal'),
  ],
  [
    'a denied payment in another status',
    "UPDATE payments SET status = 'CANCELED' WHERE status = 'APPROVAL_DENIED'",
    denied,
  ],
  [
    'a denied payment without a denial',
    "UPDATE approvals SET status = 'canceled', decided_by = NULL WHERE status = 'denied'",
    denied,
  ],
  [
    'a payment accepted without its approval',
    "UPDATE approvals SET status = 'canceled' WHERE status = 'approved'",
    'nothing was accepted before all its approvals were given',
  ],
  [
    'a first of two who never approved',
    `UPDATE approvals SET first_decided_by = gen_random_uuid(), first_decided_with = gen_random_uuid(),
       first_decided_at = now(), first_signed_in = true WHERE status = 'approved'`,
    'an approval that was given by a first of two has an event of that, and no other one has',
  ],
  ['an approval without a target', 'UPDATE approvals SET target_id = gen_random_uuid()', about],
  ['an approval with another agent', 'UPDATE approvals SET agent_id = gen_random_uuid()', about],
  ['an approval with another payer', 'UPDATE approvals SET payer_party_id = gen_random_uuid()', about],
  [
    'an approval for an uninvolved party to decide',
    'UPDATE approvals SET decider_party_id = gen_random_uuid()',
    about,
  ],
  [
    'an approval of a withdrawal with the target type of a payment',
    `ALTER TABLE approvals DROP CONSTRAINT approvals_check1;
     UPDATE approvals SET target_type = 'payment', payee_name = '', payee_verified = true
     WHERE target_type = 'withdrawal'`,
    about,
  ],
  [
    'an approval that expires before it begins',
    'UPDATE approvals SET due_at = created_at WHERE due_at > now()',
    ends,
  ],
  [
    'an approval without a key of its decider',
    "UPDATE approvals SET decided_with = NULL WHERE status = 'approved'",
    ends,
  ],
  ['an approval without a decider', "UPDATE approvals SET decided_by = NULL WHERE status = 'approved'", ends],
  [
    'an approval that never expires',
    'ALTER TABLE approvals DROP CONSTRAINT approvals_check3; UPDATE approvals SET due_at = NULL',
    ends,
  ],
  ...['spent_in_day', 'spent_in_month'].flatMap((sum): Tampering[] => [
    [
      `a counter that is too small: ${sum}`,
      `UPDATE limit_counters SET ${sum} = ${sum} - 1 WHERE ${sum} > 0`,
      counter,
    ],
    [`a counter that is too large: ${sum}`, `UPDATE limit_counters SET ${sum} = ${sum} + 1`, counter],
  ]),
  ['a counter of another month', "UPDATE limit_counters SET day = day - '1 month'::interval", counter],
  ['spending without a counter', 'DELETE FROM limit_counters', uncounted],
  [
    'spending after the last counted day',
    'UPDATE limit_counters SET day = day - 1, spent_in_day = 0',
    uncounted,
  ],
  [
    'a counter that ignores an amount given back',
    "UPDATE payments SET status = 'FAILED' WHERE accepted_at IS NOT NULL AND status = 'COMPLETED'",
    counter,
  ],
  [
    'a counter without a limit',
    'UPDATE parties SET per_day = NULL, per_month = NULL',
    'every counter belongs to a limit per day or month',
  ],
  [
    'a counter of a grant without a limit',
    'UPDATE delegation_grants SET per_day = NULL',
    'every counter belongs to a limit per day or month',
  ],
  [
    'a counter that is kept for another customer',
    'UPDATE limit_counters SET owner_party_id = gen_random_uuid() WHERE spender_id <> owner_party_id',
    'every counter belongs to a limit per day or month',
  ],
  [
    'a payment without its first event',
    "DELETE FROM event_lines WHERE resource = 'payment' AND from_status IS NULL",
    chain,
  ],
  ['a payment without events', "DELETE FROM event_lines WHERE resource = 'payment'", chain],
  [
    'a withdrawal that was returned without being sent',
    "DELETE FROM event_lines WHERE resource = 'transfer' AND from_status = 'PROCESSING'",
    chain,
  ],
  [
    'an approval without its last event',
    "DELETE FROM event_lines WHERE resource = 'approval' AND to_status = 'approved'",
    chain,
  ],
  ['a state without an event', "UPDATE payments SET status = 'FAILED' WHERE status = 'CANCELED'", chain],
  [
    'a duplicated event',
    `INSERT INTO event_lines SELECT gen_random_uuid(), resource, resource_id, from_status, to_status, created_at
     FROM event_lines WHERE resource = 'transfer'`,
    chain,
  ],
  [
    'a payment with two first events',
    `INSERT INTO event_lines SELECT gen_random_uuid(), 'payment', id, NULL, 'COMPLETED', created_at
     FROM payments WHERE status = 'COMPLETED' AND NOT reviewed`,
    chain,
  ],
  [
    'a completed payment without a movement',
    'DELETE FROM movements WHERE transaction_id IN (SELECT id FROM payments WHERE NOT reviewed)',
    chain,
  ],
  [
    'events of a payment that does not exist',
    `INSERT INTO event_lines VALUES (gen_random_uuid(), 'payment', gen_random_uuid(), NULL, 'COMPLETED', now())`,
    chain,
  ],
  ...[
    'POST /payments%',
    'POST /payment-requests%',
    'POST /transfers/%',
    'POST /approvals/%',
    'deposit',
    'settle',
    'expire',
  ].map((action): Tampering => [
    `an audit line with an unknown target: ${action}`,
    `UPDATE audit_lines SET target_id = gen_random_uuid() WHERE action LIKE '${action}'`,
    target,
  ]),
  ['an audit line without a target', 'UPDATE audit_lines SET target_id = NULL', target],
  [
    'an audit line of an agent that does not exist',
    'UPDATE audit_lines SET agent_id = gen_random_uuid() WHERE agent_id IS NOT NULL',
    agent,
  ],
];

// The columns without a foreign key: their table, and the table they refer to.
const columns: ReadonlyArray<[table: string, columns: string[], target: string]> = [
  ['payments', ['agent_id', 'recipient_agent_id'], 'agents'],
  ['payments', ['user_id'], 'users'],
  ['payments', ['payment_request_id'], 'payment_requests'],
  ['payments', ['payer_party_id', 'payee_party_id', 'initiator_party_id'], 'parties'],
  ['refunds', ['payment_id'], 'payments'],
  ['refunds', ['user_id'], 'users'],
  ['refunds', ['party_id', 'receiver_party_id'], 'parties'],
  ['transfers', ['wallet_id'], 'wallets'],
  ['transfers', ['agent_id'], 'agents'],
  ['transfers', ['user_id'], 'users'],
  ['transfers', ['party_id'], 'parties'],
  ['approvals', ['decider_party_id', 'payer_party_id', 'initiator_party_id'], 'parties'],
  ['approvals', ['decided_by'], 'users'],
  ['counterparties', ['payer_party_id', 'payee_party_id'], 'parties'],
  ['idempotency_keys', ['party_id'], 'parties'],
  ['mails', ['party_id'], 'parties'],
  ['audit_lines', ['user_id'], 'users'],
];

/** References to rows that do not exist. */
export const tamperedReferences: readonly Tampering[] = [
  [
    'external_account_id of transfers without a referenced row',
    "UPDATE transfers SET external_account_id = gen_random_uuid() WHERE type <> 'internal'",
    'every external_account_id of transfers is in external_accounts',
  ],
  [
    'destination_wallet_id of transfers without a referenced row',
    "UPDATE transfers SET destination_wallet_id = gen_random_uuid() WHERE type = 'internal'",
    'every destination_wallet_id of transfers is in wallets',
  ],
  ...columns.flatMap(([table, names, target]) =>
    names.map((name): Tampering => [
      `${name} of ${table} without a referenced row`,
      `UPDATE ${table} SET ${name} = gen_random_uuid()`,
      `every ${name} of ${table} is in ${target}`,
    ]),
  ),
  [
    'payment_id of payment_requests without a referenced row',
    'UPDATE payment_requests SET payment_id = gen_random_uuid() WHERE payment_id IS NOT NULL',
    'every payment_id of payment_requests is in payments',
  ],
  [
    'payee_party_id of approvals without a referenced row',
    "UPDATE approvals SET payee_party_id = gen_random_uuid() WHERE target_type = 'payment'",
    'every payee_party_id of approvals is in parties',
  ],
  [
    'party_id of audit_lines without a referenced row',
    'UPDATE audit_lines SET party_id = gen_random_uuid() WHERE party_id IS NOT NULL',
    'every party_id of audit_lines is in parties',
  ],
  [
    'a payment made with a key that does not exist',
    'UPDATE payments SET credential_id = gen_random_uuid()',
    'every payment was made with a key that exists',
  ],
  [
    "a refund of another agent's payment",
    'UPDATE refunds SET payment_agent_id = gen_random_uuid()',
    'every refund names the agent that made its payment',
  ],
  [
    'a refund made with a key that does not exist',
    'UPDATE refunds SET credential_id = gen_random_uuid()',
    'every refund was made with a key that exists',
  ],
  [
    'a withdrawal made without a key',
    'UPDATE transfers SET credential_id = NULL',
    'every withdrawal and internal transfer was made with a key that exists',
  ],
  ...['paymentRequest', 'claim'].map((kind): Tampering => [
    `a mail without its resource: ${kind}`,
    `UPDATE mails SET resource_id = gen_random_uuid() WHERE kind = '${kind}'`,
    'every mail tells of something that exists',
  ]),
  ...['agent', 'apiKey', 'delegation', 'party', 'paymentRequest', 'wallet'].map((resource): Tampering => [
    `an event without its resource: ${resource}`,
    `UPDATE event_lines SET resource_id = gen_random_uuid() WHERE resource = '${resource}'`,
    'every event is about something that exists',
  ]),
];
