import type { Dated } from '../../src/engine/model/actor.ts';
import { describe, expect, it } from 'vitest';
import type { Payment, Transfer } from '../../src/engine/model/records.ts';
import type { Command } from '../../src/engine/decide/commands.ts';
import type { ReviewedTarget } from '../../src/engine/model/targets.ts';
import { cancellation, payment } from './commands.ts';
import { paymentInReview, withdrawalInReview } from './review.ts';
import { lastPayment, refusalOf, run, stored, words } from './run.ts';
import { anOwnersKey, key, later, now, world } from './world.ts';

/** The command by which the revocation of an agent cancels what it requested. */
function cancelReview(about: Payment | Transfer): Dated<Command> {
  const { target, ...request } = cancellation(about);
  return { ...request, kind: 'cancelReview', target: target as ReviewedTarget };
}

describe('what is in review when its agent is revoked', () => {
  it.each([
    ['payment', paymentInReview],
    ['withdrawal', withdrawalInReview],
  ])('is canceled with its approvals, and no money moves: a %s', (_what, inReview) => {
    const { state, it: about } = inReview();
    const { outcomes, changes } = run(state, cancelReview(about));
    expect(outcomes).toMatchObject([{ done: true, targetId: about.id }]);
    const [changed] = [...changes.changedPayments, ...changes.changedTransfers];
    expect(changed?.status).toBe('CANCELED');
    expect([...changes.changedApprovals].map(({ status }) => status)).toEqual(['canceled']);
    expect([changes.movements, [...changes.changedWallets], [...changes.changedCounters]]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('stays as it is if it was accepted', () => {
    const made = run(world(), payment({}));
    expect(refusalOf(stored(made), cancelReview(lastPayment(made)))).toBe('payment_ended');
  });
});

describe('a key that expires', () => {
  it.each([
    [later({ ms: 1 }), 'COMPLETED'],
    [now, 'credential_revoked'],
    [later({ ms: -1 }), 'credential_revoked'],
  ])('at %s pays until then', (expiresAt, end) => {
    const state = world();
    state.activeCredentials.set(key, { ...anOwnersKey, expiresAt });
    expect(words(run(state, payment({})))).toEqual([end]);
  });
});
