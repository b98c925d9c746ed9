import { reasonsFor } from '../../engine/model/records.ts';
import { related } from '../../http/envelope.ts';
import { publicId } from '../../lib/id.ts';
import { isoMillis } from '../../lib/time.ts';
import type { LineRow, StoryRow } from './queries.ts';
import type { ActivityResource, AuditLineResource } from './resource.ts';

export function auditLineResource(row: LineRow): AuditLineResource {
  return {
    type: 'auditLine',
    id: publicId('aud', row.id),
    attributes: lineAttributes(row),
    relationships: relationshipsOf(row),
  };
}

/** Returns a line with its story; without that, if the reader may not read payments. */
export function activityResource(row: StoryRow, showsPayments: boolean): ActivityResource {
  return {
    type: 'agentActivity',
    id: publicId('aud', row.id),
    attributes: {
      ...lineAttributes(row),
      outcome:
        !showsPayments || row.status === null || row.updatedAt === null
          ? null
          : { status: row.status, updatedAt: isoMillis(row.updatedAt) },
      reviews: !showsPayments
        ? null
        : (row.reviews ?? []).map((review) => ({
            approvalId: publicId('apr', review.id),
            status: review.status,
            reasons: reasonsFor(row.partyId, review),
            deciderPartyId: publicId('pty', review.deciderPartyId),
            decidedBy: review.decidedBy && publicId('usr', review.decidedBy),
            reason: review.reason,
            requestedAt: isoMillis(new Date(review.requestedAt)),
            resolvedAt: review.resolvedAt === null ? null : isoMillis(new Date(review.resolvedAt)),
          })),
    },
    relationships: relationshipsOf(row),
  };
}

function lineAttributes(row: LineRow): AuditLineResource['attributes'] {
  return {
    action: row.action,
    decision: row.decision,
    reason: row.reason,
    count: Number(row.count),
    targetId: row.targetId && row.targetPrefix ? `${row.targetPrefix}_${row.targetId}` : null,
    requestId: row.requestId && publicId('req', row.requestId),
    keyPrefix: row.keyPrefix,
    instanceId: row.instanceId,
    createdAt: isoMillis(row.at),
  };
}

function relationshipsOf({ userId, agentId, partyId }: LineRow): AuditLineResource['relationships'] {
  return {
    party: related('party', 'pty', partyId),
    user: related('user', 'usr', userId),
    agent: related('agent', 'agt', agentId),
  };
}
