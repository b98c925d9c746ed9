import type { Transaction } from '../../model/types.ts';
import { pickParty } from '../../picking.ts';
import type { Turn } from '../../turn.ts';
import { endReview } from '../decide.ts';
import { payOneCent, payUntilTaken, type Power } from './until-taken.ts';
import { newAgent, succeed } from './writes.ts';

type AgentPower = Pick<Power, 'as' | 'agent'> & { id: string; reviews: Transaction[] };

/** An agent, by its own key or named in the header, acts until it is revoked. */
export async function revokeAgent(turn: Turn): Promise<void> {
  const power = await newAgentPower(turn);
  if (power) await revoke(turn, power);
}

/** An agent acts until it is suspended, reads on, and acts again once it is resumed. */
export async function suspendAgent(turn: Turn): Promise<void> {
  const power = await newAgentPower(turn);
  if (!power) return;
  const { id, as } = power;
  const owner = as.party.owner;
  const take = async (): Promise<void> => {
    await succeed(turn, { as: owner, path: `/agents/${id}/suspend` });
  };
  await payUntilTaken(turn, { ...power, take, refusals: ['agent_suspended'], readRefusals: [] });
  if (turn.random.chance(0.3)) return;
  await succeed(turn, { as: owner, path: `/agents/${id}/resume` });
  await payOneCent(turn, { ...power, refusals: [] });
  if (turn.random.chance(0.3)) await revoke(turn, power);
}

async function revoke(turn: Turn, power: AgentPower): Promise<void> {
  const { id, as } = power;
  const take = async (): Promise<void> => {
    await succeed(turn, { as: as.party.owner, method: 'DELETE', path: `/agents/${id}` });
  };
  // A request in flight passes authentication and is refused by the engine, which checks the agent again.
  const refusals = as.agent ? ['unauthenticated', 'agent_not_found'] : ['agent_not_found'];
  await payUntilTaken(turn, { ...power, take, refusals, readRefusals: refusals });
  for (const transaction of power.reviews) endReview(transaction, 'CANCELED');
}

async function newAgentPower(turn: Turn): Promise<AgentPower | null> {
  const { owner } = pickParty(turn);
  const agent = await newAgent(turn, owner.party);
  if (!agent) return null;
  const { id, key } = agent;
  const as = turn.random.chance(0.5) ? { as: { ...owner, key, agent } } : { as: owner, agent };
  return { id, reviews: [], ...as };
}
