import type { Command } from './decide.ts';
import { contactKey } from './state.ts';

/** Something that waits for its turn. */
export type Waiting<Settled> = {
  command: Command;
  tokens: readonly string[];
  settle: (settled: Settled) => void;
};

/**
 * Commands in arrival order. A batch takes from the front what shares no token with a batch that is under way; what is
 * passed over holds its own tokens back, so that commands on one wallet never overtake each other.
 */
export function createQueue<Settled>(batchSize: number) {
  let waiting: Array<Waiting<Settled>> = [];
  const busy = new Map<string, number>();
  return {
    length: (): number => waiting.length,
    push: (item: Waiting<Settled>): void => void waiting.push(item),

    /** Takes the next batch; an empty one where fewer than `atLeast` commands could go. */
    take(atLeast: number): Array<Waiting<Settled>> {
      if (waiting.length < atLeast) return [];
      const heldBack = new Set<string>();
      const isFree = (token: string): boolean => !busy.has(token) && !heldBack.has(token);
      const batch: Array<Waiting<Settled>> = [];
      const left: Array<Waiting<Settled>> = [];
      for (const item of waiting) {
        if (batch.length < batchSize && item.tokens.every(isFree)) {
          batch.push(item);
        } else {
          left.push(item);
          for (const token of item.tokens) heldBack.add(token);
        }
      }
      if (batch.length < atLeast) return [];
      waiting = left;
      for (const { tokens } of batch) for (const token of tokens) busy.set(token, (busy.get(token) ?? 0) + 1);
      return batch;
    },

    /** Lets go of a batch that has ended. */
    release(batch: ReadonlyArray<Waiting<Settled>>): void {
      for (const { tokens } of batch) {
        for (const token of tokens) {
          const left = (busy.get(token) ?? 1) - 1;
          if (left === 0) busy.delete(token);
          else busy.set(token, left);
        }
      }
    },
  };
}

const maxKnown = 100_000;

/**
 * What two commands must not touch at once without one waiting in the database for the other: the paying and the paid
 * party, the acting agent, the idempotency key. An address counts as the party it led to last: if that has changed,
 * the locks in the database still decide, only later.
 */
export function createTokens() {
  const partyByContact = new Map<string, string>();
  return {
    of(command: Command): string[] {
      if (command.kind === 'deposit') return [command.partyId, command.rail];
      const { actor, counterparty, idempotency } = command;
      const tokens: string[] = [command.customerPartyId ?? actor.partyId];
      if (counterparty.type === 'party_id') tokens.push(counterparty.partyId);
      else if (counterparty.type === 'agent_id') tokens.push(counterparty.agentId);
      else
        tokens.push(partyByContact.get(contactKey(counterparty.contact)) ?? contactKey(counterparty.contact));
      if (actor.agentId) tokens.push(actor.agentId);
      if (idempotency) tokens.push(`${idempotency.partyId} ${idempotency.key}`);
      return tokens;
    },
    /** Remembers where addresses lead. */
    learn: (contacts: ReadonlyMap<string, string>): void => {
      if (partyByContact.size > maxKnown) partyByContact.clear();
      for (const [contact, party] of contacts) partyByContact.set(contact, party);
    },
  };
}
