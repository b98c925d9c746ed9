import { forgetOldest } from '../lib/forget-oldest.ts';
import { isCounted } from './limits.ts';
import type { Needs } from './needs.ts';
import { noPeople } from './state.ts';
import type { People } from './state.ts';

/**
 * What a session has learned of people, from batch to batch: who may do what changes seldom, and looking it up for each
 * payment costs a fifth of the database's work. Every change of it counts one number up (migration 0016), which each batch reads
 * after its locks. It ends with the session, since behind a new one may be another database.
 */
export type Memory = { version: bigint | null; people: People };

const mostRemembered = 20_000;

/** A memory in which nothing is. */
export function noMemory(): Memory {
  return { version: null, people: noPeople() };
}

/**
 * Takes out of the needs what is remembered, and answers whether that was anything: people, and the counters of those
 * that have no limit to count for. An agent that has one is held by its counter instead of its row: whoever changes it
 * takes both. Forgets the oldest where it is too much.
 */
export function recall({ people }: Memory, needs: Needs): boolean {
  const { activeCredentials, agents, parties, contacts, delegations } = people;
  for (const known of [activeCredentials, agents, parties, contacts, delegations]) {
    forgetOldest(known, mostRemembered);
  }
  let recalled = false;
  const take = (wanted: { keys(): Iterable<string>; delete(key: string): boolean }, known: Known): void => {
    for (const key of wanted.keys()) if (known.has(key)) recalled = wanted.delete(key);
  };
  take(needs.credentials.apiKey, activeCredentials);
  take(needs.credentials.agentKey, activeCredentials);
  take(needs.delegations, delegations);
  for (const id of needs.agents) {
    const agent = agents.get(id);
    if (!agent) continue;
    recalled = needs.agents.delete(id);
    if (!isCounted(agent)) needs.counters.delete(id);
    else if (needs.actingAgents.delete(id)) needs.counters.add(id);
    if (!needs.recipientAgents.delete(id)) continue;
    needs.parties.add(agent.partyId);
    needs.wallets.add(agent.partyId);
  }
  for (const key of needs.contacts.keys()) {
    const found = contacts.get(key);
    if (!found) continue;
    recalled = needs.contacts.delete(key);
    needs.wallets.add(found.partyId);
  }
  for (const id of needs.parties) {
    const party = parties.get(id);
    if (!party) continue;
    recalled = needs.parties.delete(id);
    if (!isCounted(party)) needs.counters.delete(id);
  }
  return recalled;
}

/**
 * Is what was remembered before this batch still so, now that the number is this? Otherwise it is forgotten, and so is what
 * this batch has read, since it may have been read before the number.
 */
export function confirm(memory: Memory, version: bigint | null): boolean {
  if (version !== null && version === memory.version) return true;
  memory.version = version;
  memory.people = noPeople();
  return false;
}

type Known = { has(key: string): boolean };
