/** A change to the books that the database does not prevent, and the check that must find it. */
export type Tampering = [what: string, change: string, check: string];

/** A wallet of a party with which no other one moves money. */
export const otherWallet = `(SELECT id FROM wallets WHERE posted = 0 AND party_id =
  (SELECT id FROM parties WHERE name = 'Delegate Accounting') LIMIT 1)`;
const one = (table: string, where: string): string => `id = (SELECT id FROM ${table} WHERE ${where} LIMIT 1)`;

// The database itself ties some states of a row to its other columns; this lifts those constraints.
const unbound = `ALTER TABLE transfers DROP CONSTRAINT transfers_check, DROP CONSTRAINT transfers_check1;`;

/** The checks of the ledger. */
export const ledger = {
  sums: 'posted and held of every wallet are the sums of its entries',
  held: 'every wallet holds what waits to be claimed and what is on its way to a bank, and nothing else',
  causes:
    'every movement belongs to a payment, a refund, a transfer, a payout or a write-off of its amount or fee, and currency',
  ways: 'every movement goes between the wallets and places of its kind',
};
const payments = 'a payment has moved, holds or leaves alone the money that its status says';
const withdrawals = 'a withdrawal holds, has sent or has got back the money that its status says';
const accepted = 'whatever moved money was accepted when it moved first, and nothing else was';
const refunded = 'a payment has refunded what its refunds sum up to, and was returned when that is all of it';
const refunds = 'a refund has moved its money once, from the payee of its payment to its payer';
const due = 'a payment has a time at which it goes back exactly while it waits to be claimed';
const outcome = 'a transfer says when it was settled and why it failed or came back, and only then';
const bank =
  'the bank is asked for a deposit, and for a withdrawal once its money is held, until it has ended';
const closed = 'a closed wallet is empty, and no default one is closed';
const ofTransfer = 'the wallets and the account of a transfer belong to its party';

