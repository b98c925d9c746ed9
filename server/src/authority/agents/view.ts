import { related } from '../../http/envelope.ts';
import { limitsToJson } from '../../terms/limits.ts';
import { rulesToJson } from '../../terms/rules.ts';
import { tagsToJson } from '../../http/tags.ts';
import { publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { AgentRow } from './queries.ts';
import type { AgentResource } from './resource.ts';

/** Returns what the audit log tells of a change of an agent. */
export function termsOf(agent: AgentRow) {
  const { name, limits, rules, walletIds, reads } = agentResource(agent).attributes;
  return { name, limits, rules, walletIds, reads };
}

export function agentResource(agent: AgentRow): AgentResource {
  return {
    type: 'agent',
    id: publicId('agt', agent.id),
    attributes: {
      name: agent.name,
      description: agent.description,
      status: agent.status,
      limits: limitsToJson(agent),
      rules: rulesToJson(agent.rules),
      walletIds: agent.walletIds && agent.walletIds.map((id) => publicId('wal', id)),
      reads: agent.reads,
      tags: tagsToJson(agent.tags),
      createdAt: isoSeconds(agent.createdAt),
      createdBy: publicId('usr', agent.createdBy),
      updatedAt: isoSeconds(agent.updatedAt),
      updatedBy: publicId('usr', agent.updatedBy),
    },
    relationships: { party: related('party', 'pty', agent.partyId) },
  };
}
