import { codesOf } from '../../../support/http.ts';
import { defaultCurrency, limitsOf, limitsToJson } from '../../limits.ts';
import { underGrant } from '../../model/model.ts';
import type { Actor, Agent, Delegation, Limits, Party } from '../../model/types.ts';
import { pickParty, reserve } from '../../picking.ts';
import { sendAndCheck } from '../../paying.ts';
import { spentBy } from '../../spending.ts';
import { outcomeOf, type Turn } from '../../turn.ts';
import { noLimits } from '../../world/party-groups.ts';
import { agentActor } from '../../world/parties.ts';
import { cancelAndCheck } from '../cancel.ts';
import { endReview } from '../decide.ts';
import { sendAndCheckAll } from '../exhaust-wallet.ts';
import { checkGrantUsage, checkGrantUsageMeanwhile } from '../usage.ts';
import { payOneCent, payUntilTaken, type Power } from './until-taken.ts';
import { secretOf, type Shown, succeed } from './writes.ts';

const paying = ['payments.create', 'payments.read'];
const reading = ['payments.read'];

/** A delegation under test: only the operation that holds the delegate's lease uses it. */
type Given = { id: string; delegate: Party; customer: Party };

/** How to take a delegation away, or enough of it, and give it back, and what then refuses payments and reads. */
type Taking = {
  take: () => Promise<unknown>;
  giveBack: () => Promise<unknown>;
  refusals: readonly string[];
  readRefusals: readonly string[];
};

/** A delegate pays for its customer until one of them takes the delegation or the payments away (G7). */
export function takeDelegation(turn: Turn): Promise<void> {
  return turn.run.world.lendExclusive(async (delegate) => {
    const customer = pickCustomer(turn);
    const given = await delegateTo(turn, delegate, customer);
    const { take, giveBack, ...after } = takingOf(turn, given);
    const power = pickDelegate(turn, given);
    await payUntilTaken(turn, { ...power, take: async () => void (await take()), ...after });
    await giveBack();
    if ((await payOneCent(turn, { ...power, refusals: [] })) !== 'accepted')
      turn.fail('responses', 'a delegation that was given back does not pay');
  });
}

function takingOf(turn: Turn, given: Given): Taking {
  const { id, delegate, customer } = given;
  const path = `/delegations/${id}`;
  const [byCustomer, byDelegate] = [{ as: customer.owner }, { as: delegate.owner }];
  const change = (body: object) => () => succeed(turn, { ...byCustomer, method: 'PATCH', path, body });
  const remove = (by: { as: Actor }, of: string) => () =>
    succeed(turn, { ...by, method: 'DELETE', path: of });
  const invite = (permissions: readonly string[]) => () => delegateTo(turn, delegate, customer, permissions);
  const ofAgent = (permissions: readonly string[]) => ({
    agents: [{ agentId: delegate.agent.id, permissions }],
  });
  const status = (to: string) => change({ agents: [{ agentId: delegate.agent.id, status: to }] });
  const revocations = [
    remove(byCustomer, path),
    status('REVOKED'),
    remove(byDelegate, path),
    remove(byDelegate, `/customers/${customer.id}`),
    remove(byDelegate, `/agents/${delegate.agent.id}/customers/${customer.id}`),
  ];
  const ended = { refusals: ['customer_not_found'], readRefusals: ['party_not_found'] };
  const onlyReads = { refusals: ['forbidden'], readRefusals: [] };
  return turn.random.pick<Taking>([
    {
      take: () => succeed(turn, { ...byCustomer, path: `${path}/suspend` }),
      giveBack: () => succeed(turn, { ...byCustomer, path: `${path}/resume` }),
      ...ended,
    },
    { take: turn.random.pick(revocations), giveBack: invite(paying), ...ended },
    {
      take: status('SUSPENDED'),
      giveBack: status('ACTIVE'),
      refusals: ['forbidden'],
      readRefusals: ['party_not_found'],
    },
    { take: change({ permissions: reading }), giveBack: change({ permissions: paying }), ...onlyReads },
    { take: change(ofAgent(reading)), giveBack: change(ofAgent(paying)), ...onlyReads },
    { take: invite(reading), giveBack: invite(paying), ...onlyReads },
    {
      // The delegation still permits both, but no grant under it does.
      take: change({ permissions: [...paying, 'wallets.read'], ...ofAgent(['wallets.read']) }),
      giveBack: change({ permissions: paying, ...ofAgent(paying) }),
      refusals: ['forbidden'],
      readRefusals: ['party_not_found'],
    },
  ]);
}

