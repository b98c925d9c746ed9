import type { Tampering } from './tampered-money.ts';

const paid = 'a payment request was paid once, is being paid by one payment under way, or was never paid';
const terms = 'a payment that fulfils a request pays who asks what is asked for';
const chain = 'the events of every payment request lead from nothing to its status';
const unpaid = 'payment_id = NULL, payer_party_id = NULL';

const funded =
  'a payment is under way exactly while the deposit that funds it is, which brings its amount and fee';
const ofDeposit = 'WHERE payment_id IS NOT NULL';

/** Tampering with payment requests and the payments that fulfil them. */
export const tamperedRequests: readonly Tampering[] = [
  [
    'a paid request without its payment',
    "UPDATE payments SET payment_request_id = NULL WHERE status = 'COMPLETED'",
    paid,
  ],
  [
    'a request that is being paid without its payment',
    "UPDATE payments SET payment_request_id = NULL WHERE status = 'IN_REVIEW'",
    paid,
  ],
  [
    'a request that was paid twice',
    `UPDATE payments SET payment_request_id = (SELECT id FROM payment_requests WHERE status = 'COMPLETED' LIMIT 1)
     WHERE status = 'COMPLETED'`,
    paid,
  ],
  ...['OPEN', 'CANCELED', 'DECLINED', 'EXPIRED'].flatMap((status) =>
    ['PROCESSING', 'COMPLETED'].map((from): Tampering => [
      `a request that is ${status}, although its payment says ${from}`,
      `UPDATE payment_requests SET status = '${status}', ${unpaid} WHERE status = '${from}'`,
      paid,
    ]),
  ),
  [
    'a paid request that is being paid',
    "UPDATE payment_requests SET status = 'PROCESSING' WHERE status = 'COMPLETED'",
    paid,
  ],
  [
    'a request that is paid before its payment is approved',
    "UPDATE payment_requests SET status = 'COMPLETED' WHERE status = 'PROCESSING'",
    paid,
  ],
  ['a payment of another amount', 'UPDATE payment_requests SET amount = amount + 1', terms],
  ['a payment of another currency', "UPDATE payment_requests SET currency = 'CHF'", terms],
  ['a payment for another purpose', "UPDATE payment_requests SET description = 'Something else'", terms],
  ['a payment to another party', 'UPDATE payment_requests SET party_id = gen_random_uuid()', terms],
  [
    'a payment by another party',
    'UPDATE payment_requests SET payer_party_id = gen_random_uuid() WHERE payer_party_id IS NOT NULL',
    terms,
  ],
  [
    'a payment under way that no deposit funds',
    `UPDATE transfers SET payment_id = NULL ${ofDeposit}`,
    funded,
  ],
  ['a deposit for no payment', `UPDATE transfers SET payment_id = gen_random_uuid() ${ofDeposit}`, funded],
  [
    'a deposit of another amount than its payment',
    `UPDATE transfers SET amount = amount + 1 ${ofDeposit}`,
    funded,
  ],
  [
    'a payment that still waits for a deposit that failed',
    "UPDATE payments SET status = 'PROCESSING' WHERE status = 'FAILED'",
    funded,
  ],
  ...['CANCELED', 'DECLINED', 'EXPIRED'].map((status): Tampering => [
    `a request that is ${status} without an event`,
    `UPDATE payment_requests SET status = '${status}' WHERE status = 'OPEN'`,
    chain,
  ]),
  [
    'a request without its first event',
    "DELETE FROM event_lines WHERE resource = 'paymentRequest' AND from_status IS NULL",
    chain,
  ],
  [
    'a request whose payment was denied without its last event',
    "DELETE FROM event_lines WHERE resource = 'paymentRequest' AND to_status = 'OPEN' AND from_status IS NOT NULL",
    chain,
  ],
];
