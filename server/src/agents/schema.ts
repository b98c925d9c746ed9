import { z } from 'zod';
import { descriptionField, idField, nameField, pageQuery, textField } from '../http/fields.ts';
import { limitsField } from '../http/limits.ts';
import { rulesField } from '../http/rules-field.ts';
import { tagChangesField, tagsField } from '../http/tags.ts';

export const agentStatuses = ['ACTIVE', 'SUSPENDED', 'REVOKED'] as const;

export const agentPath = z.object({ agentId: idField('agt') });

export const agentsQuery = z.object({
  status: z
    .enum(agentStatuses, 'must be ACTIVE, SUSPENDED or REVOKED')
    .optional()
    .meta({ description: 'Only agents with this status.' }),
  ...pageQuery(50),
});
export type AgentsQuery = z.output<typeof agentsQuery>;

export const createAgentAttributes = z.strictObject(
  {
    name: nameField,
    description: descriptionField,
    limits: limitsField.default(null),
    rules: rulesField.default(null),
    tags: tagsField,
  },
  'must be an object',
);
export type CreateAgentAttributes = z.output<typeof createAgentAttributes>;

export const updateAgentAttributes = z.strictObject(
  {
    name: nameField.optional(),
    description: textField(0, 500).nullable().optional(),
    limits: limitsField.optional(),
    rules: rulesField.optional(),
    tags: tagChangesField.optional(),
  },
  'must be an object',
);
export type UpdateAgentAttributes = z.output<typeof updateAgentAttributes>;
