import { expect } from 'vitest';
import { idOf, millis, orNull, related, text } from './shapes.ts';

const line = {
  action: text,
  decision: expect.toBeOneOf(['accepted', 'refused']) as unknown,
  reason: orNull(text),
  count: expect.any(Number) as unknown,
  targetId: orNull(text),
  requestId: orNull(idOf('req')),
  keyPrefix: text,
  instanceId: orNull(text),
  createdAt: millis,
};
const relationships = {
  party: related('party', 'pty'),
  user: { data: orNull({ type: 'user', id: idOf('usr') }) },
  agent: { data: orNull({ type: 'agent', id: idOf('agt') }) },
};

/** A line of the audit log. */
export const auditLineShape = { type: 'auditLine', id: idOf('aud'), attributes: line, relationships };

/** A line of an agent's activity. */
export const activityShape = {
  type: 'agentActivity',
  id: idOf('aud'),
  attributes: {
    ...line,
    outcome: orNull({ status: text, updatedAt: millis }),
    reviews: expect.any(Array) as unknown,
  },
  relationships,
};
