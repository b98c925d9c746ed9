import { expect, it } from 'vitest';
import { reasonsOf } from '../src/reasons.ts';

it('tells a reason of a server that knows more than this version by its name and figures', () => {
  const hostile = { type: 'evil\u001B[2J', limit: '\u202E1' };
  const later = {
    type: 'newPayeesExceeded',
    period: 'day',
    limit: 3,
    actual: 4,
    onBreach: 'review',
    list: [1],
  };
  expect(reasonsOf([later, { type: 'somethingElse' }, hostile])).toEqual([
    'new payees exceeded (period day, limit 3, actual 4)',
    'something else',
    expect.not.stringMatching(/\p{C}/u),
  ]);
});
