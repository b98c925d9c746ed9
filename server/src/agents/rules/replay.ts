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
import type { PastPayment, PastWithdrawal } from './queries.ts';

/** What would have become of a past payment or withdrawal. */
export type Replayed = {
  spent: PastPayment | PastWithdrawal;
  outcome: 'passed' | 'waited' | 'refused';
  reasons: readonly ApprovalReason[];
};

const perTurn = 250;
const undone = new Set(['CANCELED', 'FAILED', 'APPROVAL_DENIED', 'RETURNED']);

/**
 * Decides past payments and withdrawals of an agent, oldest first, by other limits and rules, with the functions of the
 * engine and its counts as they would have been. What would have waited is taken as approved if it was accepted. Other
 * requests are served in between.
 */
export async function replaySpending(
  agentId: Id<'agt'>,
  bounds: Bounds,
  spent: ReadonlyArray<PastPayment | PastWithdrawal>,
  addresses: ReadonlyMap<string, Contact[]>,
): Promise<Replayed[]> {
  const state: LoadedState = { ...emptyState(), addresses: new Map(addresses) };
  const replayed: Replayed[] = [];
  for (const each of spent) {
    if (replayed.length % perTurn === perTurn - 1) await turn();
    replayed.push(replay(agentId, bounds, each, state));
  }
  return replayed;
}

function replay(
  agentId: Id<'agt'>,
  bounds: Bounds,
  spent: PastPayment | PastWithdrawal,
  state: LoadedState,
): Replayed {
  const { amount, currency, payerPartyId } = spent;
  const now = spendingTime(bounds, spent.createdAt, state);
  const spending = { amount, currency, now };
  const payee = spent.type === 'payment' ? payeeOf(spent) : null;
  const exceeded = exceededBounds(
    bounds,
    spending,
    () => {
      const content = contentOf(agentId, payerPartyId, spent);
      const purchase = payee && { content, intendedRepeat: false };
      return { currency, now, payee, isApproved: false, purchase };
    },
    state,
  );
  const refusing = refusingReasons(exceeded);
  if (refusing) return { spent, outcome: 'refused', reasons: refusing };
  const passes = exceeded.length === 0;
  const changes = noChanges();
  const isAccepted = passes || spent.acceptedAt !== null;
  if (isAccepted) countAccepted(bounds, spending, state, changes);
  if (spent.type === 'payment' && payee) {
    const [key] = payeeKeys(payee);
    if (key !== undefined && !undone.has(spent.status)) {
      recordPurchase(bounds.ruleSets, spent, key, now, state, changes);
    }
    if (isAccepted && payee.partyId) recordPayee(bounds.ruleSets, spent, payee.partyId, state, changes);
  }
  return {
    spent,
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
