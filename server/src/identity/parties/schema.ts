import type { z } from 'zod';
import { nameField, objectField } from '../../http/fields.ts';
import { agentDefaultsField } from '../../terms/agent-defaults.ts';
import { limitsField } from '../../terms/limits.ts';

export const partyLimitsAttributes = objectField({ limits: limitsField });

export const updatePartyAttributes = objectField({
  name: nameField.optional(),
  agentDefaults: agentDefaultsField.optional(),
});
export type UpdatePartyAttributes = z.output<typeof updatePartyAttributes>;
