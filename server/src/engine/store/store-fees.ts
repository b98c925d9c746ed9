import { arrayOf, int8, uuidArray } from '../../db/arrays.ts';
import type { Changes } from '../model/changes.ts';
import type { Step } from '../model/step.ts';
import { feePayouts } from '../model/tables.ts';
import { insertRows, sortedBy } from './rows.ts';

export function feePayoutSteps({ feePayouts: made }: Changes): Step[] {
  return insertRows(feePayouts, made);
}

/**
 * Returns the UPDATE that adds what was collected to the accounts of fees. All payments with a fee meet at one row per
 * currency, so it is added to, not loaded: the row is locked only from here to the commit, after every other row.
 */
export function feeSteps({ collectedFees }: Changes): Step[] {
  if (collectedFees.size === 0) return [];
  const collected = sortedBy([...collectedFees], ([account]) => account);
  return [
    {
      name: 'engine_collect_fees',
      text: `UPDATE wallets SET posted = wallets.posted + n.amount
             FROM unnest($1::uuid[], $2::bigint[]) AS n (id, amount) WHERE wallets.id = ANY (ARRAY[n.id])`,
      values: [
        uuidArray(collected.map(([account]) => account)),
        arrayOf(int8, collected, ([, amount]) => amount),
      ],
    },
  ];
}
