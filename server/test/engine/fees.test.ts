import { describe, expect, it } from 'vitest';
import { feeFor, type Fees } from '../../src/engine/model/fees.ts';
import { maxAmount } from '../../src/lib/money.ts';

const fees = (fixed: number, basisPoints: number): Fees => ({
  payment: { USD: { fixed, basisPoints } },
  accounts: {},
});
const fee = (amount: bigint, fixed: number, basisPoints: number): bigint | null =>
  feeFor(fees(fixed, basisPoints), 'payment', amount, 'USD');

describe('a fee', () => {
  it('is the fixed part and the basis points, rounded half to even', () => {
    // 50 basis points of 100, 300, 500 and 700 cents are 0.5, 1.5, 2.5 and 3.5 cents.
    expect([100n, 300n, 500n, 700n].map((amount) => fee(amount, 10, 50))).toEqual([10n, 12n, 12n, 14n]);
    expect([fee(101n, 0, 50), fee(99n, 0, 50), fee(1n, 0, 10_000)]).toEqual([1n, null, 1n]);
  });

  it('is charged only for its kind and currency', () => {
    expect(feeFor(fees(10, 0), 'withdrawal', 100n, 'USD')).toBeNull();
    expect(feeFor(fees(10, 0), 'payment', 100n, 'EUR')).toBeNull();
    expect(feeFor(null, 'payment', 100n, 'USD')).toBeNull();
  });

  it('is never more than an amount can be', () => expect(fee(maxAmount, 1, 10_000)).toBe(maxAmount));
});
