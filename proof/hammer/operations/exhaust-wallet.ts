import {
  type AttemptOutcome,
  beginAttempt,
  checkResponse,
  type Intent,
  type PaymentAttempt,
  sendAndCheck,
} from '../paying.ts';
import { guestAddress, pickParty } from '../picking.ts';
import { cancelAndCheck } from './cancel.ts';
import type { Turn } from '../turn.ts';
import type { Party } from '../model/types.ts';
import { agentActor, walletOf } from '../world/parties.ts';

const notCompletedCents = new Set([2, 3, 4, 16, 17, 23]); // the bank would fail or return such a withdrawal meanwhile

/**
 * Sends more concurrent payments, holds and withdrawals than a wallet affords: exactly the affordable number pass (G4).
 */
export function exhaustWallet(turn: Turn): Promise<void> {
  const { random } = turn;
  const affordable = random.chance(0.05) ? random.between(20, 60) : random.between(1, 6);
  return turn.run.world.lendExclusive((party) =>
    exhaust(turn, party, affordable, random.between(1, affordable + 2)),
  );
}

/** The same with 200 concurrent requests, the figure of G4. */
export function exhaustWalletWith200(turn: Turn): Promise<void> {
  const affordable = turn.random.between(1, 150);
  return turn.run.world.lendExclusive((party) => exhaust(turn, party, affordable, 200 - affordable));
}

async function exhaust(turn: Turn, party: Party, affordable: number, more: number): Promise<void> {
  const { random } = turn;
  const wallet = walletOf(party, 'USD');
  let amount = wallet.available + random.between(1, 500);
  while (notCompletedCents.has(amount % 100)) amount += 1;
  const rest = random.below(amount);
  await topUp(turn, party, affordable * amount + rest - wallet.available);

  const intents = Array.from({ length: affordable + more }, () => spendingIntent(turn, party, amount));
  const outcomes = await sendAndCheckAll(turn, intents);
  const passed = outcomes.filter(({ transaction }) => transaction);
  if (passed.length !== affordable) {
    turn.fail(
      'G4',
      `${passed.length} of ${outcomes.length} concurrent requests passed; the wallet affords exactly ${affordable}`,
    );
  }
  const held = passed.find(({ transaction }) => transaction?.status === 'PENDING_CLAIM')?.transaction;
  if (held && random.chance(0.5)) await cancelAndPayAgain(turn, party, held, amount);
  await spendRest(turn, party, rest);
  turn.record('exhausted');
}

/** Sends all intents concurrently, on all servers, and checks the responses. */
export async function sendAndCheckAll(turn: Turn, intents: readonly Intent[]): Promise<AttemptOutcome[]> {
  const attempts: PaymentAttempt[] = intents.map((intent) => beginAttempt(turn, intent));
  const responses = await Promise.all(attempts.map(({ request }) => turn.send(request)));
  return attempts.map((each, index) =>
    checkResponse(turn, each, responses[index] as AttemptOutcome['response']),
  );
}

function spendingIntent(turn: Turn, party: Party, amount: number): Intent {
  const { random } = turn;
  const common = { amount, isExclusive: true };
  const as = random.chance(0.3) ? agentActor(party.agent) : party.owner;
  const roll = random.below(10);
  if (roll < 2) return { ...common, as: party.owner, counterparty: null, payee: null };
  if (roll < 5) {
    return { ...common, as, payee: null, counterparty: { type: 'email', value: guestAddress(turn) } };
  }
  const payee = pickParty(turn);
  return { ...common, as, payee, counterparty: { type: 'party_id', value: payee.id } };
}

async function topUp(turn: Turn, payee: Party, amount: number): Promise<void> {
  if (amount <= 0) return;
  const { owner } = turn.run.world.parties.treasury;
  const counterparty = { type: 'party_id', value: payee.id };
  await sendAndCheck(turn, { as: owner, payee, counterparty, amount, isExclusive: true });
}

/** A canceled amount is available again, and can be spent once. */
async function cancelAndPayAgain(
  turn: Turn,
  party: Party,
  held: NonNullable<AttemptOutcome['transaction']>,
  amount: number,
): Promise<void> {
  await cancelAndCheck(turn, held, { as: party.owner, key: turn.token() }, 'must');
  const outcomes = await sendAndCheckAll(turn, [
    spendingIntent(turn, party, amount),
    spendingIntent(turn, party, amount),
  ]);
  if (outcomes.filter(({ transaction }) => transaction).length !== 1)
    turn.fail('G4', 'a canceled amount was not available exactly once');
}

/** The remaining balance can be spent to the last cent, and then nothing more. */
async function spendRest(turn: Turn, party: Party, rest: number): Promise<void> {
  if (rest > 0) {
    const { transaction } = await sendAndCheck(turn, payment(turn, party, rest));
    if (!transaction) turn.fail('G4', 'the remaining balance could not be spent');
  }
  const { transaction } = await sendAndCheck(turn, payment(turn, party, 1));
  if (transaction) turn.fail('G4', 'a cent was spent from an empty wallet');
}

function payment(turn: Turn, party: Party, amount: number): Intent {
  const payee = pickParty(turn);
  const counterparty = { type: 'party_id', value: payee.id };
  return { as: party.owner, payee, counterparty, amount, isExclusive: true };
}
