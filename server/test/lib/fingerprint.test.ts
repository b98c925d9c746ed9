import { describe, expect, it } from 'vitest';
import { canonical, fingerprint } from '../../src/lib/fingerprint.ts';

const fingerprintOf = (value: unknown): Buffer => fingerprint(canonical(value));
const request = {
  amount: 1250n,
  currency: 'USD',
  counterparty: { type: 'email', contact: { kind: 'email', value: 'casey@example.com' } },
  description: null,
};

describe('the fingerprint of a request', () => {
  it('is the same however its names are ordered, at any depth', () => {
    const turned = {
      description: null,
      counterparty: { contact: { value: 'casey@example.com', kind: 'email' }, type: 'email' },
      currency: 'USD',
      amount: 1250n,
    };
    expect(fingerprintOf([turned, null])).toEqual(fingerprintOf([request, null]));
  });

  it('is what it was in earlier versions: keys of payments are kept for ever', () => {
    expect(fingerprintOf([request, null]).toString('hex')).toBe(
      'e469bb1479cabe62a731be6448d789b859865a9ebf7c2e11fce57aed7af14d70',
    );
  });

  it.each([
    ['an amount', { ...request, amount: 1251n }],
    [
      'a nested value',
      { ...request, counterparty: { type: 'email', contact: { kind: 'email', value: 'c' } } },
    ],
    ['a name that is missing', { amount: 1250n, currency: 'USD', counterparty: request.counterparty }],
    ['a name more', { ...request, customerPartyId: 'x' }],
    ['a time', { ...request, expiresAt: new Date(1) }],
  ])('is another one for %s', (_what, other) => {
    expect(fingerprintOf([other, null])).not.toEqual(fingerprintOf([request, null]));
  });

  it('tells times, orders of lists, and numbers of any size apart', () => {
    const all = [new Date(1), new Date(2), [1, 2], [2, 1], 2n ** 62n, 2n ** 62n + 1n, {}, []];
    expect(new Set(all.map((value) => fingerprintOf(value).toString('hex'))).size).toBe(all.length);
  });
});
