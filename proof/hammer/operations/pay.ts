import { request } from '../paying.ts';
import { pickAmount, pickCaller, pickParty, pickRecipient } from '../picking.ts';
import type { Turn } from '../turn.ts';
import type { Delegation, Party } from '../model/types.ts';

/** A payment from a party's own wallet, in its own name or as its agent; sometimes without an idempotency key. */
export async function pay(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const payer = pickParty(turn);
  const currency = random.chance(0.12) ? 'EUR' : 'USD';
  const amount = pickAmount(turn, payer, currency);
  const isKeyless = !run.kills && random.chance(0.1);
  const intent = { ...pickCaller(turn, payer), ...pickRecipient(turn, payer), amount, currency };
  await request(turn, isKeyless ? { ...intent, key: null } : intent);
}

/** A payment from the wallet of a customer that delegated to the caller, or did not, or not this. */
export async function payForCustomer(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const delegation = random.chance(0.9)
    ? random.pick(party.customers)
    : noDelegation(pickStranger(turn, party));
  const payer = delegation.customer;
  const recipient = pickRecipient(turn, payer);
  const currency = random.chance(0.1) ? 'EUR' : 'USD';
  const amount = random.chance(0.4)
    ? (delegation.perTransaction ?? 1_000) + random.below(3) - 1
    : pickAmount(turn, payer, currency);
  const intent = { ...pickCaller(turn, party), ...recipient, delegation, amount, currency };
  const { permissions } = delegation;
  const mayPay = permissions.includes('payments.create');
  const wanted = mayPay ? null : permissions.length > 0 ? 'forbidden' : 'customer_not_found';
  const { refusal, thing } = await request(turn, intent, wanted ? [wanted] : []);
  if (wanted && (thing || refusal !== wanted))
    turn.fail('tenancy', `paid for a customer; ${wanted} is right`);
}

function pickStranger(turn: Turn, party: Party): Party {
  const other = pickParty(turn, party);
  return party.customers.some(({ customer }) => customer === other) ? turn.run.world.cast.treasury : other;
}

/** What somebody has let a party do that it has never heard of. */
function noDelegation(customer: Party): Delegation {
  return { customer, agent: customer.agent, permissions: [], perTransaction: null };
}

/** A payment from the one with endless money: the hottest wallet of all, and folk get some back. */
export async function payFromTreasury(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const { treasury } = run.world.cast;
  const payee = pickParty(turn);
  const currency = random.chance(0.1) ? 'EUR' : 'USD';
  const counterparty = { type: 'party_id', value: payee.id };
  const as = random.chance(0.5) || !treasury.approver ? treasury.owner : treasury.approver;
  await request(turn, { as, payee, counterparty, amount: random.between(1, 3_000), currency });
}

/** What is refused whatever the balance: oneself, or nobody. */
export async function payNobody(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const nobody = `${'0'.repeat(31)}1`;
  const [counterparty, refusal] = random.pick([
    [{ type: 'party_id', value: party.id }, 'invalid_value'],
    [{ type: 'email', value: party.email }, 'invalid_value'],
    [{ type: 'agent_id', value: party.agent.id }, 'invalid_value'],
    [{ type: 'party_id', value: `pty_${nobody}` }, 'party_not_found'],
    [{ type: 'agent_id', value: `agt_${nobody}` }, 'recipient_agent_not_found'],
  ] as const);
  const { thing } = await request(
    turn,
    { ...pickCaller(turn, party), payee: null, counterparty, amount: 1 },
    [refusal],
  );
  if (thing) turn.fail('answers', `a payment to nobody was accepted; ${refusal} is right`);
}
