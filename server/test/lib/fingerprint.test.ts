import { describe, expect, it } from 'vitest';
import { canonical, fingerprint } from '../../src/http/request-fingerprint.ts';

const fingerprintOf = (value: unknown): Buffer => fingerprint(canonical(value));
const request = {
  amount: 1250n,
  currency: 'USD',
  counterparty: { type: 'email', contact: { kind: 'email', value: 'casey@example.com' } },
  description: null,
};

describe('the fingerprint of a request', () => {
  it('does not depend on the order of names, at any depth', () => {
    const reordered = {
      description: null,
      counterparty: { contact: { value: 'casey@example.com', kind: 'email' }, type: 'email' },
      currency: 'USD',
      amount: 1250n,
    };
    expect(fingerprintOf([reordered, null])).toEqual(fingerprintOf([request, null]));
  });

  it('is the same as in earlier versions, because payments keep theirs permanently', () => {
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
    ['a missing name', { amount: 1250n, currency: 'USD', counterparty: request.counterparty }],
    ['an additional name', { ...request, customerPartyId: 'x' }],
    ['a time', { ...request, expiresAt: new Date(1) }],
  ])('differs for %s', (_what, other) => {
    expect(fingerprintOf([other, null])).not.toEqual(fingerprintOf([request, null]));
  });

  it('distinguishes times, the order of lists, and numbers of any size', () => {
    const all = [new Date(1), new Date(2), [1, 2], [2, 1], 2n ** 62n, 2n ** 62n + 1n, {}, []];
    expect(new Set(all.map((value) => fingerprintOf(value).toString('hex'))).size).toBe(all.length);
  });
});
