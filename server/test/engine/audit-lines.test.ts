import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/engine/model/actor.ts';
import { auditLines } from '../../src/engine/model/implied-rows.ts';
import { byAdmin, cancellation, decision, keyed, payment, withdrawal } from './commands.ts';
import { deposit, expiry, report } from './own-commands.ts';
import { paymentInReview } from './review.ts';
import { lastPayment, lastTransfer, next, run } from './run.ts';
import { admin, adminKey, buyer, id, key, later, now, owner, shop, waiting, world } from './world.ts';

const { state, it: waits, approval } = paymentInReview();
const sent = run(world(), withdrawal());
const claimable = run(world(), payment({ counterparty: waiting }));

describe('the line of a payment', () => {
  it('is the payment itself, unless its place was announced: then it has a line of its own', () => {
    const [early, late] = ['', '\uffff'].map(
      (announcedTo) => run({ ...world(), announcedTo }, payment({})).changes,
    );
    for (const [changes, stored] of [
      [early, 0],
      [late, 1],
    ] as const) {
      expect(changes && auditLines(changes)).toHaveLength(stored);
      expect(changes?.payments[0]?.requestId === null).toBe(stored === 1);
    }
  });
});

describe('an audit line', () => {
  it('records actor, key, agent, conversation, action, target, time and request', () => {
    const actor: Partial<Actor> = { agentId: buyer, instanceId: 'chat 7' };
    const command = payment({ actor, requestId: id('req', 'this request') });
    const { changes } = run(world(), command);
    expect(changes.audits).toEqual([
      {
        actor: {
          kind: 'apiKey',
          partyId: shop,
          userId: owner,
          credentialId: key,
          keyPrefix: 'sk_pur_sandbox_key',
          role: 'OWNER',
          agentId: buyer,
          instanceId: 'chat 7',
          tokenExpiresAt: null,
        },
        requestId: 'this request',
        action: 'POST /payments',
        targetId: changes.payments[0]?.id,
        decision: 'accepted',
        reason: null,
        at: now,
      },
    ]);
  });

  it.each([
    ['a payment', run(world(), payment({})), (after: typeof sent) => after.changes.payments[0]?.id],
    ['a payment in review', run(state, payment({ actor: { agentId: buyer } })), undefined],
    ['a withdrawal', sent, (after: typeof sent) => after.changes.transfers[0]?.id],
    ['a cancellation', next(sent, cancellation(lastTransfer(sent))), () => lastTransfer(sent).id],
    ['an approval', run(state, decision(approval, waits)), () => approval.id],
    ['a denial', run(state, decision(approval, waits, { verdict: 'deny' })), () => approval.id],
  ])('has the created or changed resource as its target: %s', (_what, after, target) => {
    const expected = target ? target(after) : after.changes.payments[0]?.id;
    expect(after.changes.audits).toMatchObject([{ decision: 'accepted', targetId: expected }]);
  });

  it("of a decision has the decider's reason", () => {
    const yes = decision(approval, waits, { reason: 'It is for the "new" office' });
    expect(run(state, yes).changes.audits).toMatchObject([
      {
        decision: 'accepted',
        reason: 'It is for the "new" office',
        actor: { userId: admin, credentialId: adminKey },
      },
    ]);
  });

  it.each([
    ['a payment', world(), payment({ amount: 100_001n })],
    ['a withdrawal', world(), withdrawal({ amount: 100_001n })],
    ['a cancellation', next(sent).state, cancellation(lastTransfer(sent), { actor: { agentId: buyer } })],
    ['a decision', state, decision(approval, waits, { actor: { userId: owner }, reason: 'I want it' })],
  ])('is not written by the engine for a refusal: %s', (_what, before, command) => {
    const { outcomes, changes } = run(before, command);
    expect(outcomes).toMatchObject([{ done: false }]);
    expect(changes.audits).toEqual([]);
  });

  it('is not written for a replay', () => {
    const command = payment({ idempotency: keyed('a') });
    const { changes } = run(world(), command, command);
    expect(changes.audits.map(({ decision, reason }) => [decision, reason])).toEqual([['accepted', null]]);
  });

  it('is written once per decision, in the order of the decisions', () => {
    const { changes } = run(
      state,
      payment({}),
      decision(approval, waits),
      cancellation(waits, { actor: byAdmin }),
    );
    expect(changes.audits.map(({ action, decision }) => `${decision} ${action}`)).toEqual([
      'accepted POST /payments',
      `accepted POST /approvals/${approval.id}/approve`,
    ]);
  });
});

describe('an action of Purser itself', () => {
  it.each([
    ['a deposit', 'deposit', run(world(), deposit())],
    ['a report of the bank', 'settle', next(sent, report(lastTransfer(sent), { kind: 'completed' }))],
    ['the expiry of a review', 'expire', run(state, expiry(waits, later({ days: 7 })))],
    [
      'the return of an unclaimed payment',
      'expire',
      next(claimable, expiry(lastPayment(claimable), later({ days: 30 }))),
    ],
  ])('has an audit line without an actor: %s', (_what, action, { changes }) => {
    const { audits, transfers, changedTransfers, changedPayments } = changes;
    const [target] = [...transfers, ...changedTransfers, ...changedPayments];
    expect(audits).toMatchObject([
      { actor: null, requestId: null, action, decision: 'accepted', reason: null, targetId: target?.id },
    ]);
  });

  it('has no audit line when there was nothing to do', () => {
    const early = run(state, expiry(waits, now), report(lastTransfer(sent), { kind: 'completed' }));
    expect(early.outcomes).toMatchObject([{ done: false }, { done: false }]);
    expect(early.changes.audits).toEqual([]);
  });
});
