import { ledger, otherWallet, type Tampering } from './tampered-money.ts';

const deposits = 'a deposit has brought or given back the money that its status says';
const receivable = 'a receivable account is one of a party, at zero or below, and holds nothing';
const recovery = 'a recovery takes from what has just arrived or was released what its party owes';
const owing = 'a party that owes has nothing available in that currency';
const writeOffs = 'a write-off has moved its amount once, from the losses to what its party owed';
const bank =
  'the bank is asked for a deposit, and for a withdrawal once its money is held, until it has ended';
const ways = 'every movement goes between the wallets and places of its kind';

/** Tampering with deposits that parties draw, and with what they owe. */
export const tamperedDeposits: readonly Tampering[] = [
  [
    'a party that is owed by a receivable account',
    `ALTER TABLE wallets DROP CONSTRAINT wallets_check; UPDATE wallets SET posted = 1 WHERE is_receivable`,
    receivable,
  ],
  [
    'a party that owes while it has money',
    `UPDATE wallets SET posted = -1 WHERE is_receivable AND party_id = (
       SELECT party_id FROM wallets WHERE party_id IS NOT NULL AND posted > held AND currency = 'USD'
         AND party_id IN (SELECT party_id FROM wallets WHERE is_receivable AND currency = 'USD') LIMIT 1)
       AND currency = 'USD'`,
    owing,
  ],
  ['a write-off that moved nothing', "DELETE FROM movements WHERE kind = 'write_off'", writeOffs],
  [
    'a write-off of what another party owed',
    'UPDATE write_offs SET party_id = (SELECT id FROM parties WHERE id <> party_id LIMIT 1)',
    writeOffs,
  ],
  ['a write-off of another amount', 'UPDATE write_offs SET amount = amount + 1', ledger.causes],
  [
    'a recovery from another wallet',
    `UPDATE movements SET source_wallet_id = ${otherWallet} WHERE kind = 'recovery'`,
    recovery,
  ],
  [
    'a recovery into a wallet',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'recovery'`,
    recovery,
  ],
  ['a recovery of nothing that arrived', "UPDATE movements SET step = 9 WHERE kind = 'recovery'", recovery],
  [
    'a returned deposit that gave too little back',
    "DELETE FROM movements WHERE kind = 'return' AND step = 4",
    deposits,
  ],
  [
    'a returned deposit that shows to be completed',
    "UPDATE transfers SET status = 'COMPLETED', return_code = NULL, return_reason = NULL, returned_at = NULL WHERE type = 'deposit' AND status = 'RETURNED'",
    deposits,
  ],
  [
    'a failed deposit that brought money',
    "UPDATE transfers SET status = 'FAILED', failure_code = 'R01', failure_reason = 'x' WHERE type = 'deposit' AND status = 'COMPLETED' AND user_id IS NOT NULL",
    deposits,
  ],
  [
    'a deposit under way that the bank is not asked for',
    "DELETE FROM rail_orders WHERE transfer_id IN (SELECT id FROM transfers WHERE type = 'deposit')",
    bank,
  ],
  [
    'a return from another wallet',
    `UPDATE movements SET source_wallet_id = ${otherWallet} WHERE kind = 'return' AND step = 4`,
    ways,
  ],
];
