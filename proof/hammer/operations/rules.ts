import type { Rules } from '../../../server/src/engine/model/agent-rules.ts';
import type { Actor, Party, Payment, Transaction } from '../model/types.ts';
import { beginAttempt, checkResponse, type Intent, sendAndCheck } from '../paying.ts';
import { pickParty, reserve } from '../picking.ts';
import { codesOf, type HttpResponse } from '../../support/http.ts';
import { outcomeOf, type Turn } from '../turn.ts';
import { readClock } from './authority/writes.ts';
import { agentActor } from '../world/parties.ts';
import { decideOne, loadApprovals, pendingOf, sendDecision } from './decide.ts';
import { sendAndCheckAll } from './exhaust-wallet.ts';

const passes = { expected: 'no', deciders: [] } as const;
const waitsFor = (party: Party) => ({ expected: 'yes', deciders: [party] }) as const;
const mayWaitFor = (party: Party) => ({ expected: 'maybe', deciders: [party] }) as const;

/**
 * An agent pays concurrently, for its own party and for customers. Exactly as many of these payments pass as the agent's
 * rule allows (G6).
 */
function countPayments(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const max = random.between(1, 4);
    await setRules(turn, party, { paymentsPerDay: { max } });
    const many = Array.from({ length: max + random.between(1, 4) }, (_, index) => {
      const { customers } = party;
      const delegation = random.chance(0.5) ? customers[index % customers.length] : undefined;
      return { ...byAgent(turn, party), ...(delegation && { delegation }), review: mayWaitFor(party) };
    });
    const outcomes = await sendAndCheckAll(turn, many);
    const passed = outcomes.filter(({ transaction }) => transaction?.status !== 'IN_REVIEW').length;
    if (passed !== max) turn.fail('G6', `${passed} of ${outcomes.length} passed a rule that allows ${max}`);
    await sendAndCheck(turn, { ...byAgent(turn, party), review: waitsFor(party) });
    await setRules(turn, party, null);
    await sendAndCheck(turn, { ...byAgent(turn, party), review: passes });
  });
}

// One purchase, in the words of a model that tries again.
const wordings = [
  (text: string) => text,
  (text: string) => `${text.toUpperCase()}!`,
  (text: string) => `  (${text})`,
  (text: string) => text.replaceAll('-', ' '),
];

/** Equal payments are sent under different keys, at once, and afterwards in other words: exactly one is made (G6). */
function refuseRepeats(turn: Turn): Promise<void> {
  const { random } = turn;
  return turn.run.world.lendLimited(async (party) => {
    const across = random.pick(['agent', 'party']);
    await setRules(turn, party, { duplicates: { withinSeconds: 604_800, onBreach: 'refuse', across } });
    const { request, ...attempt } = beginAttempt(turn, byAgent(turn, party));
    const send = (description: string): Promise<HttpResponse> =>
      turn.send({ ...request, body: { ...request.body, description }, key: turn.token() });
    const same = Array.from({ length: random.between(2, 6) }, () => send(attempt.token));
    const responses = await Promise.all(same);
    responses.push(await send(random.pick(wordings)(attempt.token)));
    const made = responses.filter(({ status }) => status < 300);
    if (made.length !== 1) turn.fail('G6', `${made.length} of ${responses.length} equal payments were made`);
    for (const response of responses.filter(({ status }) => status >= 300)) {
      if (codesOf(response)[0] !== 'rule_broken') turn.fail('responses', `refused as ${outcomeOf(response)}`);
    }
    checkResponse(turn, { request, ...attempt }, made[0] as HttpResponse);
    await setRules(turn, party, null);
  });
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const openOn = (days: readonly string[]) => ({
  timeZone: 'UTC',
  weekly: [{ days, from: '00:00', to: '00:00' }],
});
const count = () => ({ passes: 1, broken: { max: 1 }, kept: { max: 10_000 } });

/** A rule that a small payment in USD breaks after so many others have passed, and one that it keeps to. */
type Certain = { passes?: number; broken: object; kept: object };

type OwnOperation = Exclude<keyof typeof ruleOperations, 'breakRule'>;

/**
 * For each rule how a payment to the payee is certain to break it now, or the operation that is for it alone.
 */
const certain: { readonly [K in keyof Rules]: ((payee: Party, now: Date) => Certain) | OwnOperation } = {
  counterparties: ({ id: value }) => ({
    broken: { block: [{ type: 'party_id', value }] },
    kept: { allow: [{ type: 'party_id', value }] },
  }),
  currencies: () => ({ broken: { allow: ['EUR'] }, kept: { allow: ['USD'] } }),
  paymentsPerHour: count,
  paymentsPerDay: count,
  hours: (_, now) => ({
    broken: openOn(weekdays.filter((_day, index) => index === (now.getUTCDay() + 2) % 7)),
    kept: openOn(weekdays),
  }),
  firstPaymentToNewPayee: 'reviewNewPayee',
  duplicates: 'refuseRepeats',
};

const certainRules = Object.entries(certain).flatMap(([name, ruleFor]) =>
  typeof ruleFor === 'function' ? [{ name, ruleFor }] : [],
);

const hourOf = (time: Date) => time.toISOString().slice(0, 13);

/** A payment that breaks a rule waits or is refused, as its owner chose; one that keeps to it passes (G6). */
function breakRule(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const { random } = turn;
    const { name, ruleFor } = random.pick(certainRules);
    const intent = byAgent(turn, party);
    const now = await readClock(turn);
    const { passes: before = 0, broken, kept } = ruleFor(intent.payee, now);
    const onBreach = random.chance(0.5) ? 'review' : 'refuse';
    await setRules(turn, party, { [name]: { ...broken, onBreach } });
    const keepTo = async () => {
      const { refusal } = await sendAndCheck(turn, { ...intent, review: passes }, ['rule_broken']);
      if (refusal === 'rule_broken') turn.fail('G6', `a payment that keeps to ${name} was refused`);
    };
    for (let sent = 0; sent < before; sent += 1) await keepTo();
    const refusals = onBreach === 'refuse' ? ['rule_broken'] : [];
    const { transaction } = await sendAndCheck(turn, { ...intent, review: mayWaitFor(party) }, refusals);
    const isStopped = onBreach === 'refuse' ? !transaction : transaction?.status === 'IN_REVIEW';
    const isCertainStill = hourOf(now) === hourOf(await readClock(turn));
    if (!isStopped && isCertainStill)
      turn.fail('G6', `a payment that breaks ${name} passed, though its owner chose ${onBreach}`);
    await setRules(turn, party, { [name]: { ...kept, onBreach } });
    await keepTo();
    await setRules(turn, party, null);
  });
}

