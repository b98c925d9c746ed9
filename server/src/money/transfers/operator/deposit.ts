import type { Queryable } from '../../../db/sql.ts';
import { runWithin } from '../../../engine/queue/within.ts';
import { manualRail } from '../../../gateways/rail.ts';
import { linkSourceAccount } from '../../external-accounts/link.ts';
import { type Id, newId } from '../../../lib/id.ts';
import type { Money } from '../../../lib/money.ts';
import { lockReceivingParty } from '../queries.ts';
import { findOperatorDeposit, insertOperatorDeposit } from './queries.ts';

/** Money that the operator says has arrived. The reference names it: it deposits once per party. */
export type OperatorDeposit = Money & {
  partyId: Id<'pty'>;
  reference: string;
  operator: string;
  now: Date;
};

/**
 * The transfer. `isNew` is false if the reference had deposited this amount before, so that nothing was done now;
 * `isReturned` says whether it was taken back since.
 */
export type Deposited = { transferId: Id<'trf'>; isNew: boolean; isReturned: boolean };

/**
 * Deposits money for an active party, in the caller's transaction. Returns a word instead if there is no such party, if
 * the reference deposited another amount, or if the wallet has no room.
 */
export async function depositByOperator(
  tx: Queryable,
  deposit: OperatorDeposit,
): Promise<Deposited | 'unknown_party' | 'reference_used' | 'wallet_full'> {
  const { partyId, amount, currency, reference, operator, now } = deposit;
  const owner = await lockReceivingParty(tx, partyId);
  if (!owner) return 'unknown_party';
  const earlier = await findOperatorDeposit(tx, partyId, reference);
  if (earlier) {
    const isSame = earlier.amount === amount && earlier.currency === currency;
    if (!isSame) return 'reference_used';
    return { transferId: earlier.transferId, isNew: false, isReturned: earlier.status === 'RETURNED' };
  }
  const transferId = newId('trf');
  const [outcome] = await runWithin(tx, [
    {
      kind: 'deposit',
      partyId,
      externalAccountId: await linkSourceAccount(tx, partyId, 'operator', { userId: owner.userId, now }),
      rail: manualRail,
      amount,
      currency,
      description: reference,
      reason: `operator ${operator}, reference ${reference}`,
      newIds: {
        transfer: transferId,
        wallet: newId('wal'),
        clearing: newId('wal'),
        receivable: newId('wal'),
      },
    },
  ]);
  if (!outcome?.done) return 'wallet_full';
  await insertOperatorDeposit(tx, { partyId, transferId, reference, operator, now });
  return { transferId, isNew: true, isReturned: false };
}
