import { related } from '../http/envelope.ts';
import { publicId } from '../lib/id.ts';
import { isoSeconds } from '../lib/time.ts';
import type { AgentKeyRow } from './queries.ts';
import type { AgentKeyResource } from './resource.ts';

export function agentKeyResource(key: AgentKeyRow): AgentKeyResource {
  return {
    type: 'agentKey',
    id: publicId('agk', key.id),
    attributes: {
      agentKeyPrefix: key.prefix,
      status: key.revokedAt ? 'REVOKED' : 'ACTIVE',
      tags: {},
      createdAt: isoSeconds(key.createdAt),
      lastUsedAt: key.lastUsedAt && isoSeconds(key.lastUsedAt),
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
