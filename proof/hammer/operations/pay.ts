import { sendAndCheck } from '../paying.ts';
import { pickAmount, pickActor, pickParty, pickRecipient } from '../picking.ts';
import type { Turn } from '../turn.ts';
import { noLimits } from '../world/party-groups.ts';
import type { Delegation, Party } from '../model/types.ts';

/** Pays from a party's own wallet, as a user or as its agent; sometimes without an idempotency key. */
export async function pay(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const payer = pickParty(turn);
  const currency = random.chance(0.12) ? 'EUR' : 'USD';
  const amount = pickAmount(turn, payer, currency);
  const isKeyless = !run.kills && random.chance(0.1);
  const intent = { ...pickActor(turn, payer), ...pickRecipient(turn, payer), amount, currency };
  await sendAndCheck(turn, isKeyless ? { ...intent, key: null } : intent);
}

/** Pays from the wallet of a customer that delegated payments to the actor's party, or only reading, or nothing. */
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
    ? (delegation.limits.perTransaction ?? 1_000) + random.below(3) - 1
    : pickAmount(turn, payer, currency);
  const intent = { ...pickActor(turn, party), ...recipient, delegation, amount, currency };
  const { permissions } = delegation;
  const mayPay = permissions.includes('payments.create');
  const wanted = mayPay ? null : permissions.length > 0 ? 'forbidden' : 'customer_not_found';
  const { refusal, transaction } = await sendAndCheck(turn, intent, wanted ? [wanted] : []);
  if (wanted && (transaction || refusal !== wanted))
    turn.fail('tenancy', `a payment for a customer was not refused as ${wanted}`);
}

function pickStranger(turn: Turn, party: Party): Party {
  const other = pickParty(turn, party);
  return party.customers.some(({ customer }) => customer === other) ? turn.run.world.parties.treasury : other;
}

/** Returns an empty delegation, from a customer that has not delegated anything to the party. */
function noDelegation(customer: Party): Delegation {
  return { customer, agent: customer.agent, permissions: [], limits: noLimits };
}

/** Pays from the treasury, which is the hottest wallet, so that regular parties keep having money. */
export async function payFromTreasury(turn: Turn): Promise<void> {
  const { random, run } = turn;
  const { treasury } = run.world.parties;
  const payee = pickParty(turn);
  const currency = random.chance(0.1) ? 'EUR' : 'USD';
  const counterparty = { type: 'party_id', value: payee.id };
  const as = random.chance(0.5) || !treasury.approver ? treasury.owner : treasury.approver;
  await sendAndCheck(turn, { as, payee, counterparty, amount: random.between(1, 3_000), currency });
}

/** Pays an invalid recipient, itself or a missing one, which is refused regardless of the balance. */
export async function payInvalidRecipient(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const missing = `${'0'.repeat(31)}1`;
  const [counterparty, refusal] = random.pick([
    [{ type: 'party_id', value: party.id }, 'invalid_value'],
    [{ type: 'email', value: party.email }, 'invalid_value'],
    [{ type: 'agent_id', value: party.agent.id }, 'invalid_value'],
    [{ type: 'party_id', value: `pty_${missing}` }, 'party_not_found'],
    [{ type: 'agent_id', value: `agt_${missing}` }, 'recipient_agent_not_found'],
  ] as const);
  const { transaction } = await sendAndCheck(
    turn,
    { ...pickActor(turn, party), payee: null, counterparty, amount: 1 },
    [refusal],
  );
  if (transaction) turn.fail('responses', `a payment to an invalid recipient was not refused as ${refusal}`);
}
