import { setTimeout as pause } from 'node:timers/promises';
import { checkDeliveries, hookedEvents } from './hooks.ts';
import { partiesOf } from './model/transactions.ts';
import type { Party, SeenEvents } from './model/types.ts';
import { readEventPages } from './operations/events.ts';
import type { Run } from './run.ts';
import { beginTurn, type Turn } from './turn.ts';
import { allParties } from './world/party-groups.ts';

const patience_ms = 20_000;
const poll_ms = 100;
const never = new Set(['IN_REVIEW', 'PENDING_CLAIM', 'APPROVAL_DENIED']);

/**
 * Compares the events of every party with the model: each of its payments that completed has exactly one event that
 * says so, no other has one, and all are of payments that it may see. Then compares what webhooks got with the events.
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
      const missing = party.transactions.find(({ id, type, status }) => {
        return type === 'payment' && status === 'COMPLETED' && !seen.payments.has(id);
      });
      if (!missing) break;
      if (Date.now() > deadline_ms)
        turn.fail('G12', `${party.name} never got an event of ${missing.id}, which is complete`);
      await pause(poll_ms);
    }
    compareCounts(turn, party, seen);
  }
  await checkDeliveries(run, (party) => run.events.get(party) ?? nothing());
}

function nothing(): SeenEvents {
  return { newest: '', payments: new Map(), hooked: new Set() };
}

/** Reads the events of a party that it had not at the checkpoint before. */
async function readNew(turn: Turn, party: Party, seen: SeenEvents): Promise<void> {
  const events = await readEventPages(turn, party.owner, { downTo: seen.newest });
  for (const { id, attributes } of events) {
    const { eventType, resourceId } = attributes;
    if (hookedEvents.includes(eventType)) seen.hooked.add(id);
    if (!eventType.startsWith('payment.')) continue;
    const payment = turn.run.model.transactions.get(resourceId);
    if (!payment || !partiesOf(payment).includes(party))
      turn.fail('tenancy', `${party.name} gets the event ${id} of ${resourceId}, which it cannot see`);
    if (eventType !== 'payment.completed') continue;
    seen.payments.set(resourceId, (seen.payments.get(resourceId) ?? 0) + 1);
  }
  seen.newest = events[0]?.id ?? seen.newest;
}

function compareCounts(turn: Turn, party: Party, { payments }: SeenEvents): void {
  for (const { id, type, status } of party.transactions) {
    const count = payments.get(id) ?? 0;
    if (type !== 'payment') continue;
    if (count > 1) turn.fail('G12', `${party.name} has ${count} events that say that ${id} is complete`);
    if (count > 0 && never.has(status))
      turn.fail('G12', `an event says that ${id} is complete, but it is ${status}`);
  }
}
