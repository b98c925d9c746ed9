import { defaultCurrency, limitsOf, limitsToJson, mergeLimits } from '../limits.ts';
import type { Delegation, Limits, Party, Transaction } from '../model/types.ts';
import { type AttemptOutcome, type Intent, sendAndCheck } from '../paying.ts';
import { guestAddress, pickParty, reserve } from '../picking.ts';
import { spentBy } from '../spending.ts';
import { codesOf } from '../../support/http.ts';
import { outcomeOf, type Turn } from '../turn.ts';
import { noLimits } from '../world/party-groups.ts';
import { agentActor } from '../world/parties.ts';
import { cancelAndCheck } from './cancel.ts';
import { decideOne, loadApprovals, pendingOf, sendDecision } from './decide.ts';
import { sendAndCheckAll } from './exhaust-wallet.ts';
import { checkUsage, checkUsageMeanwhile } from './usage.ts';

/** The limit under test: the agent's own, or its party's, which applies to all spending of the party. */
type Of = 'agent' | 'party';
type Bound = { of: Of; period: 'perDay' | 'perMonth'; currency: string };

/** The default currency, whose limits stand beside the others, and one whose limits name it. */
const currencies = [defaultCurrency, 'EUR'] as const;

/** An amount of exactly the limit passes, one cent more goes into review, for agents and parties (G6). */
export function limitTransaction(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const of = random.pick(['agent', 'party'] as const);
    const limit = random.between(2, 5_000);
    const currency = random.pick(currencies);
    await setLimits(turn, party, of, limitsOf(currency, { perTransaction: limit }));
    const spendIn = (amount: number): Intent => ({ ...spend(turn, party, of, amount), currency });
    await sendAndCheck(turn, spendIn(limit));
    await sendAndCheck(turn, spendIn(limit - 1));
    const { transaction } = await sendAndCheck(turn, spendIn(limit + 1));
    if (transaction && random.chance(0.5)) await endReviewOf(turn, party, transaction);
    if (random.chance(0.3))
      await sendAndCheck(turn, { ...spend(turn, party, of, 1), currency: other(currency) });
    await setLimits(turn, party, of, noLimits);
  });
}

function other(currency: string): string {
  return currency === 'EUR' ? defaultCurrency : 'EUR';
}

/** Who minted an agent's key approves what it asks over the agent's limit, and nothing over the party's (G6). */
export function decideAsMinter(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const of = turn.random.pick(['agent', 'party'] as const);
    await setLimits(turn, party, of, { ...noLimits, perTransaction: 1 });
    const { agent: _, ...asked } = spend(turn, party, 'agent', 2);
    const as = agentActor(party.agent);
    const { transaction } = await sendAndCheck(turn, { ...asked, as, review: waitsFor(party) });
    if (transaction) await reserve(transaction, () => approveAsMinter(turn, party, of, transaction));
    await setLimits(turn, party, of, noLimits);
  });
}

async function approveAsMinter(turn: Turn, party: Party, of: Of, transaction: Transaction): Promise<void> {
  await loadApprovals(turn, transaction);
  const [id = ''] = pendingOf(transaction);
  if (of === 'party') {
    const refused = await sendDecision(turn, party.owner, id, 'approve');
    turn.record(`refused ${outcomeOf(refused)}`);
    if (codesOf(refused)[0] !== 'forbidden') turn.fail('G6', 'who minted the key decided over the party');
  }
  const decider = of === 'party' ? party.approver : party.owner;
  if (decider) await decideOne(turn, transaction, decider, { id, verdict: 'approve' });
}

/** Makes a payment of a lent party wait for an approval. No limit is left. */
export async function waitingPayment(turn: Turn, party: Party): Promise<Transaction | null> {
  await setLimits(turn, party, 'agent', { ...noLimits, perTransaction: 1 });
  const { transaction } = await sendAndCheck(turn, spend(turn, party, 'agent', 2));
  await setLimits(turn, party, 'agent', noLimits);
  return transaction;
}

