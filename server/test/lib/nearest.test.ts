import { expect, it } from 'vitest';
import { nearest } from '../../src/lib/nearest.ts';

const names = ['status', 'limit', 'cursor', 'partyId', 'createdAfter'];

it.each([
  ['state', 'status'],
  ['Status', 'status'],
  ['party_id', 'partyId'],
  ['createdBefore', 'createdAfter'],
  ['limits', 'limit'],
])('finds the name that is nearest to %s', (sent, near) => {
  expect(nearest(sent, names)).toBe(near);
});

it('finds none where there are none, and is quick with a long name', () => {
  expect(nearest('status', [])).toBeNull();
  expect(nearest('x'.repeat(16_000), names)).not.toBeNull();
});
