import { expect, it } from 'vitest';
import { reasonsOf } from '../src/reasons.ts';

it('tells a reason of a server that knows more than this version by its name and figures', () => {
  const later = {
    type: 'newPayeesExceeded',
    period: 'day',
    limit: 3,
    actual: 4,
    onBreach: 'review',
    list: [1],
  };
  expect(reasonsOf([later, { type: 'somethingElse' }, { type: 'evil\u001b[2J', limit: '\u202e1' }])).toEqual([
    'new payees exceeded (period day, limit 3, actual 4)',
    'something else',
    expect.not.stringMatching(/[\u001b\u202e]/),
  ]);
});
