import { setImmediate as turn } from 'node:timers/promises';
import { countAccepted, exceededBounds, refusingReasons, spendingTime } from '../../engine/rules/bounds.ts';
import type { Bounds } from '../../engine/rules/bounds.ts';
import type { RuledPayee } from '../../engine/rules/payee.ts';
import { payeeKeys } from '../../engine/rules/payee.ts';
import { recordPayee, recordPurchase } from '../../engine/rules/rule-history.ts';
import { noChanges } from '../../engine/model/changes.ts';
import type { ApprovalReason } from '../../engine/model/records.ts';
import { contentOf } from '../../engine/model/rule-history.ts';
import { contactOf, emptyState } from '../../engine/model/state.ts';
import type { Contact, LoadedState } from '../../engine/model/state.ts';
import { publicId } from '../../lib/id.ts';
import type { Id } from '../../lib/id.ts';
import type { PastPayment } from './queries.ts';

/** What would have become of a past payment. */
export type Replayed = {
  id: Id<'pay'>;
  outcome: 'passed' | 'waited' | 'refused';
  reasons: readonly ApprovalReason[];
};

const perTurn = 250;
const undone = new Set(['CANCELED', 'FAILED', 'APPROVAL_DENIED', 'RETURNED']);

/**
 * Decides past payments of an agent, oldest first, by other limits and rules, with the functions of the engine and its
 * counts as they would have been. What would have waited is taken as approved if the payment was accepted. Other
 * requests are served in between.
 */
export async function replayPayments(
  agentId: Id<'agt'>,
  bounds: Bounds,
  payments: readonly PastPayment[],
  addresses: ReadonlyMap<string, Contact[]>,
): Promise<Replayed[]> {
  const state: LoadedState = { ...emptyState(), addresses: new Map(addresses) };
  const replayed: Replayed[] = [];
  for (const payment of payments) {
    if (replayed.length % perTurn === perTurn - 1) await turn();
    replayed.push(replay(agentId, bounds, payment, state));
  }
  return replayed;
}

function replay(agentId: Id<'agt'>, bounds: Bounds, payment: PastPayment, state: LoadedState): Replayed {
  const { id, amount, currency, payerPartyId } = payment;
  const now = spendingTime(bounds, payment.createdAt, state);
  const spending = { amount, currency, now };
  const payee = payeeOf(payment);
  const exceeded = exceededBounds(
    bounds,
    spending,
    () => {
      const purchase = { content: contentOf(agentId, payerPartyId, payment), intendedRepeat: false };
      return { currency, now, payee, isApproved: false, purchase };
    },
    state,
  );
  const refusing = refusingReasons(exceeded);
  if (refusing) return { id, outcome: 'refused', reasons: refusing };
  const passes = exceeded.length === 0;
  const changes = noChanges();
  const [key] = payeeKeys(payee);
  if (key !== undefined && !undone.has(payment.status)) {
    recordPurchase(bounds.ruleSets, payment, key, now, state, changes);
  }
  if (passes || payment.acceptedAt) {
    countAccepted(bounds, spending, state, changes);
    if (payee.partyId) recordPayee(bounds.ruleSets, payment, payee.partyId, state, changes);
  }
  return {
    id,
    outcome: passes ? 'passed' : 'waited',
    reasons: exceeded.flatMap(({ reasons }) => reasons),
  };
}

function payeeOf({ payeePartyId, recipientAddress, recipientAgentId }: PastPayment): RuledPayee {
  const address = recipientAddress === null ? null : contactOf(recipientAddress);
  const partyId = payeePartyId;
  if (recipientAgentId) {
    return { named: { type: 'agent_id', value: publicId('agt', recipientAgentId) }, partyId, address };
  }
  if (address) return { named: { type: address.kind, value: address.value }, partyId, address };
  return { named: { type: 'party_id', value: partyId ? publicId('pty', partyId) : '' }, partyId, address };
}
