import { z } from 'zod';
import { batchField, entryWordField, idField, permissionsField, timeField } from '../http/fields.ts';
import { transactionLimitField } from '../http/limits.ts';
import { tagsField } from '../http/tags.ts';

export const recipientTypes = ['email', 'phone', 'party_id'] as const;

// Each entry is validated separately, so that an invalid one does not prevent the others from being invited.
const recipientField = z.strictObject(
  { type: entryWordField(recipientTypes), value: z.string('must be text') },
  'must be an object with `type` and `value`',
);
export type RecipientEntry = z.output<typeof recipientField>;

export const inviteCustomersAttributes = z.strictObject(
  {
    recipients: batchField(recipientField),
    permissions: permissionsField,
    limits: transactionLimitField,
    expiresAt: timeField.optional(),
    tags: tagsField,
  },
  'must be an object',
);
export type InviteCustomersAttributes = z.output<typeof inviteCustomersAttributes>;

export const agentPath = z.object({ agentId: idField('agt') });
