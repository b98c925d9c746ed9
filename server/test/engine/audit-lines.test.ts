import { describe, expect, it } from 'vitest';
import type { Actor } from '../../src/engine/model/actor.ts';
import { byAdmin, cancellation, decision, deposit, expiry, keyed, payment, report } from './commands.ts';
import { withdrawal } from './commands.ts';
import { paymentInReview } from './review.ts';
import { lastPayment, lastTransfer, next, run } from './run.ts';
import { admin, adminKey, buyer, id, key, later, now, owner, shop, waiting, world } from './world.ts';

const { state, it: waits, approval } = paymentInReview();
const sent = run(world(), withdrawal());
const claimable = run(world(), payment({ counterparty: waiting }));

describe('a line of the audit log', () => {
  it('says who did what, with which key, as which agent, from which conversation, when, by which request', () => {
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
          agentId: buyer,
          instanceId: 'chat 7',
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
    ['one in review', run(state, payment({ actor: { agentId: buyer } })), undefined],
    ['a withdrawal', sent, (after: typeof sent) => after.changes.transfers[0]?.id],
    ['a cancellation', next(sent, cancellation(lastTransfer(sent))), () => lastTransfer(sent).id],
    ['a yes', run(state, decision(approval, waits)), () => approval.id],
    ['a no', run(state, decision(approval, waits, { verdict: 'deny' })), () => approval.id],
  ])('names what was made or changed: %s', (_what, after, target) => {
    const expected = target ? target(after) : after.changes.payments[0]?.id;
    expect(after.changes.audits).toMatchObject([{ decision: 'accepted', targetId: expected }]);
  });

  it('of a decision says why, in the words of who decided', () => {
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
    ['a payment, which then does not exist', world(), payment({ amount: 100_001n }), null],
    ['a withdrawal', world(), withdrawal({ amount: 100_001n }), null],
    [
      'a cancellation',
      next(sent).state,
      cancellation(lastTransfer(sent), { actor: { agentId: buyer } }),
      lastTransfer(sent).id,
    ],
    [
      'a decision, and not what its maker said',
      state,
      decision(approval, waits, { actor: { userId: owner }, reason: 'I want it' }),
      approval.id,
    ],
  ])(
    'of a refusal says what it was about and the engine’s word for it: %s',
    (_what, before, command, about) => {
      const { outcomes, changes } = run(before, command);
      const [outcome] = outcomes;
      expect(outcome).toMatchObject({ done: false });
      expect(changes.audits).toMatchObject([
        {
          decision: 'refused',
          targetId: about,
          action: command.route,
          reason: outcome?.done === false ? outcome.refusal : '',
        },
      ]);
    },
  );

  it('is written for a caller that was revoked, too', () => {
    const before = world();
    before.activeCredentials.delete(key);
    expect(run(before, payment({})).changes.audits).toMatchObject([
      { decision: 'refused', reason: 'credential_revoked', actor: { credentialId: key } },
    ]);
  });

  it('is not written for a replay, but for a key that is used for another request', () => {
    const command = payment({ idempotency: keyed('a') });
    const { changes } = run(world(), command, command, payment({ idempotency: keyed('a', 'two') }));
    expect(changes.audits.map(({ decision, reason }) => [decision, reason])).toEqual([
      ['accepted', null],
      ['refused', 'key_reused'],
    ]);
  });

  it('stands in the order in which things were decided, one for each', () => {
    const { changes } = run(
      state,
      payment({}),
      decision(approval, waits),
      cancellation(waits, { actor: byAdmin }),
    );
    expect(changes.audits.map(({ action, decision }) => `${decision} ${action}`)).toEqual([
      'accepted POST /payments',
      `accepted POST /approvals/${approval.id}/approve`,
      `refused POST /payments/${waits.id}/cancel`,
    ]);
  });
});

describe('what Purser does by itself', () => {
  it.each([
    ['a deposit', 'deposit', run(world(), deposit())],
    ['a report of the bank', 'settle', next(sent, report(lastTransfer(sent), { kind: 'completed' }))],
    ['the end of a review', 'expire', run(state, expiry(waits, later({ days: 7 })))],
    [
      'a claim that goes back',
      'expire',
      next(claimable, expiry(lastPayment(claimable), later({ days: 30 }))),
    ],
  ])('has a line without an actor: %s', (_what, action, { changes }) => {
    const { audits, transfers, changedTransfers, changedPayments } = changes;
    const [target] = [...transfers, ...changedTransfers, ...changedPayments];
    expect(audits).toMatchObject([
      { actor: null, requestId: null, action, decision: 'accepted', reason: null, targetId: target?.id },
    ]);
  });

  it('has none where there was nothing to do', () => {
    const early = run(state, expiry(waits, now), report(lastTransfer(sent), { kind: 'completed' }));
    expect(early.outcomes).toMatchObject([{ done: false }, { done: false }]);
    expect(early.changes.audits).toEqual([]);
  });
});
