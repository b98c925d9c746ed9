import { begin, judge, request } from '../paying.ts';
import type { PaymentAttempt, Intent, Judged } from '../paying.ts';
import { guestAddress, pickParty } from '../picking.ts';
import { settleCancel } from './cancel.ts';
import type { Turn } from '../turn.ts';
import type { Party } from '../model/types.ts';
import { callerOf, walletOf } from '../world/people.ts';

const unsteady = new Set([2, 3, 4, 16, 17, 23]); // such a withdrawal would come back in the middle of it

/** As many parallel payments, holds and withdrawals as a wallet affords and some more: exactly those pass (G4). */
export function duel(turn: Turn): Promise<void> {
  const { random } = turn;
  const affordable = random.chance(0.05) ? random.between(20, 60) : random.between(1, 6);
  return turn.run.world.lendDuelist((party) =>
    fight(turn, party, affordable, random.between(1, affordable + 2)),
  );
}

/** The promise's own figure: 200 at once. */
export function bigDuel(turn: Turn): Promise<void> {
  const affordable = turn.random.between(1, 150);
  return turn.run.world.lendDuelist((party) => fight(turn, party, affordable, 200 - affordable));
}

async function fight(turn: Turn, party: Party, affordable: number, more: number): Promise<void> {
  const { random } = turn;
  const wallet = walletOf(party, 'USD');
  let amount = wallet.available + random.between(1, 500);
  while (unsteady.has(amount % 100)) amount += 1;
  const rest = random.below(amount);
  await topUp(turn, party, affordable * amount + rest - wallet.available);

  const intents = Array.from({ length: affordable + more }, () => challenge(turn, party, amount));
  const judged = await atOnce(turn, intents);
  const passed = judged.filter(({ thing }) => thing);
  if (passed.length !== affordable) {
    turn.fail(
      'G4',
      `${passed.length} of ${judged.length} at once passed; the wallet affords exactly ${affordable}`,
    );
  }
  const held = passed.find(({ thing }) => thing?.status === 'PENDING_CLAIM')?.thing;
  if (held && random.chance(0.5)) await takeBackAndPayAgain(turn, party, held, amount);
  await spendRest(turn, party, rest);
  turn.note('fought');
}

/** Asks for all of them at the same time, on all servers. */
export async function atOnce(turn: Turn, intents: readonly Intent[]): Promise<Judged[]> {
  const attempt: PaymentAttempt[] = intents.map((intent) => begin(turn, intent));
  const replies = await Promise.all(attempt.map(({ ask }) => turn.send(ask)));
  return attempt.map((each, index) => judge(turn, each, replies[index] as Judged['response']));
}

function challenge(turn: Turn, party: Party, amount: number): Intent {
  const { random } = turn;
  const common = { amount, isPrivate: true };
  const as = random.chance(0.3) ? callerOf(party.agent) : party.owner;
  const way = random.below(10);
  if (way < 2) return { ...common, as: party.owner, counterparty: null, payee: null };
  if (way < 5) {
    return { ...common, as, payee: null, counterparty: { type: 'email', value: guestAddress(turn) } };
  }
  const payee = pickParty(turn);
  return { ...common, as, payee, counterparty: { type: 'party_id', value: payee.id } };
}

async function topUp(turn: Turn, payee: Party, amount: number): Promise<void> {
  if (amount <= 0) return;
  const { owner } = turn.run.world.cast.treasury;
  const counterparty = { type: 'party_id', value: payee.id };
  await request(turn, { as: owner, payee, counterparty, amount, isPrivate: true });
}

/** What is canceled is there again, once. */
async function takeBackAndPayAgain(
  turn: Turn,
  party: Party,
  held: NonNullable<Judged['thing']>,
  amount: number,
): Promise<void> {
  await settleCancel(turn, held, { as: party.owner, key: turn.token() }, 'must');
  const judged = await atOnce(turn, [challenge(turn, party, amount), challenge(turn, party, amount)]);
  if (judged.filter(({ thing }) => thing).length !== 1)
    turn.fail('G4', 'what was taken back was spent twice');
}

/** The last cent may be spent; then there is nothing. */
async function spendRest(turn: Turn, party: Party, rest: number): Promise<void> {
  if (rest > 0) {
    const { thing } = await request(turn, payment(turn, party, rest));
    if (!thing) turn.fail('G4', 'all that there is could not be spent');
  }
  const { thing } = await request(turn, payment(turn, party, 1));
  if (thing) turn.fail('G4', 'a cent was spent of an empty wallet');
}

function payment(turn: Turn, party: Party, amount: number): Intent {
  const payee = pickParty(turn);
  const counterparty = { type: 'party_id', value: payee.id };
  return { as: party.owner, payee, counterparty, amount, isPrivate: true };
}
