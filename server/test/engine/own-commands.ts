import type { Deposit } from '../../src/engine/commands/deposit.ts';
import type { Expire } from '../../src/engine/commands/expire.ts';
import type { PayOutFees } from '../../src/engine/commands/pay-out-fees.ts';
import type { RailOutcome, Settle } from '../../src/engine/commands/settle.ts';
import type { Dated } from '../../src/engine/model/actor.ts';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import type { Id } from '../../src/lib/id.ts';
import { factsOf } from './commands.ts';
import { account, id, now, shop } from './world.ts';

// Commands that no client sends: Purser itself, the bank or the operator does.

let count = 0;

/** A report of the bank about a transfer. */
export function report(
  { id: transferId, partyId, agentId, currency }: Transfer,
  outcome: RailOutcome,
  values: Partial<Dated<Settle>> = {},
): Dated<Settle> {
  count += 1;
  const wal = (name: string): Id<'wal'> => id('wal', `${name} ${count}`);
  const newIds = { clearing: wal('c'), wallet: wal('w'), receivable: wal('r'), payeeWallet: wal('p') };
  const funded = { paymentId: null, payeePartyId: null, paymentRequestId: null };
  const facts = { transferId, partyId, agentId, currency, rail: 'ach', outcome, newIds, ...funded };
  return { kind: 'settle', now, ...facts, ...values };
}

/** The expiry of an overdue payment or withdrawal, at the given time. */
export function expiry(target: Payment | Transfer, at: Date): Dated<Expire> {
  return { kind: 'expire', now: at, target: factsOf(target) };
}

/** A deposit of 10.00 USD for the shop, with new ids, unless `values` differ. */
export function deposit(values: Partial<Dated<Deposit>> = {}): Dated<Deposit> {
  count += 1;
  return {
    kind: 'deposit',
    now,
    partyId: shop,
    externalAccountId: account,
    rail: 'ach',
    amount: 1_000n,
    currency: 'USD',
    description: null,
    newIds: {
      transfer: id('trf', `arrived ${count}`),
      wallet: id('wal', `wallet of arrived ${count}`),
      clearing: id('wal', `clearing of arrived ${count}`),
    },
    ...values,
  };
}

/** A payout of 10.00 USD of fees over the rail `manual`, unless `values` differ. */
export function feePayout(values: Partial<Dated<PayOutFees>> = {}): Dated<PayOutFees> {
  count += 1;
  const newIds = { payout: id('fpo', `payout ${count}`), clearing: id('wal', `clearing of payout ${count}`) };
  const terms = { amount: 1_000n, currency: 'USD', rail: 'manual', reference: `WIRE ${count}` };
  return {
    kind: 'payOutFees',
    now,
    ...terms,
    operator: 'Olive',
    reason: 'operator Olive',
    newIds,
    ...values,
  };
}