/**
 * A customer lowers the limit of a delegate's agent while payments are in flight: every payment sent afterwards that
 * exceeds it waits for the customer (G6), and its review ends with the delegation.
 */
export function lowerGrant(turn: Turn): Promise<void> {
  return turn.run.world.lendExclusive(async (delegate) => {
    const customer = pickCustomer(turn);
    const given = await delegateTo(turn, delegate, customer);
    const path = `/delegations/${given.id}`;
    const perTransaction = turn.random.between(1, 5_000);
    const agents = [{ agentId: delegate.agent.id, limits: { perTransaction } }];
    const power = pickDelegate(turn, given);
    await Promise.all([
      ...[1, 2, 3].map(() => payOneCent(turn, { ...power, refusals: [] })),
      succeed(turn, { as: customer.owner, method: 'PATCH', path, body: { agents } }),
    ]);
    await liftWithout(turn, { ...given, path });
    const limited = {
      ...power,
      delegation: { ...power.delegation, limits: { ...noLimits, perTransaction } },
      isExclusive: true,
    };
    const payee = pickParty(turn);
    const counterparty = { type: 'party_id', value: payee.id };
    await sendAndCheck(turn, { ...limited, payee, counterparty, amount: perTransaction });
    const over = { ...limited, payee, counterparty, amount: perTransaction + 1 };
    const { transaction } = await sendAndCheck(turn, over);
    const end = async (): Promise<void> => {
      await succeed(turn, { as: turn.random.pick([customer, delegate]).owner, method: 'DELETE', path });
      if (transaction) endReview(transaction, 'CANCELED');
    };
    await (transaction ? reserve(transaction, end) : end());
  });
}

/**
 * What an agent may spend of a customer's money in a day or month, by a change or a new invitation, is what passes of
 * concurrent payments, to the cent: with what it has paid before, under whichever invitation (G6).
 */
export function limitGrant(turn: Turn): Promise<void> {
  return turn.run.world.lendExclusive(async (delegate) => {
    const { random, run } = turn;
    const customer = pickCustomer(turn);
    const given = await delegateTo(turn, delegate, customer);
    const { agent, owner } = delegate;
    const payee = pickParty(turn);
    const counterparty = { type: 'party_id', value: payee.id };
    const delegation: Delegation = { customer, agent, permissions: paying, limits: noLimits };
    const known = { payee, counterparty, delegation, isExclusive: true };
    const by = random.pick([{ as: agentActor(agent) }, { as: owner, agent }]);
    const currency = random.pick([defaultCurrency, 'EUR']);
    for (const paid of [defaultCurrency, currency])
      await sendAndCheck(turn, { ...known, ...by, currency: paid, amount: random.between(1, 900) });
    const period = random.pick(['perDay', 'perMonth'] as const);
    const { day, month } = spentBy(run.model, underGrant(agent, customer), currency);
    const spent = period === 'perDay' ? day : month;
    const [amount, room] = [random.between(1, 900), random.between(1, 5)];
    const total = spent + room * amount + random.below(amount);
    const limits = limitsOf(currency, { [period]: total });
    const limited = { id: given.id, agent, customer, period, currency, limit: total };
    if (random.chance(0.5)) await delegateTo(turn, delegate, customer, paying, limits);
    else await limitAgent(turn, given, limits);
    await checkGrantUsage(turn, limited);
    const unnamed = await sendAndCheck(turn, { ...known, currency, as: owner, amount: 1 }, ['forbidden']);
    if (unnamed.transaction) turn.fail('G6', 'a total of a grant let a payment without its agent pass');
    const review = { expected: 'maybe', deciders: [customer] } as const;
    const many = Array.from({ length: room + random.between(1, 3) }, () => ({
      ...known,
      ...by,
      currency,
      amount,
      review,
    }));
    const [outcomes] = await Promise.all([
      sendAndCheckAll(turn, many),
      checkGrantUsageMeanwhile(turn, limited, spent),
    ]);
    const sent = outcomes.flatMap(({ transaction }) => transaction ?? []);
    const waiting = sent.filter(({ status }) => status === 'IN_REVIEW');
    if (sent.length - waiting.length !== room)
      turn.fail('G6', `${sent.length - waiting.length} passed a total of a grant that allows ${room}`);
    await checkGrantUsage(turn, limited);
    for (const each of waiting) {
      const cancel = { as: random.pick([customer, delegate]).owner, key: turn.token() };
      await reserve(each, () => cancelAndCheck(turn, each, cancel, 'must'));
    }
    await limitAgent(turn, given, null);
  });
}

