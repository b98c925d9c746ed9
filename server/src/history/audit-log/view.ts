import { reasonsFor } from '../../engine/model/records.ts';
import { related } from '../../http/envelope.ts';
import { publicId } from '../../lib/id.ts';
import { amountToJson } from '../../lib/money.ts';
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
  const reviews = showsPayments ? reviewsOf(row) : null;
  return {
    type: 'agentActivity',
    id: publicId('aud', row.id),
    attributes: {
      ...lineAttributes(row),
      ...(reviews ? aboutOf(row, reviews) : nothing),
      outcome: outcomeOf(row, showsPayments),
      reviews,
    },
    relationships: relationshipsOf(row),
  };
}

type Attributes = ActivityResource['attributes'];
type About = Pick<Attributes, keyof typeof nothing>;

const nothing = {
  amount: null,
  currency: null,
  counterparty: null,
  description: null,
  customerPartyId: null,
  idempotencyKey: null,
  reasons: null,
};

/** Returns what was asked for, if the line keeps it, and otherwise what the line is about. */
function aboutOf(row: StoryRow, reviews: NonNullable<Attributes['reviews']>): About {
  if (row.attempt) {
    const { amount, currency, counterparty, description, customerPartyId, idempotencyKey, reasons } =
      row.attempt;
    const { type, value } = counterparty;
    return {
      amount,
      currency,
      counterparty: { type, value, name: null },
      description,
      customerPartyId,
      idempotencyKey,
      reasons: [...reasons],
    };
  }
  return {
    amount: row.amount === null ? null : amountToJson(row.amount),
    currency: row.currency,
    counterparty: counterpartyOf(row),
    description: row.description,
    customerPartyId: row.customerPartyId && publicId('pty', row.customerPartyId),
    idempotencyKey: null,
    reasons: reviews.flatMap(({ reasons }) => reasons),
  };
}

function counterpartyOf({
  counterpartyType: type,
  counterparty: value,
  counterpartyName: name,
}: StoryRow): Attributes['counterparty'] {
  if (type === null || value === null) return null;
  const prefix = type in prefixes ? prefixes[type as keyof typeof prefixes] : null;
  return { type, value: prefix ? `${prefix}_${value.replaceAll('-', '')}` : value, name };
}

const prefixes = { party_id: 'pty', agent_id: 'agt', external_account_id: 'eac' } as const;

/** A refusal is no secret to whoever reads the line; what became of a payment is, without the scope to read payments. */
function outcomeOf(row: StoryRow, showsPayments: boolean): Attributes['outcome'] {
  if (row.decision === 'refused') return { status: 'REFUSED', updatedAt: isoMillis(row.at) };
  if (!showsPayments || row.status === null || row.updatedAt === null) return null;
  return { status: row.status, updatedAt: isoMillis(row.updatedAt) };
}

function reviewsOf({ partyId, reviews }: StoryRow): NonNullable<Attributes['reviews']> {
  return (reviews ?? []).map((review) => ({
    approvalId: publicId('apr', review.id),
    status: review.status,
    reasons: reasonsFor({ partyId, readsOwn: false }, review),
    deciderPartyId: publicId('pty', review.deciderPartyId),
    decidedBy: review.decidedBy && publicId('usr', review.decidedBy),
    reason: review.reason,
    requestedAt: isoMillis(new Date(review.requestedAt)),
    resolvedAt: review.resolvedAt === null ? null : isoMillis(new Date(review.resolvedAt)),
  }));
}

function lineAttributes(row: LineRow): AuditLineResource['attributes'] {
  return {
    action: row.action,
    decision: row.decision,
    reason: row.reason,
    count: Number(row.count),
    changes: (row.changes ?? []).map(({ path, from, to }) => ({ path, from, to })),
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
