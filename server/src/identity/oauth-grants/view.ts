import { related } from '../../http/envelope.ts';
import { publicId } from '../../lib/id.ts';
import { isoSeconds } from '../../lib/time.ts';
import type { OauthGrantRow } from './queries.ts';
import type { OauthGrantResource } from './resource.ts';

export function oauthGrantResource(grant: OauthGrantRow): OauthGrantResource {
  return {
    type: 'oauthGrant',
    id: publicId('ogr', grant.id),
    attributes: {
      clientId: grant.clientId,
      clientName: grant.clientName,
      clientHost: grant.clientHost,
      agentId: grant.agentId && publicId('agt', grant.agentId),
      userId: publicId('usr', grant.userId),
      scopes: [...grant.scopes],
      resource: grant.resource,
      status: grant.status,
      createdAt: isoSeconds(grant.createdAt),
      expiresAt: isoSeconds(grant.expiresAt),
      lastUsedAt: grant.lastUsedAt && isoSeconds(grant.lastUsedAt),
      revokedAt: grant.revokedAt && isoSeconds(grant.revokedAt),
      revokedBy: grant.revokedBy && publicId('usr', grant.revokedBy),
    },
    relationships: {
      party: related('party', 'pty', grant.partyId),
      agent: related('agent', 'agt', grant.agentId),
    },
  };
}