function limitAgent(turn: Turn, { id, customer, delegate }: Given, limits: Limits | null): Promise<unknown> {
  const body = { agents: [{ agentId: delegate.agent.id, limits: limits && limitsToJson(limits) }] };
  return succeed(turn, { as: customer.owner, method: 'PATCH', path: `/delegations/${id}`, body });
}

/** A key of the customer that may not pay itself lifts no limit, so the payments that follow are still judged by it. */
async function liftWithout(
  turn: Turn,
  { customer, delegate, path }: Given & { path: string },
): Promise<void> {
  const body = { name: turn.token(), scopes: ['delegations.update', 'api_keys.delete'] };
  const made = await succeed(turn, { as: customer.owner, path: '/api-keys', body, skipReplay: true });
  const key = secretOf(turn, made, 'apiKey');
  if (key === null) return;
  const as = { ...customer.owner, key };
  const agents = [{ agentId: delegate.agent.id, limits: null }];
  const response = await turn.send({ as, method: 'PATCH', path, body: { agents } });
  if (codesOf(response)[0] !== 'insufficient_scope')
    turn.fail('G7', `a key that may not pay lifted the limit of a grant: ${outcomeOf(response)}`);
  await succeed(turn, { as, method: 'DELETE', path: `/api-keys/${made.id}`, skipReplay: true });
}

/** Has a delegate invite a customer, who accepts: from the response on the delegate's agent has these permissions. */
export async function delegateTo(
  turn: Turn,
  delegate: Party,
  customer: Party,
  permissions: readonly string[] = paying,
  limits: Limits | null = null,
): Promise<Given> {
  const id = await inviteCustomer(turn, delegate, customer, permissions, limits);
  await succeed(turn, { as: customer.owner, path: `/customer-invitations/${id}/accept` });
  const shown = await turn.send({ as: delegate.owner, path: `/customers/${customer.id}` });
  if (shown.status !== 200) turn.fail('responses', `a customer who accepted is missing: ${outcomeOf(shown)}`);
  const { relationships } = (JSON.parse(shown.text) as { data: Shown }).data;
  return { id: relationships['delegation']?.data?.id ?? '', delegate, customer };
}

/** Invites a customer by its id or its e-mail address, and returns the id of the invitation. */
export async function inviteCustomer(
  turn: Turn,
  { owner, agent }: Party,
  { id, email }: Pick<Party, 'id' | 'email'>,
  permissions: readonly string[] = paying,
  limits: Limits | null = null,
): Promise<string> {
  const byId = id !== '' && turn.random.chance(0.5);
  const recipients = [byId ? { type: 'party_id', value: id } : { type: 'email', value: email }];
  const body = { recipients, permissions, limits: limits && limitsToJson(limits) };
  const [invited] = await succeed<Shown[]>(turn, { as: owner, path: `/agents/${agent.id}/customers`, body });
  if (!invited) turn.fail('responses', 'a customer was not invited');
  return invited.id;
}

/** Ends a delegation, if there is one. */
export async function endDelegation(turn: Turn, delegate: Party, customer: Party): Promise<void> {
  const path = `/customers/${customer.id}`;
  const response = await turn.send({ as: delegate.owner, method: 'DELETE', path, key: turn.token() });
  const isMissing = codesOf(response)[0] === 'customer_not_found';
  if (response.status !== 200 && !isMissing) turn.fail('responses', `${path} had ${outcomeOf(response)}`);
}

/** Picks a customer. Such a party delegates to an exclusive party only in an operation that has borrowed that party. */
export function pickCustomer({ random, run }: Turn): Party {
  return random.pick(run.world.parties.wealthy);
}

/** Returns a power to pay for the customer: by the agent's own key, by its name in the header, or without an agent. */
export function pickDelegate(
  { random }: Turn,
  { delegate, customer }: Pick<Given, 'delegate' | 'customer'>,
): Pick<Power, 'as'> & { agent?: Agent; delegation: Delegation } {
  const { agent, owner } = delegate;
  const delegation: Delegation = { customer, agent, permissions: paying, limits: noLimits };
  return random.pick([
    { as: agentActor(agent), delegation },
    { as: owner, agent, delegation },
    { as: owner, delegation },
  ]);
}
