import { expect, it } from 'vitest';
import { hammer } from './hammer.ts';
import { drawKind, profiles } from './profiles.ts';
import type { Kind } from './profiles.ts';
import { describeCounts } from './statistics.ts';
import { describeFound } from './describe-found.ts';

/** Ends that a run of this size comes to, of every promise: one without them would prove nothing. */
const wanted: ReadonlyArray<[Kind, RegExp]> = [
  ['pay', /^201 PROCESSING$/],
  ['pay', /^201 IN_REVIEW$/],
  ['pay', /^409 insufficient_funds$/],
  ['payForCustomer', /^201 PROCESSING$/],
  ['withdraw', /^200 PROCESSING$/],
  ['cancelPayment', /^200 CANCELED$/],
  ['decide', /^approve 200$/],
  ['decide', /^deny 200$/],
  ['copyMoney', /replays$/],
  ['replay', /^POST 201$/],
  ['reuseKey', /^409 idempotency_key_reused$/],
  ['shareKey', /^201 PROCESSING$/],
  ['duel', /^409 insufficient_funds$/],
  ['payOpposite', /^201 PROCESSING$/],
  ['payRing', /^201 PROCESSING$/],
  ['limitPeriod', /^201 IN_REVIEW$/],
  ['limitTransaction', /^201 PROCESSING$/],
  ['revokeApiKey', /^revoked/],
  ['probeForeign', /^GET .*404/],
  ['readThing', /^payment 200$/],
];

it('a random load keeps every promise, and comes across all of them', async () => {
  const options = {
    operations: 2_000,
    clients: 32,
    seed: 4,
    servers: 2,
    profile: 'mixed',
    kills: false,
  } as const;
  const { violation, counts, operations, things, breaks, search } = await hammer(options);
  expect(violation && describeFound(violation, options.seed)).toBeNull();
  expect([operations >= 2_000, things > 600, breaks >= 3]).toEqual([true, true, true]);
  expect([search.secrets > 100, search.characters > 500_000]).toEqual([true, true]);
  const missing = wanted.filter(
    ([kind, ending]) => ![...(counts.get(kind)?.keys() ?? [])].some((each) => ending.test(each)),
  );
  expect([missing, describeCounts(counts)]).toEqual([[], describeCounts(counts)]);
}, 120_000);

const draw = (seed: number) =>
  Array.from({ length: 2_000 }, (_, turn) => drawKind('mixed', false, seed, 1, turn));

it('the same seed draws the same operations, and every kind comes up', () => {
  expect(draw(7)).toEqual(draw(7));
  expect(draw(7)).not.toEqual(draw(8));
  expect(new Set([...draw(7), ...draw(8)]).size).toBe(Object.keys(profiles.mixed).length);
});
