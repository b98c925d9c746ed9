import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../src/engine/model/outcomes.ts';
import type { LoadedState } from '../../src/engine/model/state.ts';
import { maxAmount } from '../../src/lib/money.ts';
import { byCustomer, decision } from './commands.ts';
import { limitedWorld, paymentInReview, withdrawalInReview } from './review.ts';
import { approvalOf, balance, eventsOf, next, refusalOf, run, stored, words } from './run.ts';
import {
  buyer,
  customer,
  grant,
  id,
  later,
  provisional,
  setAccount,
  setAgent,
  setDelegation,
  setParty,
  setSpent,
  setWallets,
  shop,
  spent,
  stranger,
  waiting,
  wallet,
} from './world.ts';

const ofCustomer = { customerPartyId: customer };
type Change = (state: LoadedState) => unknown;

describe('an approval is refused, and stays pending,', () => {
  it.each<[string, Refusal, Change]>([
    [
      'when the agent was revoked in the meantime',
      'authority_gone',
      (state) => setAgent(state, { status: 'REVOKED' }),
    ],
    ['when the agent no longer exists', 'authority_gone', (state) => state.agents.clear()],
    [
      'when the funds are insufficient',
      'insufficient_funds',
      (state) => setWallets(state, wallet(shop, { posted: 999n })),
    ],
    [
      'when the funds are held',
      'insufficient_funds',
      (state) => setWallets(state, wallet(shop, { posted: 1_000n, held: 1n })),
    ],
    [
      'when the wallet was closed',
      'insufficient_funds',
      (state) => setWallets(state, wallet(shop, { status: 'closed' })),
    ],
    [
      'while the wallet is frozen',
      'wallet_frozen',
      (state) => setWallets(state, wallet(shop, { posted: 1_000n, status: 'frozen' })),
    ],
    [
      'while the payee can hold no more',
      'recipient_full',
      (state) => setWallets(state, wallet(stranger, { posted: maxAmount - 999n })),
    ],
  ])('%s', (_what, refusal, change) => {
    const { state, it: about, approval } = paymentInReview();
    change(state);
    expect(refusalOf(state, decision(approval, about))).toBe(refusal);
  });

  it.each<[string, Change]>([
    ['when the delegation was suspended', (state) => setDelegation(state, { status: 'SUSPENDED' })],
    ['when the delegation was revoked', (state) => setDelegation(state, { status: 'REVOKED' })],
    ['when the delegation no longer exists', (state) => state.delegations.clear()],
    ['when the delegation permits only reading', (state) => setDelegation(state, { pays: false })],
    ['when the agent’s grant was removed', (state) => setDelegation(state, { grants: [] })],
    [
      'when the agent’s grant was revoked',
      (state) => setDelegation(state, { grants: [{ ...grant(buyer, null), status: 'REVOKED' }] }),
    ],
  ])('%s', (_what, change) => {
    const { state, it: about, approval } = paymentInReview(ofCustomer);
    change(state);
    expect(refusalOf(state, decision(approval, about))).toBe('authority_gone');
  });

  it.each(['pending', 'disabled'] as const)('when the account of a withdrawal is %s', (status) => {
    const { state, it: about, approval } = withdrawalInReview();
    setAccount(state, { status });
    expect(refusalOf(state, decision(approval, about))).toBe('external_account_unusable');
  });

  it('until the missing funds are there, and then succeeds', () => {
    const { state, it: about, approval } = paymentInReview();
    setWallets(state, wallet(shop, { posted: 999n }));
    const refused = run(state, decision(approval, about));
    setWallets(refused.state, wallet(shop, { posted: 1_000n }));
    expect(words(next(refused, decision(approval, about)))).toEqual(['approved']);
  });

  it('only when it is the last one: an earlier one needs no funds', () => {
    const state = limitedWorld();
    setParty(state, customer, { perTransaction: 1n });
    const { state: before, it: about, approval } = paymentInReview(ofCustomer, state);
    setWallets(before, wallet(customer));
    const half = run(before, decision(approval, about));
    expect(words(half)).toEqual(['approved']);
    const second = decision(approvalOf(half, about, 1), about, { actor: byCustomer });
    expect(refusalOf(stored(half), second)).toBe('insufficient_funds');
  });
});

describe('a payee', () => {
  it('that has claimed its address in the meantime is paid immediately', () => {
    const { state, it: about, approval } = paymentInReview({ counterparty: waiting });
    setParty(state, provisional, { status: 'ACTIVE' });
    const after = run(state, decision(approval, about));
    expect(stored(after).payments.get(about.id)?.status).toBe('COMPLETED');
    expect(balance(after.state, provisional)).toBe(1_000n);
    expect(after.changes.mails).toEqual([]);
  });
});

