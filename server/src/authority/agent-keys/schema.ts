import { z } from 'zod';
import { keyStatuses } from '../../db/key-status.ts';
import { idField, objectField, overlapField, pageQuery, timeField } from '../../http/fields.ts';

export const agentKeyPath = z.object({ agentKeyId: idField('agk') });

export const agentKeysQuery = z.object({
  agentId: idField('agt').optional().meta({ description: 'Only the keys of this agent.' }),
  status: z
    .enum(keyStatuses, 'must be ACTIVE, REVOKED or EXPIRED')
    .optional()
    .meta({ description: 'Only keys with this status.' }),
  ...pageQuery(50),
});
export type AgentKeysQuery = z.output<typeof agentKeysQuery>;

export const createAgentKeyAttributes = objectField({
  agentId: idField('agt').optional().meta({ description: 'The agent, unless it is named as relationship.' }),
  expiresAt: timeField.nullable().default(null),
});
export type CreateAgentKeyAttributes = z.output<typeof createAgentKeyAttributes>;

export const rotateAgentKeyAttributes = objectField({
  expiresInSeconds: overlapField('For how long the previous key works beside the new one.'),
});
export type RotateAgentKeyAttributes = z.output<typeof rotateAgentKeyAttributes>;
