import { evictOldest } from '../../lib/evict-oldest.ts';
import { noPeople } from '../model/state.ts';
import type { People } from '../model/state.ts';

/**
 * What a session has learned of people, from batch to batch: who may do what changes seldom, and looking it up for each
 * payment costs a fifth of the database's work. Every change of it counts one number up (migration 0016), which each batch reads
 * after its locks. It ends with the session, since behind a new one may be another database.
 */
export type Memory = { version: bigint | null; people: People };

const maxCached = 20_000; // of each kind; of delegations so many customers, who have few each

/** A memory in which nothing is. */
export function noMemory(): Memory {
  return { version: null, people: noPeople() };
}

/** The people that are remembered, the oldest forgotten where they are too many. */
export function remembered({ people }: Memory): People {
  for (const known of Object.values(people)) evictOldest(known, maxCached);
  return people;
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