describe('an owner whose limit was not exceeded before', () => {
  const onceTheCustomer = (change: Change) => {
    const { state, it: about, approval } = paymentInReview(ofCustomer);
    change(state);
    return { about, after: run(state, decision(approval, about, { now: later({ days: 1 }) })) };
  };

  it.each<[string, Change, object]>([
    [
      'but whose grant is smaller now',
      (state) => setDelegation(state, { grants: [grant(buyer, 999n)] }),
      { limitType: 'perTransactionAmount', limitAmount: 999, actualAmount: 1_000 },
    ],
    [
      'but who has set a limit per transaction',
      (state) => setParty(state, customer, { perTransaction: 999n }),
      { limitType: 'perTransactionAmount', limitAmount: 999, actualAmount: 1_000 },
    ],
    [
      'but who has spent too much on the day of the decision',
      (state) => {
        setParty(state, customer, { perDay: 5_000n });
        setSpent(state, customer, [4_001n, 4_001n], '2026-01-03');
      },
      { limitType: 'dailyAmount', limitAmount: 5_000, actualAmount: 5_001 },
    ],
    [
      'but who has spent too much in the month of the decision',
      (state) => {
        setParty(state, customer, { perMonth: 5_000n });
        setSpent(state, customer, [0n, 4_001n]);
      },
      { limitType: 'monthlyAmount', limitAmount: 5_000, actualAmount: 5_001 },
    ],
  ])(
    '%s, must approve too: the first approval is kept and the payment stays in review',
    (_what, change, reason) => {
      const { about, after } = onceTheCustomer(change);
      expect(words(after)).toEqual(['approved']);
      expect(stored(after).payments.get(about.id)).toMatchObject({ status: 'IN_REVIEW', acceptedAt: null });
      expect(after.changes.approvals).toMatchObject([
        {
          deciderPartyId: customer,
          status: 'pending',
          dueAt: later({ days: 8 }),
          target: { type: 'payment', id: about.id },
          reasons: [reason],
        },
      ]);
      expect(eventsOf(after)).toEqual(['approval – → pending', 'approval pending → approved']);
      expect([after.changes.movements, [...after.changes.changedPayments]]).toEqual([[], []]);
    },
  );

  it('decides separately: its approval executes the payment', () => {
    const { about, after } = onceTheCustomer((state) => setParty(state, customer, { perTransaction: 1n }));
    const added = approvalOf(after, about, 1);
    expect(added.id).toMatch(/^first approval/);
    const whole = next(after, decision(added, about, { actor: byCustomer }));
    expect(stored(whole).payments.get(about.id)?.status).toBe('COMPLETED');
  });

  it('may decide within the same batch: its denial closes the payment', () => {
    const { state, it: about, approval } = paymentInReview(ofCustomer);
    setParty(state, customer, { perTransaction: 1n });
    const yes = decision(approval, about);
    const no = decision({ ...approval, id: yes.newIds.approvals[0] }, about, {
      verdict: 'deny',
      actor: byCustomer,
    });
    const after = run(state, yes, no);
    expect(words(after)).toEqual(['approved', 'denied']);
    expect(stored(after).payments.get(about.id)?.status).toBe('APPROVAL_DENIED');
  });

  it('need not approve when its limit is met exactly', () => {
    const { about, after } = onceTheCustomer((state) => {
      setParty(state, customer, { perDay: 5_000n });
      setSpent(state, customer, [4_000n, 4_000n], '2026-01-03');
    });
    expect(stored(after).payments.get(about.id)?.status).toBe('COMPLETED');
    expect(spent(after.state, customer)).toEqual(['2026-01-03', 5_000n, 5_000n]);
  });
});

describe('an owner with an approval', () => {
  it('need not approve again, however many limits are exceeded now', () => {
    const { state, it: about, approval } = paymentInReview();
    setAgent(state, { perTransaction: 1n, perDay: 1n, perMonth: 1n });
    setParty(state, shop, { perTransaction: 1n });
    const after = run(state, decision(approval, about));
    expect(stored(after).payments.get(about.id)?.status).toBe('COMPLETED');
    expect(after.changes.approvals).toEqual([]);
  });

  it('approves this exact payment: amount, currency and payee stay as they were', () => {
    const { state, it: about, approval } = paymentInReview({ amount: 1_234n });
    const bigger = { ...about, amount: 9n, payeePartyId: id('pty', 'other') };
    const after = run(state, decision(approval, { ...bigger, payeePartyId: stranger }));
    const { amount, currency, payeePartyId } = about;
    expect(after.changes.movements).toMatchObject([{ amount: 1_234n }]);
    expect(stored(after).payments.get(about.id)).toMatchObject({ amount, currency, payeePartyId });
  });
});
