import type { Thing } from '../model/types.ts';
import type { Judged, Intent } from '../paying.ts';
import { request } from '../paying.ts';
import { guestAddress, pickParty, whenFree } from '../picking.ts';
import { spentBy } from '../spending.ts';
import { endingOf } from '../turn.ts';
import type { Turn } from '../turn.ts';
import { noLimits } from '../world/cast.ts';
import type { Delegation, Limits, Party } from '../model/types.ts';
import { callerOf } from '../world/people.ts';
import { settleCancel } from './cancel.ts';
import { decideOne, learnApprovals, pendingOf } from './decide.ts';
import { atOnce } from './duel.ts';

/** Whose limit is tried: the agent's own, or that of its party, which bounds all that the party spends. */
type Of = 'agent' | 'party';
type Bound = { of: Of; period: 'perDay' | 'perMonth' };

/** An amount of exactly the limit passes, one more waits, for agents and parties (G6). */
export function limitTransaction(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const of = random.pick(['agent', 'party'] as const);
    const limit = random.between(2, 5_000);
    await setLimits(turn, party, of, { ...noLimits, perTransaction: limit });
    await request(turn, spend(turn, party, of, limit));
    await request(turn, spend(turn, party, of, limit - 1));
    const { thing } = await request(turn, spend(turn, party, of, limit + 1));
    if (thing && random.chance(0.5)) await bringToEnd(turn, party, thing);
    if (random.chance(0.3)) await request(turn, { ...spend(turn, party, of, 1), currency: 'EUR' });
    await setLimits(turn, party, of, noLimits);
  });
}

/** Of many at once as many pass as a day's or month's limit has room for, to the cent (G6). */
export function limitPeriod(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const bound: Bound = { of: random.pick(['agent', 'party']), period: random.pick(['perDay', 'perMonth']) };
    const [amount, room] = [random.between(1, 900), random.between(1, 5)];
    const limit = spent(turn, party, bound) + (room - 1) * amount + random.between(1, amount);
    const fitting = Math.floor((limit - spent(turn, party, bound)) / amount);
    await setLimits(turn, party, bound.of, { ...noLimits, [bound.period]: limit });
    const judged = await expectRoom(turn, party, {
      of: bound.of,
      amount,
      room: fitting,
      more: random.between(1, 3),
    });
    await giveBack(turn, party, { of: bound.of, amount }, judged);
    await fillUp(turn, party, bound, limit);
    await setLimits(turn, party, bound.of, noLimits);
  });
}

/** To the last cent, and no cent more. */
async function fillUp(turn: Turn, party: Party, bound: Bound, limit: number): Promise<void> {
  const rest = limit - spent(turn, party, bound);
  if (rest > 0) await request(turn, { ...spend(turn, party, bound.of, rest), review: passes });
  await request(turn, { ...spend(turn, party, bound.of, 1), review: waitsFor(party) });
}

function spent({ run }: Turn, party: Party, { of, period }: Bound): number {
  const { day, month } = spentBy(run.model, of === 'agent' ? party.agent.id : party.id);
  return period === 'perDay' ? day : month;
}

/** A limit that is lowered while payments are under way: those sent after its acknowledgement are bound by it. */
export function lowerLimit(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const bound: Bound = { of: turn.random.pick(['agent', 'party']), period: 'perDay' };
    const before = spent(turn, party, bound);
    await setLimits(turn, party, bound.of, { ...noLimits, perDay: before + 1_000 });
    const many = Array.from({ length: 6 }, () => ({
      ...spend(turn, party, bound.of, 100),
      review: { expected: 'maybe' as const, deciders: [party] },
    }));
    const [judged] = await Promise.all([
      atOnce(turn, many),
      setLimits(turn, party, bound.of, { ...noLimits, perDay: before + 300 }),
    ]);
    const used = judged.filter(({ thing }) => thing?.status !== 'IN_REVIEW').length;
    const room = Math.max(0, 3 - used);
    await expectRoom(turn, party, { of: bound.of, amount: 100, room, more: 2 });
    await setLimits(turn, party, bound.of, noLimits);
  });
}

