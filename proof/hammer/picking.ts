import { setTimeout as pause } from 'node:timers/promises';
import type { Actor, Agent, Party, Transaction } from './model/types.ts';
import { boundsIn } from './limits.ts';
import type { Turn } from './turn.ts';
import { agentActor, walletOf } from './world/parties.ts';

/** Picks a regular party, other than `other`. */
export function pickParty({ random, run }: Turn, other?: Party): Party {
  const { regular } = run.world.parties;
  const party = random.pick(regular);
  return party === other ? (regular[(regular.indexOf(party) + 1) % regular.length] as Party) : party;
}

/**
 * Picks the actor of a party's request: a user, a user who names an agent in the header, or an agent by its own key.
 */
export function pickActor({ random }: Turn, party: Party): { as: Actor; agent?: Agent } {
  const roll = random.below(10);
  if (roll < 3) return { as: agentActor(party.agent) };
  if (roll < 5) return { as: party.owner, agent: party.agent };
  if (roll < 7 && party.approver) return { as: party.approver };
  return { as: party.owner };
}

/** Picks an amount: mostly a small one, sometimes at a limit, the whole balance, or more than the balance. */
export function pickAmount({ random }: Turn, party: Party, currency: string): number {
  const { available } = walletOf(party, currency);
  const bounds = [party, party.agent].flatMap(({ limits }) => boundsIn(limits, currency));
  const bound = random.pick([null, ...bounds]);
  const roll = random.below(20);
  if (roll < 4 && bound !== null) return Math.max(1, bound + random.below(3) - 1);
  if (roll === 4) return Math.max(1, available + random.below(3) - 1);
  if (roll === 5) return Math.max(1, available + random.between(1, 100_000));
  if (roll < 9) return random.between(1, 5_000);
  return random.between(1, 400);
}

/** Picks a recipient, named in one of the possible ways. */
export function pickRecipient(turn: Turn, payer: Party) {
  const { random } = turn;
  const roll = random.below(12);
  if (roll === 0) return { payee: null, counterparty: { type: 'email', value: guestAddress(turn) } };
  if (roll === 1) return { payee: null, counterparty: { type: 'phone', value: guestNumber(turn) } };
  const payee = pickParty(turn, payer);
  return { payee, counterparty: nameOf(turn, payee) };
}

/** Returns a party as the counterparty of a payment: by e-mail address, agent id or party id. */
export function nameOf({ random }: Turn, { id, email, agent }: Party): { type: string; value: string } {
  const roll = random.below(4);
  if (roll === 0) return { type: 'email', value: random.chance(0.5) ? email : email.toUpperCase() };
  return roll === 1 ? { type: 'agent_id', value: agent.id } : { type: 'party_id', value: id };
}

/** Returns an address of no party. There are few, so that they are paid repeatedly, and concurrently the first time. */
export function guestAddress({ random, run }: Turn): string {
  return `guest-${run.model.round}-${random.below(300)}@nobody.purser.test`;
}

function guestNumber({ random }: Turn): string {
  return `+1415555${String(random.below(400)).padStart(4, '0')}`;
}

/**
 * Reserves a random transaction of the list while `use` runs. Removes entries that are no longer open. Returns false
 * where it finds none.
 */
export async function reserveAny<T extends Transaction>(
  { random }: Turn,
  list: T[],
  isOpen: (transaction: T) => boolean,
  use: (transaction: T) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; attempt < 12 && list.length > 0; attempt += 1) {
    const index = random.below(list.length);
    const transaction = list[index];
    if (!transaction || transaction.reserved) continue;
    if (!isOpen(transaction)) {
      const last = list.pop();
      if (last && last !== transaction) list[index] = last;
      continue;
    }
    await reserve(transaction, () => use(transaction));
    return true;
  }
  return false;
}

/** Reserves a transaction while `act` runs, once no other operation has it reserved. */
export async function reserve(transaction: Transaction, act: () => Promise<void>): Promise<void> {
  while (transaction.reserved) await pause(5);
  transaction.reserved = true;
  try {
    await act();
  } finally {
    transaction.reserved = false;
  }
}
