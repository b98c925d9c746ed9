import { z } from 'zod';
import { idField, nameField, textField } from '../http/fields.ts';
import { limitsField } from '../http/limits.ts';
import { tagChangesField } from '../http/tags.ts';

export const agentPath = z.object({ agentId: idField('agt') });

export const updateAgentAttributes = z.strictObject(
  {
    name: nameField.optional(),
    description: textField(0, 500).nullable().optional(),
    limits: limitsField.optional(),
    tags: tagChangesField.optional(),
  },
  'must be an object',
);
export type UpdateAgentAttributes = z.output<typeof updateAgentAttributes>;
