import { describe, expect, it } from 'vitest';
import { type Refusal, refusals } from '../../src/engine/model/outcomes.ts';
import { refusalOf, run, words } from './run.ts';
import { spoilables } from './spoiled.ts';

const documented = [
  'credential_revoked',
  'role_changed',
  'agent_inactive',
  'agent_suspended',
  'key_reused',
  'approval_decided',
  'approval_expired',
  'not_the_decider',
  'approver_not_signed_in',
  'maker_decides',
  'approved_already',
  'requester_suspended',
  'not_the_sender',
  'not_this_agent',
  'delegation_suspended',
  'delegation_ended',
  'delegation_narrowed',
  'not_the_payee',
  'not_the_payer',
  'not_the_paying_agent',
  'request_closed',
  'amount_differs',
  'currency_differs',
  'payment_ended',
  'transfer_ended',
  'mark_impossible',
  'customer_unknown',
  'delegation_forbids',
  'agent_required',
  'party_frozen',
  'payment_not_refundable',
  'refund_too_large',
  'authority_gone',
  'recipient_agent_unknown',
  'recipient_party_unknown',
  'pays_itself',
  'recipient_is_payer',
  'external_account_unknown',
  'external_account_unusable',
  'wallet_unknown',
  'wallet_in_other_currency',
  'wallet_not_allowed',
  'wallet_closed',
  'destination_unknown',
  'destination_in_other_currency',
  'moves_nowhere',
  'source_closed',
  'destination_closed',
  'rule_broken',
  'too_many_in_review',
  'transfer_funds_payment',
  'needs_approval',
  'paying_account_unknown',
  'paying_account_unusable',
  'wallet_frozen',
  'amount_owed',
  'insufficient_funds',
  'nothing_owed',
  'fees_not_collected',
  'fee_not_covered',
  'deposit_too_large',
  'deposits_too_large',
  'recipient_full',
] as const satisfies Refusal[];

describe('the order of refusals', () => {
  it('is the documented one', () => expect(Object.keys(refusals)).toEqual(documented));

  it.each(spoilables)('is the same for all commands: that of $what is part of it', ({ order }) => {
    expect(order).toEqual(documented.filter((refusal) => order.includes(refusal)));
  });

  it('contains each refusal for at least one command', () => {
    const found = documented.filter((refusal) => !spoilables.some(({ order }) => order.includes(refusal)));
    expect(found).toEqual([]);
  });
});

describe.each(spoilables)('$what', ({ order, spoiled, end }) => {
  const pairs = order.flatMap((earlier, place) => order.slice(place + 1).map((after) => [earlier, after]));
  const refusedWith = (...faults: Refusal[]): string | undefined => {
    const { state, command } = spoiled((fault) => faults.includes(fault));
    return refusalOf(state, command);
  };

  it('is accepted without a fault', () => {
    const { state, command } = spoiled(() => false);
    expect(words(run(state, command))).toEqual([end]);
  });

  it.each(order)('%s refuses alone and changes nothing', (fault) => expect(refusedWith(fault)).toBe(fault));

  it.each(pairs)('%s takes precedence over %s', (earlier, after) => {
    expect(refusedWith(earlier, after)).toBe(earlier);
  });

  it('returns the first refusal when every fault is present', () => {
    expect(refusedWith(...order)).toBe(order[0]);
  });
});
