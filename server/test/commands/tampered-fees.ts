import { ledger, otherWallet, type Tampering } from './tampered-money.ts';

const fees =
  'a fee is held, released and paid with the amount of its payment or withdrawal, and nothing else is';

const payouts = 'a payout of fees has moved its money once';

/** Tampering with the fees that the operator takes. */
export const tamperedFees: readonly Tampering[] = [
  ['a fee that was not paid', "DELETE FROM movements WHERE kind = 'fee'", fees],
  ['a fee that was not given back', "DELETE FROM movements WHERE kind = 'fee_release'", fees],
  ['a payment without its fee', 'UPDATE payments SET fee = NULL', fees],
  ['a fee of another amount', 'UPDATE payments SET fee = fee + 1', ledger.causes],
  [
    'a fee into another wallet',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'fee'`,
    ledger.ways,
  ],
  [
    'a held fee that the wallet does not hold',
    "UPDATE payments SET fee = fee + 1 WHERE status = 'PENDING_CLAIM'",
    ledger.held,
  ],
  ['a payout that was not paid', "DELETE FROM movements WHERE kind = 'payout'", payouts],
  ['a payout of another amount', 'UPDATE fee_payouts SET amount = amount + 1', ledger.causes],
  [
    'a payout to a party',
    `UPDATE movements SET destination_wallet_id = ${otherWallet} WHERE kind = 'payout'`,
    ledger.ways,
  ],
  [
    'more paid out than collected',
    `ALTER TABLE wallets DROP CONSTRAINT wallets_check;
     UPDATE wallets SET posted = -1 WHERE rail = 'fees'`,
    'no more fees were paid out than were collected',
  ],
];