// The payees that each agent has paid under the rule, by agent.
const known = new WeakMap<Party, Set<string>>();

/** The first payment of an agent to a payee waits until one was approved; later ones pass (G6). */
function reviewNewPayee(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    await setRules(turn, party, { firstPaymentToNewPayee: 'review' });
    const payees = known.get(party) ?? new Set();
    known.set(party, payees);
    const intent = byAgent(turn, party);
    const payee = intent.payee?.id ?? '';
    if (!payees.has(payee)) {
      const { transaction } = await sendAndCheck(turn, { ...intent, review: waitsFor(party) });
      await sendAndCheck(turn, { ...intent, review: waitsFor(party) });
      if (transaction?.type === 'payment' && (await isApproved(turn, party, transaction))) payees.add(payee);
    }
    if (payees.has(payee)) await sendAndCheck(turn, { ...intent, review: passes });
    await setRules(turn, party, null);
  });
}

/** What its owner refuses by now stops a payment that waits: it is not approved any more, and still denied (G6). */
function refuseAtDecision(turn: Turn): Promise<void> {
  return turn.run.world.lendLimited(async (party) => {
    const intent = byAgent(turn, party);
    const block = [{ type: 'party_id', value: intent.payee.id }];
    await setRules(turn, party, { counterparties: { block, onBreach: 'review' } });
    const { transaction } = await sendAndCheck(turn, { ...intent, review: waitsFor(party) });
    await setRules(turn, party, { counterparties: { block, onBreach: 'refuse' } });
    const { approver } = party;
    if (transaction && approver) await reserve(transaction, () => denyRefused(turn, transaction, approver));
    await setRules(turn, party, null);
  });
}

async function denyRefused(turn: Turn, transaction: Transaction, approver: Actor): Promise<void> {
  await loadApprovals(turn, transaction);
  const [id = ''] = pendingOf(transaction);
  const refused = await sendDecision(turn, approver, id, 'approve');
  turn.record(`refused ${outcomeOf(refused)}`);
  if (codesOf(refused)[0] !== 'rule_broken') turn.fail('G6', 'approved although its owner refuses the payee');
  await decideOne(turn, transaction, approver, { id, verdict: 'deny' });
}

async function isApproved(turn: Turn, { approver }: Party, payment: Payment): Promise<boolean> {
  await reserve(payment, async () => {
    await loadApprovals(turn, payment);
    const [id] = pendingOf(payment);
    if (id !== undefined && approver) await decideOne(turn, payment, approver, { id, verdict: 'approve' });
  });
  return payment.status === 'COMPLETED';
}

/** What tries the rules: each is an operation of the hammer, of its profile `rules`, and counts as a test of G6. */
export const ruleOperations = { countPayments, refuseRepeats, reviewNewPayee, breakRule, refuseAtDecision };

/** A small payment by the agent, by its own key or named in the header, to a known party. */
function byAgent(turn: Turn, party: Party): Intent & { payee: Party } {
  const payee = pickParty(turn);
  const as = turn.random.chance(0.5)
    ? { as: agentActor(party.agent) }
    : { as: party.owner, agent: party.agent };
  return { ...as, amount: 1, payee, counterparty: { type: 'party_id', value: payee.id }, isExclusive: true };
}

async function setRules(turn: Turn, { owner, agent }: Party, rules: object | null): Promise<void> {
  const path = `/agents/${agent.id}`;
  const response = await turn.send({ as: owner, method: 'PATCH', path, body: { rules }, key: turn.token() });
  turn.record(`rules ${outcomeOf(response)}`);
  if (response.status !== 200) turn.fail('responses', 'setting rules failed');
}