const passes = { expected: 'no', deciders: [] } as const;
const waitsFor = (party: Party) => ({ expected: 'yes', deciders: [party] }) as const;

async function expectRoom(
  turn: Turn,
  party: Party,
  { of, amount, room, more }: { of: Of; amount: number; room: number; more: number },
): Promise<Judged[]> {
  const intents = Array.from({ length: room + more }, () => ({
    ...spend(turn, party, of, amount),
    review: { expected: 'maybe' as const, deciders: [party] },
  }));
  const judged = await atOnce(turn, intents);
  const passed = judged.filter(({ thing }) => thing?.status !== 'IN_REVIEW').length;
  if (passed !== room) turn.fail('G6', `${passed} of ${judged.length} passed a limit with room for ${room}`);
  return judged;
}

/** What is canceled makes room again, for as much and no more; what is approved takes room that was not there. */
async function giveBack(
  turn: Turn,
  party: Party,
  { of, amount }: { of: Of; amount: number },
  judged: readonly Judged[],
): Promise<void> {
  const things = judged.flatMap(({ thing }) => (thing ? [thing] : []));
  const held = things.find(({ status }) => status === 'PENDING_CLAIM');
  if (held) {
    await whenFree(held, () => settleCancel(turn, held, { as: party.owner, key: turn.token() }, 'must'));
    await expectRoom(turn, party, { of, amount, room: 1, more: 1 });
  }
  const waiting = things.find(({ status }) => status === 'IN_REVIEW');
  if (waiting && turn.random.chance(0.3)) await bringToEnd(turn, party, waiting);
}

function bringToEnd(turn: Turn, party: Party, thing: Thing): Promise<void> {
  return whenFree(thing, () => cancelOrDecide(turn, party, thing));
}

async function cancelOrDecide(turn: Turn, party: Party, thing: Thing): Promise<void> {
  if (turn.random.chance(0.3)) {
    return settleCancel(turn, thing, { as: party.owner, key: turn.token() }, 'must');
  }
  await learnApprovals(turn, thing);
  const [id] = pendingOf(thing);
  const { approver } = party;
  const verdict = turn.random.chance(0.3) ? 'approve' : 'deny';
  if (id !== undefined && approver) await decideOne(turn, thing, approver, { id, verdict });
}

/**
 * By the agent, so that its limits and those of its party both count. For a customer without naming an agent, which
 * only the party's limits bound: each server has a customer of its own, so that they have nothing in common but what
 * they count.
 */
function spend(turn: Turn, party: Party, of: Of, amount: number): Intent {
  const { random } = turn;
  const payee = pickParty(turn);
  const known = { amount, payee, counterparty: { type: 'party_id', value: payee.id }, isPrivate: true };
  if (of === 'party' && random.chance(0.5)) {
    const { customers } = party;
    const index = random.below(customers.length);
    const server = index % turn.run.world.https.length;
    return { ...known, as: party.owner, delegation: customers[index] as Delegation, server };
  }
  const as = random.chance(0.5) ? { as: callerOf(party.agent) } : { as: party.owner, agent: party.agent };
  if (random.chance(0.7)) return { ...known, ...as };
  return { ...known, ...as, payee: null, counterparty: { type: 'email', value: guestAddress(turn) } };
}

async function setLimits(turn: Turn, party: Party, of: 'agent' | 'party', limits: Limits): Promise<void> {
  const path = of === 'agent' ? `/agents/${party.agent.id}` : '/parties/me/limits';
  const method = of === 'agent' ? 'PATCH' : 'PUT';
  const response = await turn.send({ as: party.owner, method, path, body: { limits }, key: turn.token() });
  turn.note(`limits of ${of} ${endingOf(response)}`);
  if (response.status !== 200) turn.fail('answers', 'limits were not set');
  if (of === 'agent') party.agent.limits = limits;
  else party.limits = limits;
}
