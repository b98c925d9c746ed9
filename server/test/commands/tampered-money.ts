/** A change to the books that no rule of the database refuses, and the check that promises to find it. */
export type Tampering = [what: string, change: string, check: string];

const otherWallet = '(SELECT id FROM wallets WHERE party_id IS NOT NULL AND posted = 0 LIMIT 1)';
const one = (table: string, where: string): string => `id = (SELECT id FROM ${table} WHERE ${where} LIMIT 1)`;

// Some of the states that a row can be in are bound to its other columns by the database itself.
const unbound = `ALTER TABLE transfers DROP CONSTRAINT transfers_check, DROP CONSTRAINT transfers_check1;`;

const ledger = {
  sums: 'posted and held of every wallet are the sums of its entries',
  held: 'every wallet holds what waits to be claimed and what is on its way to a bank, and nothing else',
  ways: 'every movement goes between the wallets and places of its kind',
};
const payments = 'a payment has moved, holds or leaves alone the money that its status says';
const withdrawals = 'a withdrawal holds, has sent or has got back the money that its status says';
const accepted = 'whatever moved money was accepted when it moved first, and nothing else was';
const due = 'a payment has a time at which it goes back exactly while it waits to be claimed';
const said = 'a transfer says when it was settled and why it failed or came back, and only then';
const bank = 'the bank is asked for a withdrawal from when its money was held until it has ended';
const ofTransfer = 'the wallet and the account of a transfer belong to its party';

/** What is wrong with money: sums, movements, and what has moved. */
export const tamperedMoney: readonly Tampering[] = [
  ['held money that no entry holds', 'UPDATE wallets SET held = held + 1 WHERE held > 0', ledger.sums],
  [
    'an entry that has no other side',
    `CREATE OR REPLACE VIEW entries AS SELECT transaction_id, step, source_wallet_id AS wallet_id,
       source_place AS place, -amount AS amount, currency, created_at FROM movements`,
    'the entries of every movement sum to zero',
  ],
  [
    'a cent that came from nowhere',
    `UPDATE wallets SET posted = posted + 1 WHERE ${one('wallets', 'posted > 0')}`,
    'all wallets of a currency, the clearing accounts included, sum to zero',
  ],
  [
    'a party that owes',
    `ALTER TABLE wallets DROP CONSTRAINT wallets_available_not_negative;
     UPDATE wallets SET posted = held - 1 WHERE ${one('wallets', 'posted > 0')}`,
    'no party has less than nothing available',
  ],
  [
    'money that is held for a payment that has ended',
    "UPDATE payments SET status = 'FAILED' WHERE status = 'PENDING_CLAIM'",
    ledger.held,
  ],
  [
    'money that is held for a withdrawal that has ended',
    "UPDATE transfers SET status = 'CANCELED' WHERE status = 'PROCESSING'",
    ledger.held,
  ],
  [
    'an entry in another currency than its wallet',
    "UPDATE movements SET currency = 'CHF'",
    'every entry is in the currency of its wallet',
  ],
  [
    'a movement of another amount than its payment',
    'UPDATE movements SET amount = amount + 1',
    'every movement belongs to a payment or a transfer of its amount and currency',
  ],
  [
    'a movement of nothing',
    'UPDATE movements SET transaction_id = gen_random_uuid()',
    'every movement belongs to a payment or a transfer of its amount and currency',
  ],
  [
    'a payment that reached somebody else',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'payment'`,
    ledger.ways,
  ],
  [
    'held money that was held elsewhere',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'hold'`,
    ledger.ways,
  ],
  [
    'a withdrawal of money that was not held',
    "UPDATE movements SET source_place = 'available' WHERE kind = 'withdrawal'",
    ledger.ways,
  ],
  ['a return that was a deposit', "UPDATE movements SET kind = 'release' WHERE kind = 'return'", ledger.ways],
  [
    'a completed payment that moved nothing',
    "UPDATE payments SET status = 'COMPLETED' WHERE status = 'IN_REVIEW'",
    payments,
  ],
  [
    'a canceled payment that is still held',
    "UPDATE payments SET status = 'CANCELED' WHERE status = 'PENDING_CLAIM'",
    payments,
  ],
  [
    'a denied payment that went through',
    "UPDATE payments SET status = 'APPROVAL_DENIED' WHERE status = 'COMPLETED'",
    payments,
  ],
  ['a payment that was left under way', "UPDATE payments SET status = 'PROCESSING'", payments],
  [
    'a movement that is missing between two',
    "UPDATE movements SET step = 3 WHERE step = 2 AND kind = 'release'",
    payments,
  ],
  ...(['PROCESSING', 'COMPLETED', 'RETURNED', 'FAILED', 'IN_REVIEW'] as const).map((status): Tampering => {
    const change = `UPDATE transfers SET status = '${status}' WHERE type = 'withdrawal' AND status <> '${status}'`;
    return [`withdrawals that say ${status} and have not moved so`, `${unbound} ${change}`, withdrawals];
  }),
  [
    'a deposit that brought nothing',
    "DELETE FROM movements WHERE kind = 'deposit'",
    'a deposit has moved its money once, from a clearing account into its wallet',
  ],
  [
    'a payment that moved money and was never accepted',
    "UPDATE payments SET accepted_at = NULL WHERE status = 'COMPLETED'",
    accepted,
  ],
  [
    'a withdrawal that was accepted at another time than its money was held',
    "UPDATE transfers SET accepted_at = accepted_at + interval '1 day' WHERE type = 'withdrawal'",
    accepted,
  ],
  ['a claim without an end', "UPDATE payments SET due_at = NULL WHERE status = 'PENDING_CLAIM'", due],
  ['an end of what is over', "UPDATE payments SET due_at = now() WHERE status = 'COMPLETED'", due],
  ['a completed transfer that was never settled', 'UPDATE transfers SET settled_at = NULL', said],
  [
    'a failure without a reason',
    "UPDATE transfers SET failure_code = NULL, failure_reason = NULL WHERE status = 'FAILED'",
    said,
  ],
  ['a withdrawal that no bank is asked for', "DELETE FROM rail_orders WHERE state = 'taken'", bank],
  [
    'a withdrawal that waits for a bank that is done with it',
    "UPDATE rail_orders SET state = 'ended', due_at = NULL",
    bank,
  ],
  ['a withdrawal of which a bank is asked for ever', "UPDATE rail_orders SET state = 'unknown'", bank],
  [
    'a bank that was not asked and is never going to be',
    "UPDATE rail_orders SET state = 'waiting', due_at = NULL",
    bank,
  ],
  [
    'a bank that was asked under another key',
    "UPDATE rail_orders SET outbound_key = outbound_key || 'x'",
    bank,
  ],
  ['an order for no withdrawal', 'UPDATE rail_orders SET transfer_id = gen_random_uuid()', bank],
  ['a counterparty that is missing', 'DELETE FROM counterparties', 'whoever was paid is a counterparty'],
  [
    "a payment from somebody else's wallet",
    `UPDATE payments SET payer_wallet_id = payee_wallet_id WHERE status = 'COMPLETED'`,
    'the wallets of a payment belong to its payer and payee',
  ],
  ['a transfer of somebody else’s money', `UPDATE transfers SET wallet_id = ${otherWallet}`, ofTransfer],
  [
    "a transfer to somebody else's account",
    'UPDATE external_accounts SET party_id = gen_random_uuid()',
    ofTransfer,
  ],
];
