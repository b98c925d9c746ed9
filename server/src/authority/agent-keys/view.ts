import { related } from '../../http/envelope.ts';
import { publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { NewAgentKey } from './mint.ts';
import type { AgentKeyRow } from './queries.ts';
import type { AgentKeyResource, CreatedAgentKeyResource, RotatedAgentKeyResource } from './resource.ts';

export function agentKeyResource(key: AgentKeyRow): AgentKeyResource {
  return {
    type: 'agentKey',
    id: publicId('agk', key.id),
    attributes: {
      agentKeyPrefix: key.prefix,
      status: key.status,
      tags: {},
      createdAt: isoSeconds(key.createdAt),
      expiresAt: key.expiresAt && isoSeconds(key.expiresAt),
      lastUsedAt: key.lastUsedAt && isoSeconds(key.lastUsedAt),
      rotatedAt: key.rotatedAt && isoSeconds(key.rotatedAt),
      revokedAt: key.revokedAt && isoSeconds(key.revokedAt),
      createdBy: publicId('usr', key.createdBy),
      revokedBy: key.revokedBy && publicId('usr', key.revokedBy),
    },
    relationships: {
      party: related('party', 'pty', key.partyId),
      agent: related('agent', 'agt', key.agentId),
    },
  };
}

export function newAgentKeyResource(key: NewAgentKey): CreatedAgentKeyResource {
  const resource = agentKeyResource(key);
  return { ...resource, attributes: { ...resource.attributes, agentKey: key.secret } };
}

/** Returns the key that replaces a previous one as a resource, with its secret unless it is for a replay. */
export function rotatedAgentKeyResource(
  key: AgentKeyRow & { secret?: string },
  { expiresAt, revokedAt }: AgentKeyRow,
): RotatedAgentKeyResource {
  const resource = agentKeyResource(key);
  const previousKeyExpiresAt = revokedAt || !expiresAt ? null : isoSeconds(expiresAt);
  const agentKey = key.secret === undefined ? {} : { agentKey: key.secret };
  return { ...resource, attributes: { ...resource.attributes, previousKeyExpiresAt, ...agentKey } };
}