/** Of concurrent payments, exactly as many pass as a daily or monthly limit allows, to the cent (G6). */
export function limitPeriod(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const [of, period] = [
      random.pick(['agent', 'party'] as const),
      random.pick(['perDay', 'perMonth'] as const),
    ];
    const bound: Bound = { of, period, currency: random.pick(currencies) };
    const [amount, room] = [random.between(1, 900), random.between(1, 5)];
    const limit = spent(turn, party, bound) + (room - 1) * amount + random.between(1, amount);
    const fitting = Math.floor((limit - spent(turn, party, bound)) / amount);
    const wide = limitsOf(other(bound.currency), { [period]: await payBeside(turn, party, bound) });
    const narrow = limitsOf(bound.currency, { [period]: limit });
    await setLimits(turn, party, of, random.chance(0.5) ? narrow : mergeLimits(narrow, wide));
    const limited = { ...bound, limit };
    const before = spent(turn, party, bound);
    await checkUsage(turn, party, limited);
    const [outcomes] = await Promise.all([
      expectRoom(turn, party, { ...bound, amount, room: fitting, more: random.between(1, 3) }),
      checkUsageMeanwhile(turn, party, limited, before),
    ]);
    await checkFreed(turn, party, { ...bound, amount }, outcomes);
    await checkUsage(turn, party, limited);
    await fillUp(turn, party, bound, limit);
    await checkUsage(turn, party, limited);
    await setLimits(turn, party, of, noLimits);
  });
}

/** The limit can be used to the last cent, and not beyond. */
async function fillUp(turn: Turn, party: Party, bound: Bound, limit: number): Promise<void> {
  const rest = limit - spent(turn, party, bound);
  const { of, currency } = bound;
  if (rest > 0) await sendAndCheck(turn, { ...spend(turn, party, of, rest), currency, review: passes });
  await sendAndCheck(turn, { ...spend(turn, party, of, 1), currency, review: waitsFor(party) });
}

/**
 * Makes a payment in the other currency than that of a limit, against which it does not count. Returns a limit in its
 * currency that is far from reached.
 */
async function payBeside(turn: Turn, party: Party, bound: Bound): Promise<number> {
  const currency = other(bound.currency);
  await sendAndCheck(turn, { ...spend(turn, party, bound.of, turn.random.between(1, 900)), currency });
  return spent(turn, party, { ...bound, currency }) + 1_000_000;
}

function spent({ run }: Turn, party: Party, { of, period, currency }: Bound): number {
  const { day, month } = spentBy(run.model, of === 'agent' ? party.agent.id : party.id, currency);
  return period === 'perDay' ? day : month;
}

/** Lowers a limit while payments are in flight: it applies to all payments sent after its acknowledgement. */
export function lowerLimit(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const currency = random.pick(currencies);
    const bound: Bound = { of: random.pick(['agent', 'party']), period: 'perDay', currency };
    const before = spent(turn, party, bound);
    await setLimits(turn, party, bound.of, limitsOf(currency, { perDay: before + 1_000 }));
    const many = Array.from({ length: 6 }, () => ({
      ...spend(turn, party, bound.of, 100),
      currency,
      review: { expected: 'maybe' as const, deciders: [party] },
    }));
    const [outcomes] = await Promise.all([
      sendAndCheckAll(turn, many),
      setLimits(turn, party, bound.of, limitsOf(currency, { perDay: before + 300 })),
    ]);
    const used = outcomes.filter(({ transaction }) => transaction?.status !== 'IN_REVIEW').length;
    const room = Math.max(0, 3 - used);
    await expectRoom(turn, party, { ...bound, amount: 100, room, more: 2 });
    await setLimits(turn, party, bound.of, noLimits);
  });
}

const passes = { expected: 'no', deciders: [] } as const;
const waitsFor = (party: Party) => ({ expected: 'yes', deciders: [party] }) as const;

type Spent = Pick<Bound, 'of' | 'currency'> & { amount: number };

