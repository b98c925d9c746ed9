import { request } from '../paying.ts';
import { pickAmount, pickParty } from '../picking.ts';
import type { Turn } from '../turn.ts';

const magicCents = [2, 3, 4, 16, 17, 23, 98];

/** A withdrawal that its bank completes, fails, returns, or takes without an answer. */
export async function withdraw(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const currency = random.chance(0.1) ? 'EUR' : 'USD';
  const isMagic = random.chance(0.5);
  const amount = isMagic
    ? random.below(20) * 100 + random.pick(magicCents)
    : pickAmount(turn, party, currency);
  const actor = random.chance(0.3) ? { as: party.owner, agent: party.agent } : { as: party.owner };
  await request(turn, { ...actor, counterparty: null, payee: null, amount, currency });
}

/** To an account of somebody else, or to none: absent, both in the same words. */
export async function withdrawElsewhere(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const other = random.chance(0.5) ? pickParty(turn, party).accountId : `eac_${'0'.repeat(31)}1`;
  const intent = { as: party.owner, counterparty: null, payee: null, amount: 1, accountId: other };
  const { thing } = await request(turn, intent, ['external_account_not_found']);
  if (thing) turn.fail('tenancy', 'a withdrawal to the account of somebody else was accepted');
}

/** An agent's own key does not withdraw. */
export async function withdrawByAgentKey(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const as = { ...party.owner, key: party.agent.key, agent: party.agent };
  const intent = { as, counterparty: null, payee: null, amount: 1 };
  const { thing } = await request(turn, intent, ['insufficient_scope']);
  if (thing) turn.fail('tenancy', 'an agent key withdrew');
}
