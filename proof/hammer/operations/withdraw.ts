import { sendAndCheck } from '../paying.ts';
import { pickAmount, pickParty } from '../picking.ts';
import type { Turn } from '../turn.ts';

const magicCents = [2, 3, 4, 16, 17, 23, 96, 97, 98];

/** Withdraws; the bank completes, fails or returns it, or its response is lost. */
export async function withdraw(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const currency = random.chance(0.1) ? 'EUR' : 'USD';
  const isMagic = random.chance(0.5);
  const amount = isMagic
    ? random.below(20) * 100 + random.pick(magicCents)
    : pickAmount(turn, party, currency);
  const actor = random.chance(0.3) ? { as: party.owner, agent: party.agent } : { as: party.owner };
  await sendAndCheck(turn, { ...actor, counterparty: null, payee: null, amount, currency });
}

/** Withdraws to a foreign or missing account: both are refused as not found. */
export async function withdrawToForeignAccount(turn: Turn): Promise<void> {
  const { random } = turn;
  const party = pickParty(turn);
  const other = random.chance(0.5) ? pickParty(turn, party).accountId : `eac_${'0'.repeat(31)}1`;
  const intent = { as: party.owner, counterparty: null, payee: null, amount: 1, accountId: other };
  const { transaction } = await sendAndCheck(turn, intent, ['external_account_not_found']);
  if (transaction) turn.fail('tenancy', 'a withdrawal to a foreign account was accepted');
}

/** An agent's own key cannot withdraw. */
export async function withdrawByAgentKey(turn: Turn): Promise<void> {
  const party = pickParty(turn);
  const as = { ...party.owner, key: party.agent.key, agent: party.agent };
  const intent = { as, counterparty: null, payee: null, amount: 1 };
  const { transaction } = await sendAndCheck(turn, intent, ['insufficient_scope']);
  if (transaction) turn.fail('tenancy', 'an agent key withdrew');
}