async function expectRoom(
  turn: Turn,
  party: Party,
  { of, currency, amount, room, more }: Spent & { room: number; more: number },
): Promise<AttemptOutcome[]> {
  const intents = Array.from({ length: room + more }, () => ({
    ...spend(turn, party, of, amount),
    currency,
    review: { expected: 'maybe' as const, deciders: [party] },
  }));
  const outcomes = await sendAndCheckAll(turn, intents);
  const passed = outcomes.filter(({ transaction }) => transaction?.status !== 'IN_REVIEW').length;
  if (passed !== room) turn.fail('G6', `${passed} of ${outcomes.length} passed a limit that allows ${room}`);
  return outcomes;
}

/** A canceled amount frees exactly its part of the limit; an approved one counts although it exceeds the limit. */
async function checkFreed(
  turn: Turn,
  party: Party,
  { of, currency, amount }: Spent,
  outcomes: readonly AttemptOutcome[],
): Promise<void> {
  const transactions = outcomes.flatMap(({ transaction }) => (transaction ? [transaction] : []));
  const held = transactions.find(({ status }) => status === 'PENDING_CLAIM');
  if (held) {
    await reserve(held, () => cancelAndCheck(turn, held, { as: party.owner, key: turn.token() }, 'must'));
    await expectRoom(turn, party, { of, currency, amount, room: 1, more: 1 });
  }
  const waiting = transactions.find(({ status }) => status === 'IN_REVIEW');
  if (waiting && turn.random.chance(0.3)) await endReviewOf(turn, party, waiting);
}

function endReviewOf(turn: Turn, party: Party, transaction: Transaction): Promise<void> {
  return reserve(transaction, () => cancelOrDecide(turn, party, transaction));
}

async function cancelOrDecide(turn: Turn, party: Party, transaction: Transaction): Promise<void> {
  if (turn.random.chance(0.3)) {
    return cancelAndCheck(turn, transaction, { as: party.owner, key: turn.token() }, 'must');
  }
  await loadApprovals(turn, transaction);
  const [id] = pendingOf(transaction);
  const { approver } = party;
  const verdict = turn.random.chance(0.3) ? 'approve' : 'deny';
  if (id !== undefined && approver) await decideOne(turn, transaction, approver, { id, verdict });
}

/**
 * Returns a payment to which the limit applies: by the agent, whose limits and whose party's limits both apply; or, for
 * a party's limit, for a customer without naming an agent. Each server then pays for a customer of its own, so that the
 * payments share nothing except the counter of the limit.
 */
function spend(turn: Turn, party: Party, of: Of, amount: number): Intent {
  const { random } = turn;
  const payee = pickParty(turn);
  const known = { amount, payee, counterparty: { type: 'party_id', value: payee.id }, isExclusive: true };
  if (of === 'party' && random.chance(0.5)) {
    const { customers } = party;
    const index = random.below(customers.length);
    const server = index % turn.run.world.httpClients.length;
    return { ...known, as: party.owner, delegation: customers[index] as Delegation, server };
  }
  const as = random.chance(0.5) ? { as: agentActor(party.agent) } : { as: party.owner, agent: party.agent };
  if (random.chance(0.7)) return { ...known, ...as };
  return { ...known, ...as, payee: null, counterparty: { type: 'email', value: guestAddress(turn) } };
}

/** Sets the limits of a lent party or of its agent. */
export async function setLimits(turn: Turn, party: Party, of: Of, limits: Limits): Promise<void> {
  const path = of === 'agent' ? `/agents/${party.agent.id}` : '/parties/me/limits';
  const method = of === 'agent' ? 'PATCH' : 'PUT';
  const body = { limits: limitsToJson(limits) };
  const response = await turn.send({ as: party.owner, method, path, body, key: turn.token() });
  turn.record(`limits of ${of} ${outcomeOf(response)}`);
  if (response.status !== 200) turn.fail('responses', 'setting limits failed');
  if (of === 'agent') party.agent.limits = limits;
  else party.limits = limits;
}
