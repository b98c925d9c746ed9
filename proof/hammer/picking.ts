import { setTimeout as pause } from 'node:timers/promises';
import type { Thing } from './model/types.ts';
import type { Turn } from './turn.ts';
import type { Agent, Actor, Party } from './model/types.ts';
import { callerOf, walletOf } from './world/people.ts';

/** One of those who pay each other whatever happens. */
export function pickParty({ random, run }: Turn, other?: Party): Party {
  const { folk } = run.world.cast;
  const party = random.pick(folk);
  return party === other ? (folk[(folk.indexOf(party) + 1) % folk.length] as Party) : party;
}

/** In whose name a party asks: by its owner's key or another user's, as an agent by header or by the agent's own key. */
export function pickCaller({ random }: Turn, party: Party): { as: Actor; agent?: Agent } {
  const way = random.below(10);
  if (way < 3) return { as: callerOf(party.agent) };
  if (way < 5) return { as: party.owner, agent: party.agent };
  if (way < 7 && party.approver) return { as: party.approver };
  return { as: party.owner };
}

/** Mostly little; sometimes exactly what a limit says or one more, all that there is, or more than that. */
export function pickAmount({ random }: Turn, party: Party, currency: string): number {
  const { available } = walletOf(party, currency);
  const bounds = [...Object.values(party.limits), ...Object.values(party.agent.limits)];
  const bound = random.pick([null, ...bounds].filter((each, index) => each !== null || index === 0));
  const way = random.below(20);
  if (way < 4 && bound !== null) return Math.max(1, bound + random.below(3) - 1);
  if (way === 4) return Math.max(1, available + random.below(3) - 1);
  if (way === 5) return Math.max(1, available + random.between(1, 100_000));
  if (way < 9) return random.between(1, 5_000);
  return random.between(1, 400);
}

/** Somebody to pay, by whichever of their names. */
export function pickRecipient(turn: Turn, payer: Party) {
  const { random } = turn;
  const way = random.below(12);
  if (way === 0) return { payee: null, counterparty: { type: 'email', value: guestAddress(turn) } };
  if (way === 1) return { payee: null, counterparty: { type: 'phone', value: guestNumber(turn) } };
  const payee = pickParty(turn, payer);
  return { payee, counterparty: nameOf(turn, payee) };
}

/** A party as a payment may name it. */
export function nameOf({ random }: Turn, { id, email, agent }: Party): { type: string; value: string } {
  const way = random.below(4);
  if (way === 0) return { type: 'email', value: random.chance(0.5) ? email : email.toUpperCase() };
  return way === 1 ? { type: 'agent_id', value: agent.id } : { type: 'party_id', value: id };
}

/** An address that leads nowhere; few, so that they are paid again and again, also for the first time at once. */
export function guestAddress({ random, run }: Turn): string {
  return `guest-${run.model.round}-${random.below(300)}@nobody.purser.test`;
}

function guestNumber({ random }: Turn): string {
  return `+1415555${String(random.below(400)).padStart(4, '0')}`;
}

/** Something of these on which nobody acts, held for the time of its use; what has ended is dropped on the way. */
export async function holdThing<T extends Thing>(
  { random }: Turn,
  list: T[],
  isOpen: (thing: T) => boolean,
  use: (thing: T) => Promise<void>,
): Promise<boolean> {
  for (let attempt = 0; attempt < 12 && list.length > 0; attempt += 1) {
    const place = random.below(list.length);
    const thing = list[place];
    if (!thing || thing.busy) continue;
    if (!isOpen(thing)) {
      const last = list.pop();
      if (last && last !== thing) list[place] = last;
      continue;
    }
    await whenFree(thing, () => use(thing));
    return true;
  }
  return false;
}

/** Acts on a thing of one's own as soon as nobody reads it: until then its state is known exactly. */
export async function whenFree(thing: Thing, act: () => Promise<void>): Promise<void> {
  while (thing.busy) await pause(5);
  thing.busy = true;
  try {
    await act();
  } finally {
    thing.busy = false;
  }
}
