import type { Context } from '../../context.ts';
import type { HttpResponse } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { seesFunds } from '../../http/permission.ts';
import type { Id } from '../../lib/id.ts';
import { agentNotFound, readableAgent } from '../agents/get.ts';
import { delegationNotFound } from '../delegations/get.ts';
import { readUsageOfAgent, readUsageOfDelegation, readUsageOfParty } from './queries.ts';
import { agentUsageResource, delegationUsageResource, partyUsageResource } from './view.ts';

/** Responds with what is used of an agent's limits. Throws `agent_not_found`, also to another agent. */
export async function readAgentUsage(
  { sessions, actor }: Context,
  named: Id<'agt'> | 'me',
): Promise<HttpResponse> {
  const agentId = readableAgent(actor, named);
  const { partyId } = actor;
  const [row] = await readUsageOfAgent(sessions.lookUps, { partyId, agentId, seesFunds: seesFunds(actor) });
  if (!row) throw agentNotFound();
  return single(agentUsageResource(row));
}

/** Responds with what is used of the limits of the actor's party. */
export async function readPartyUsage({ sessions, actor }: Context): Promise<HttpResponse> {
  const [row] = await readUsageOfParty(sessions.lookUps, actor.partyId);
  if (!row) throw new Error('the party of an actor does not exist');
  return single(partyUsageResource(row));
}

/**
 * Responds with what is used of what a customer lets agents do, to either side; to an agent of the delegate, what it uses
 * itself. Throws `delegation_not_found`, also to an agent without a grant.
 */
export async function readDelegationUsage(
  { sessions, actor: { partyId, agentId } }: Context,
  delegationId: Id<'dlg'>,
): Promise<HttpResponse> {
  const grants = await readUsageOfDelegation(sessions.lookUps, { partyId, delegationId, agentId });
  const isOthers = agentId !== null && grants.every((grant) => grant.agentId === null);
  if (grants.length === 0 || isOthers) throw delegationNotFound();
  return single(delegationUsageResource(delegationId, grants));
}
