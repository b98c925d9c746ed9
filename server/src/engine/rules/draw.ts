import type { Id } from '../../lib/id.ts';
import { maxAmount } from '../../lib/money.ts';
import { addEvent } from '../model/changes.ts';
import type { Changes } from '../model/changes.ts';
import type { Refusal } from '../model/outcomes.ts';
import type { Maker, Transfer } from '../model/records.ts';
import type { ExternalAccount } from '../model/rail-order.ts';
import type { State } from '../model/state.ts';
import { placeOrder } from './carry-out.ts';
import type { RailTerms } from './carry-out.ts';
import { atBank, newTransfer } from './new-transfer.ts';
import { receivableAccount } from './receivable.ts';
import { hasRoom, receivingWallet } from './wallets.ts';

/** From which account at a bank money is drawn, over which rail, and the ids of what this may open. */
export type DrawFrom = {
  externalAccountId: Id<'eac'>;
  rail: RailTerms;
  /** Why the rail brings in no deposit of this size; null if it does. */
  tooLarge: 'deposit_too_large' | 'deposits_too_large' | null;
  newIds: { transfer: Id<'trf'>; wallet: Id<'wal'>; receivable: Id<'wal'> };
};

/** Returns the account if money can be drawn from it; a refusal if it is not the party's, or not active. */
export function drawableAccount(
  id: Id<'eac'>,
  partyId: Id<'pty'>,
  state: State,
): ExternalAccount | 'external_account_unknown' | 'external_account_unusable' {
  const account = state.accounts.get(id);
  if (account?.partyId !== partyId) return 'external_account_unknown';
  return account.status === 'active' ? account : 'external_account_unusable';
}

/** What is drawn. `walletId` is the wallet that receives, null for the usual one; `paymentId` the payment that waits. */
export type Drawn = Pick<
  Transfer,
  'partyId' | 'amount' | 'currency' | 'description' | 'tags' | 'paymentId'
> & {
  walletId: Id<'wal'> | null;
};

/**
 * Has the bank asked for money of the party's own account. No money moves until the bank reports. Returns the deposit, or
 * a refusal if the rail or the wallet has no room for it.
 */
export function draw(
  { walletId, ...drawn }: Drawn,
  account: ExternalAccount,
  { rail, tooLarge, newIds }: DrawFrom,
  { maker, now }: { maker: Maker; now: Date },
  state: State,
  changes: Changes,
): Transfer | Refusal {
  const { partyId, currency, amount } = drawn;
  if (tooLarge) return tooLarge;
  if (amount > maxAmount) return 'recipient_full'; // with its fee; before a wallet is opened for it
  const wallet = receivingWallet(state, changes, { partyId, currency, walletId, newIds, now });
  if (!hasRoom(wallet, amount)) return 'recipient_full';
  // Opened now, not when it is needed: a payment that waits for the wallets meanwhile would not see a new row.
  receivableAccount({ partyId, currency, newId: newIds.receivable, now }, state, changes);
  const transfer = newTransfer(
    { id: newIds.transfer, type: 'deposit', walletId: wallet.id, ...drawn, ...atBank(account) },
    maker,
    now,
  );
  placeOrder(transfer, account, rail, now, state, changes);
  changes.transfers.push(transfer);
  addEvent(changes, 'transfer', transfer.id, null, transfer.status, now);
  return transfer;
}
