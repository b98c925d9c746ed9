import { setTimeout as pause } from 'node:timers/promises';
import { checkDeliveries, hookedEvents } from './hooks.ts';
import { partiesOf } from './model/transactions.ts';
import type { Party, SeenEvents, Transaction } from './model/types.ts';
import { readEventPages } from './operations/events.ts';
import type { Run } from './run.ts';
import { beginTurn, type Turn } from './turn.ts';
import { allParties } from './world/party-groups.ts';

const patience_ms = 20_000;
const poll_ms = 100;
const never = new Set(['IN_REVIEW', 'PENDING_CLAIM', 'APPROVAL_DENIED']);

/**
 * Compares the events of every party with the model: each of its payments that completed has exactly one event that
 * says so, no other has one, each that it pays or asked for has one that says that it was made, and all are of payments
 * that it may see. Then compares what webhooks got with the events.
 */
export async function compareEvents(run: Run): Promise<void> {
  const turn = beginTurn(run, -3, run.model.round, 'compareEvents');
  const deadline_ms = Date.now() + patience_ms;
  for (const party of allParties(run.world.parties)) {
    const seen = run.events.get(party) ?? nothing();
    run.events.set(party, seen);
    // Events are half a second behind.
    for (;;) {
      await readNew(turn, party, seen);
      const missing = missingEvent(party, seen);
      if (missing === null) break;
      if (Date.now() > deadline_ms) turn.fail('G12', `${party.name} never got an event that ${missing}`);
      await pause(poll_ms);
    }
    compareCounts(turn, party, seen);
  }
  await checkDeliveries(run, (party) => run.events.get(party) ?? nothing());
}

function nothing(): SeenEvents {
  return { newest: '', payments: new Map(), made: new Map(), hooked: new Set() };
}

/** Returns what an event would say that a party has not got yet; null if it has all. */
function missingEvent(party: Party, { payments, made }: SeenEvents): string | null {
  for (const transaction of party.transactions) {
    const { id, type, status } = transaction;
    if (type !== 'payment') continue;
    if (status === 'COMPLETED' && !payments.has(id)) return `${id} is complete`;
    if (isAsked(transaction, party) && !made.has(id)) return `${id} was made`;
  }
  return null;
}

/** Returns whether the party pays it, or asked for it: then it may see it from its beginning. */
const isAsked = ({ payer, maker }: Transaction, party: Party): boolean =>
  payer === party || maker.party === party;

/** Reads the events of a party that it had not at the checkpoint before. */
async function readNew(turn: Turn, party: Party, seen: SeenEvents): Promise<void> {
  const events = await readEventPages(turn, party.owner, { downTo: seen.newest });
  for (const [index, { id, attributes }] of events.entries()) {
    const { eventType, resourceId } = attributes;
    if (hookedEvents.includes(eventType)) seen.hooked.add(id);
    if (!eventType.startsWith('payment.')) continue;
    const payment = turn.run.model.transactions.get(resourceId);
    if (!payment || !partiesOf(payment).includes(party))
      turn.fail('tenancy', `${party.name} gets the event ${id} of ${resourceId}, which it cannot see`);
    if (eventType === 'payment.created') seen.made.set(resourceId, (seen.made.get(resourceId) ?? 0) + 1);
    if (eventType !== 'payment.completed') continue;
    seen.payments.set(resourceId, (seen.payments.get(resourceId) ?? 0) + 1);
    const first = `evt_${resourceId.slice('pay_'.length)}`;
    if (id !== secondIn(first)) continue;
    const before = events[index + 1];
    if (before?.id !== first || before.attributes.eventType !== 'payment.created')
      turn.fail('G12', `before the event ${id} there is none that ${resourceId} was made`);
  }
  seen.newest = events[0]?.id ?? seen.newest;
}

/** Returns the id of the second event of a payment that completed at once. */
function secondIn(first: string): string {
  return first.slice(0, -1) + (Number.parseInt(first.slice(-1), 16) | 1).toString(16);
}

function compareCounts(turn: Turn, party: Party, { payments, made }: SeenEvents): void {
  for (const { id, type, status } of party.transactions) {
    const count = payments.get(id) ?? 0;
    if (type !== 'payment') continue;
    const times = made.get(id) ?? 0;
    if (times > 1) turn.fail('G12', `${party.name} has ${times} events that say that ${id} was made`);
    if (count > 1) turn.fail('G12', `${party.name} has ${count} events that say that ${id} is complete`);
    if (count > 0 && never.has(status))
      turn.fail('G12', `an event says that ${id} is complete, but it is ${status}`);
  }
}
