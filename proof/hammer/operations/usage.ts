import { underGrant } from '../model/model.ts';
import type { Agent, Party } from '../model/types.ts';
import { spentBy } from '../spending.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';
import { agentActor } from '../world/parties.ts';

/** A limit per day or month of an agent or a party that is lent, which nobody else changes. */
type Limited = { of: 'agent' | 'party'; period: 'perDay' | 'perMonth'; currency: string; limit: number };

type Line = {
  agentId?: string;
  window: string;
  currency: string | null;
  limit: number;
  used: number | null;
  left: number;
};
type Usage = { attributes: { limits: Line[]; spendable?: Record<string, number | null> } };
type Figures = { used: number; left: number; spendable: number | null };

/** Reads what is used of a limit, on any server, as whoever may: used and left belong together, and with what is spendable. */
async function readFigures(
  turn: Turn,
  party: Party,
  { of, period, currency, limit }: Limited,
): Promise<Figures> {
  const { random } = turn;
  const ofAgent = of === 'agent' || random.chance(0.5);
  const as = random.chance(0.5) ? agentActor(party.agent) : party.owner;
  const agentId = as === party.owner && random.chance(0.3) ? party.agent.id : null;
  const usageOf = async (path: string): Promise<Usage['attributes']> => {
    const response = await turn.send({ as, agentId, path });
    turn.record(`usage ${outcomeOf(response)}`);
    if (response.status !== 200) turn.fail('G6', `the usage of a limit is not shown: ${response.status}`);
    return (dataOf(response) as Usage).attributes;
  };
  const { limits } = await usageOf(of === 'agent' ? `/agents/${party.agent.id}/usage` : '/parties/me/usage');
  const { used, left } = lineOf(turn, limits, { period, currency, limit });
  const ofSpender = ofAgent ? await usageOf(`/agents/${party.agent.id}/usage`) : null;
  return { used, left, spendable: ofSpender?.spendable?.[currency] ?? null };
}

/** What is shown as used is what was spent, while nobody spends (G6). */
export async function checkUsage(turn: Turn, party: Party, limited: Limited): Promise<void> {
  const { of, period, currency } = limited;
  const { day, month } = spentBy(turn.run.model, of === 'agent' ? party.agent.id : party.id, currency);
  const spent = period === 'perDay' ? day : month;
  const { used, left, spendable } = await readFigures(turn, party, limited);
  if (used !== spent) turn.fail('G6', `${used} are shown as used of a limit of which ${spent} are`);
  if (spendable !== null && spendable > left)
    turn.fail('G6', `${spendable} are shown as spendable under a limit that leaves ${left}`);
}

/** While payments that fit are made, no more is shown as used than the limit, and no less than before (G6). */
export async function checkUsageMeanwhile(
  turn: Turn,
  party: Party,
  limited: Limited,
  before: number,
): Promise<void> {
  const { used } = await readFigures(turn, party, limited);
  if (used > limited.limit || used < before)
    turn.fail('G6', `${used} are shown as used of a limit of ${limited.limit}, after ${before}`);
}

/** Returns the line of a limit, whose figures belong together. */
function lineOf(
  turn: Turn,
  lines: readonly Line[],
  { period, currency, limit }: Omit<Limited, 'of'>,
): { used: number; left: number } {
  const line = lines.find((each) => each.window === period && each.currency === currency);
  const { used = null, left = -1 } = line ?? {};
  if (line?.limit !== limit || used === null || left !== Math.max(0, limit - used))
    turn.fail('G6', `of a limit of ${limit} ${currency}, ${used} are shown as used and ${left} as left`);
  return { used, left };
}

/** A limit of a grant to a delegate's agent that is lent. */
type LimitedGrant = Omit<Limited, 'of'> & { id: string; agent: Agent; customer: Party };

/** Reads what is used of a grant, on any server, as the customer or the delegate. */
async function readGrant(turn: Turn, { id, agent, customer, ...limited }: LimitedGrant): Promise<number> {
  const as = turn.random.pick([customer, agent.party]).readOnly;
  const response = await turn.send({ as, path: `/delegations/${id}/usage` });
  turn.record(`usage ${outcomeOf(response)}`);
  if (response.status !== 200) turn.fail('G6', `the usage of a grant is not shown: ${response.status}`);
  const { limits } = (dataOf(response) as Usage).attributes;
  const ofAgent = limits.filter(({ agentId }) => agentId === agent.id);
  return lineOf(turn, ofAgent, limited).used;
}

/** What is shown as used of a grant is what was spent for the customer, while nobody spends (G6). */
export async function checkGrantUsage(turn: Turn, limited: LimitedGrant): Promise<void> {
  const { agent, customer, period, currency } = limited;
  const { day, month } = spentBy(turn.run.model, underGrant(agent, customer), currency);
  const spent = period === 'perDay' ? day : month;
  const used = await readGrant(turn, limited);
  if (used !== spent) turn.fail('G6', `${used} are shown as used of a grant of which ${spent} are`);
}

/** While payments are made under a grant, no more is shown as used than it allows, and no less than before (G6). */
export async function checkGrantUsageMeanwhile(
  turn: Turn,
  limited: LimitedGrant,
  before: number,
): Promise<void> {
  const used = await readGrant(turn, limited);
  if (used > limited.limit || used < before)
    turn.fail('G6', `${used} are shown as used of a grant of ${limited.limit}, after ${before}`);
}
