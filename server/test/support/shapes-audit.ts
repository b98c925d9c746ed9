import { expect } from 'vitest';
import { idOf, list, millis, orNull, related, relatedOrNone, resource, text, words } from './shapes.ts';

const anything = expect.toSatisfy(() => true) as unknown;

const line = {
  action: text,
  decision: words('accepted', 'refused'),
  reason: orNull(text),
  count: expect.any(Number) as unknown,
  changes: list({ path: text, from: anything, to: anything }),
  targetId: orNull(text),
  requestId: orNull(idOf('req')),
  keyPrefix: text,
  instanceId: orNull(text),
  createdAt: millis,
};
const relationships = {
  party: related('party', 'pty'),
  user: relatedOrNone('user', 'usr'),
  agent: relatedOrNone('agent', 'agt'),
};

/** A line of the audit log. */
export const auditLineShape = resource('auditLine', 'aud', line, relationships);

/** A line of an agent's activity. */
export const activityShape = resource(
  'agentActivity',
  'aud',
  {
    ...line,
    amount: orNull(expect.any(Number)),
    currency: orNull(text),
    counterparty: orNull({ type: text, value: text, name: orNull(text) }),
    description: orNull(text),
    customerPartyId: orNull(idOf('pty')),
    idempotencyKey: orNull(text),
    reasons: expect.any(Array) as unknown,
    outcome: orNull({ status: text, updatedAt: millis }),
    reviews: expect.any(Array) as unknown,
  },
  relationships,
);
