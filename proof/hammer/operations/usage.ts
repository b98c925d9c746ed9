import type { Party } from '../model/types.ts';
import { spentBy } from '../spending.ts';
import { dataOf, outcomeOf, type Turn } from '../turn.ts';
import { agentActor } from '../world/parties.ts';

/** A limit per day or month of an agent or a party that is lent, which nobody else changes. */
type Limited = { of: 'agent' | 'party'; period: 'perDay' | 'perMonth'; limit: number };

type Usage = {
  attributes: {
    limits: Array<{
      window: string;
      currency: string | null;
      limit: number;
      used: number | null;
      left: number;
    }>;
    spendable?: Record<string, number | null>;
  };
};
type Figures = { used: number; left: number; spendable: number | null };

/** Reads what is used of a limit, on any server, as whoever may: used and left belong together, and with what is spendable. */
async function readFigures(turn: Turn, party: Party, { of, period, limit }: Limited): Promise<Figures> {
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
  const line = limits.find(({ window }) => window === period);
  const { used = null, left = -1 } = line ?? {};
  if (line?.limit !== limit || used === null || left !== Math.max(0, limit - used))
    turn.fail('G6', `of a limit of ${limit}, ${used} are shown as used and ${left} as left`);
  const ofSpender = ofAgent ? await usageOf(`/agents/${party.agent.id}/usage`) : null;
  return { used, left, spendable: ofSpender?.spendable?.['USD'] ?? null };
}

/** What is shown as used is what was spent, while nobody spends (G6). */
export async function checkUsage(turn: Turn, party: Party, limited: Limited): Promise<void> {
  const { of, period } = limited;
  const { day, month } = spentBy(turn.run.model, of === 'agent' ? party.agent.id : party.id);
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