/** Tampering with money: sums, movements and accepted amounts. */
export const tamperedMoney: readonly Tampering[] = [
  [
    'a payment that shows a cent more refunded',
    'UPDATE payments SET refunded_amount = refunded_amount + 1 WHERE refunded_amount < amount',
    refunded,
  ],
  ['a refunded payment without its refund', 'DELETE FROM refunds', refunded],
  [
    'a payment that is returned although something is left',
    "UPDATE payments SET status = 'RETURNED' WHERE refunded_amount < amount",
    refunded,
  ],
  [
    'a payment that is completed although nothing is left',
    "UPDATE payments SET status = 'COMPLETED' WHERE refunded_amount = amount",
    refunded,
  ],
  [
    'a payment that waits for a party that could have it',
    `WITH adopted AS (UPDATE parties SET status = 'ACTIVE' WHERE status = 'PROVISIONAL')
     UPDATE claims SET claimed_at = '2000-01-01', due_at = NULL WHERE claimed_at IS NULL`,
    'no payment waits for a party that has proved its address, unless it is due to be moved',
  ],
  [
    'a party that is ACTIVE and has claimed nothing',
    "UPDATE parties SET status = 'ACTIVE' WHERE status = 'PROVISIONAL'",
    'a party that a payment registered can claim what waits for it, and has exactly once it is ACTIVE or MERGED',
  ],
  [
    'a party that is MERGED although nobody has taken it over',
    'UPDATE claims SET taken_by = NULL WHERE taken_by IS NOT NULL',
    'a party is MERGED exactly if another that has proved its address has taken over what waited for it',
  ],
  [
    'a payment to somebody in the place of a payee that nobody has taken over',
    'UPDATE payments SET first_payee_party_id = payer_party_id WHERE first_payee_party_id IS NOT NULL',
    'a payment is paid in place of the payee that it named only to the party that has taken that one over',
  ],
  [
    'an address that was taken from a party which another has taken over',
    'UPDATE contacts SET taken_from = party_id WHERE taken_from IS NOT NULL',
    'an address that was taken from a party is one of the party that has taken that one over',
  ],
  [
    'a claimed payment that went back',
    `UPDATE payments p SET status = 'RETURNED', updated_at = c.claimed_at + interval '1 hour' FROM claims c
     WHERE c.party_id = p.payee_party_id AND p.status = 'COMPLETED' AND p.updated_at >= c.claimed_at`,
    'nothing that a party has claimed was canceled or went back',
  ],
  [
    'a wallet that is dated before its movements',
    'UPDATE wallets SET dated_to_us = 0',
    'every movement is dated before the time up to which its wallets are dated',
  ],
  [
    'a payment whose money moved too late for its statement',
    "UPDATE movements SET created_at = created_at + interval '31 days' WHERE kind = 'payment'",
    'no payment moved its money more than 30 days after it was made',
  ],
  ['a claimed payment without its claim', "DELETE FROM movements WHERE kind = 'claim'", payments],
  [
    'a claim into another wallet',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'claim'`,
    ledger.ways,
  ],
  ['a refund without its movement', "DELETE FROM movements WHERE kind = 'refund'", refunds],
  ['a refund to another party', 'UPDATE refunds SET receiver_party_id = payment_id', refunds],
  [`a refund from another wallet`, `UPDATE refunds SET source_wallet_id = ${otherWallet}`, ledger.ways],
  ['held money without an entry', 'UPDATE wallets SET held = held + 1 WHERE held > 0', ledger.sums],
  [
    'an entry without an opposite entry',
    `CREATE OR REPLACE VIEW entries AS SELECT transaction_id, step, source_wallet_id AS wallet_id,
       source_place AS place, -amount AS amount, currency, created_at FROM movements`,
    'the entries of every movement sum to zero',
  ],
  [
    'a cent without an origin',
    `UPDATE wallets SET posted = posted + 1 WHERE ${one('wallets', 'posted > 0')}`,
    'all wallets of a currency, the clearing accounts included, sum to zero',
  ],
  [
    'a party with a negative available balance',
    `ALTER TABLE wallets DROP CONSTRAINT wallets_check;
     UPDATE wallets SET posted = held - 1 WHERE ${one('wallets', 'posted > 0')}`,
    'no party has less than nothing available',
  ],
  [
    'money held for a closed payment',
    "UPDATE payments SET status = 'FAILED' WHERE status = 'PENDING_CLAIM'",
    ledger.held,
  ],
  [
    'money held for a closed withdrawal',
    "UPDATE transfers SET status = 'CANCELED' WHERE status = 'PROCESSING'",
    ledger.held,
  ],
  [
    "an entry in a currency other than its wallet's",
    "UPDATE movements SET currency = 'CHF'",
    'every entry is in the currency of its wallet',
  ],
  ['a movement of another amount', 'UPDATE movements SET amount = amount + 1', ledger.causes],
  [
    'a movement without a payment or transfer',
    'UPDATE movements SET transaction_id = gen_random_uuid()',
    ledger.causes,
  ],
  [
    'a payment to the wrong wallet',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'payment'`,
    ledger.ways,
  ],
  [
    'a hold in the wrong wallet',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'hold'`,
    ledger.ways,
  ],
  [
    'a withdrawal of money that was not held',
    "UPDATE movements SET source_place = 'available' WHERE kind = 'withdrawal'",
    ledger.ways,
  ],
  [
    'a return recorded as a release',
    "UPDATE movements SET kind = 'release' WHERE kind = 'return'",
    ledger.ways,
  ],
  [
    'a completed payment without a movement',
    "UPDATE payments SET status = 'COMPLETED' WHERE status = 'IN_REVIEW'",
    payments,
  ],
  [
    'a canceled payment whose money is still held',
    "UPDATE payments SET status = 'CANCELED' WHERE status = 'PENDING_CLAIM'",
    payments,
  ],
  [
    'a denied payment that moved money',
    "UPDATE payments SET status = 'APPROVAL_DENIED' WHERE status = 'COMPLETED'",
    payments,
  ],
  ['a payment left in processing', "UPDATE payments SET status = 'PROCESSING'", payments],
  [
    'a missing step between two movements',
    "UPDATE movements SET step = 9 WHERE step = 2 AND kind = 'release'",
    payments,
  ],
  ...(['PROCESSING', 'COMPLETED', 'RETURNED', 'FAILED', 'IN_REVIEW'] as const).map((status): Tampering => {
    const change = `UPDATE transfers SET status = '${status}' WHERE type = 'withdrawal' AND status <> '${status}'`;
    return [`withdrawals whose movements do not match ${status}`, `${unbound} ${change}`, withdrawals];
  }),
  [
    'a deposit without a movement',
    "DELETE FROM movements WHERE kind = 'deposit'",
    'a deposit has brought or given back the money that its status says',
  ],
  [
    'a payment that moved money without being accepted',
    "UPDATE payments SET accepted_at = NULL WHERE status = 'COMPLETED'",
    accepted,
  ],
  [
    'a withdrawal accepted at another time than its hold',
    "UPDATE transfers SET accepted_at = accepted_at + interval '1 day' WHERE type = 'withdrawal'",
    accepted,
  ],
  [
    'an unclaimed payment without a due time',
    "UPDATE payments SET due_at = NULL WHERE status = 'PENDING_CLAIM'",
    due,
  ],
  ['a due time of a completed payment', "UPDATE payments SET due_at = now() WHERE status = 'COMPLETED'", due],
  ['a completed transfer without a settlement time', 'UPDATE transfers SET settled_at = NULL', outcome],
  [
    'a failure without a reason',
    "UPDATE transfers SET failure_code = NULL, failure_reason = NULL WHERE status = 'FAILED'",
    outcome,
  ],
  ['a withdrawal without a bank order', "DELETE FROM rail_orders WHERE state = 'taken'", bank],
  [
    'a processing withdrawal whose bank order has ended',
    `UPDATE rail_orders SET state = 'ended', due_at = NULL, bank_name = NULL, account_name = NULL,
       account_type = NULL`,
    bank,
  ],
  ['a closed withdrawal whose bank order is still open', "UPDATE rail_orders SET state = 'unknown'", bank],
  [
    'a bank order that is waiting but never due',
    "UPDATE rail_orders SET state = 'waiting', due_at = NULL",
    bank,
  ],
  [
    'an order without the number of its account',
    `UPDATE external_accounts SET sealed_number = 'x', secret_id = 'k1', number_digest = sha256(uuid_send(id))
     WHERE status = 'active'`,
    'an order that has not ended keeps the number of its account',
  ],
  ['a bank order under another key', "UPDATE rail_orders SET outbound_key = outbound_key || 'x'", bank],
  ['a bank order without a withdrawal', 'UPDATE rail_orders SET transfer_id = gen_random_uuid()', bank],
  [
    'a party that a payment registered without being accepted',
    'UPDATE payments SET accepted_at = NULL WHERE id = payee_party_id',
    'a party that a payment registered was paid by it',
  ],
  ['a missing counterparty', 'DELETE FROM counterparties', 'whoever was paid is a counterparty'],
  [
    "a payment from a wallet that is not the payer's",
    `UPDATE payments SET payer_wallet_id = payee_wallet_id WHERE status = 'COMPLETED'`,
    'the wallets of a payment belong to its payer and payee',
  ],
  [
    "an internal transfer to another party's wallet",
    `UPDATE transfers SET destination_wallet_id = ${otherWallet} WHERE type = 'internal'`,
    ofTransfer,
  ],
  [
    'an internal transfer that is not completed',
    "UPDATE transfers SET status = 'PROCESSING' WHERE type = 'internal'",
    'an internal transfer has moved its money once, at once',
  ],
  [
    'an internal transfer whose money went elsewhere',
    `UPDATE transfers SET destination_wallet_id = ${otherWallet} WHERE type = 'internal'`,
    ledger.ways,
  ],
  ['a closed wallet with money', "UPDATE wallets SET status = 'closed' WHERE posted > 0", closed],
  [
    'a closed default wallet',
    "UPDATE wallets SET is_default = false; UPDATE wallets SET is_default = true WHERE status = 'closed'",
    closed,
  ],
  [
    "an agent that is bound to another party's wallet",
    `UPDATE agents SET wallet_ids = ARRAY[${otherWallet}] WHERE wallet_ids IS NOT NULL`,
    'every wallet that an agent is bound to belongs to its party',
  ],
  [
    "a payment request for another party's wallet",
    `UPDATE payment_requests SET wallet_id = ${otherWallet} WHERE wallet_id IS NOT NULL`,
    'the wallet of a payment request is one of its party, in its currency',
  ],
  ["a transfer from another party's wallet", `UPDATE transfers SET wallet_id = ${otherWallet}`, ofTransfer],
  [
    "a transfer to another party's account",
    'UPDATE external_accounts SET party_id = gen_random_uuid()',
    ofTransfer,
  ],
];
