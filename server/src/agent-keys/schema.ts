import { z } from 'zod';
import { idField, pageQuery } from '../http/fields.ts';

export const agentKeysQuery = z.object({
  agentId: idField('agt').optional().meta({ description: 'Only the keys of this agent.' }),
  ...pageQuery(50),
});
export type AgentKeysQuery = z.output<typeof agentKeysQuery>;
