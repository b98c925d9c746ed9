import { z } from 'zod';
import {
  batchField,
  emailField,
  entryWordField,
  idField,
  nameField,
  pageQuery,
  permissionsField,
  timeField,
  objectField,
} from '../../http/fields.ts';
import { parseId } from '../../lib/id.ts';
import { isEmail, isPhone, normalEmail } from '../../lib/text.ts';
import { limitsField } from '../../terms/limits.ts';
import { tagsField } from '../../http/tags.ts';

export const recipientTypes = ['email', 'phone', 'party_id'] as const;

// Each entry is validated separately, so that an invalid one does not prevent the others from being invited.
const recipientField = z.strictObject(
  { type: entryWordField(recipientTypes), value: z.string('must be text') },
  'must be an object with `type` and `value`',
);
export type RecipientEntry = z.output<typeof recipientField>;

export const inviteCustomersAttributes = objectField({
  recipients: batchField(recipientField),
  permissions: permissionsField,
  limits: limitsField.default(null),
  expiresAt: timeField.optional(),
  tags: tagsField,
});
export type InviteCustomersAttributes = z.output<typeof inviteCustomersAttributes>;

export const statuses = ['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED'] as const;
export type InvitationStatus = (typeof statuses)[number];

export const agentPath = z.object({ agentId: idField('agt') });
export const invitationPath = z.object({ invitationId: idField('adi') });

const statusFilter = z
  .enum(statuses, 'must be PENDING, ACCEPTED, DECLINED, CANCELED or EXPIRED')
  .optional()
  .meta({ description: 'The status of the invitation; by default any.' });

const recipientRule = 'must be an e-mail address, a phone number in E.164 form or the id of a party';
const recipientFilter = z
  .string(recipientRule)
  .meta({
    description: 'The invited e-mail address, as an invitation takes it, phone number or party.',
    maxLength: 254,
    pattern: String.raw`^([^@]+@[^@]+|\+[1-9][0-9]{6,14}|pty_[0-9a-f]{32})$`,
  })
  .transform((text, check) => {
    const stored = isEmail(text) ? normalEmail(text) : isPhone(text) ? text : parseId('pty', text);
    if (stored !== null) return stored;
    check.issues.push({ code: 'custom', input: text, message: recipientRule });
    return z.NEVER;
  });

export const invitationsQuery = z.object({
  status: statusFilter,
  agentId: idField('agt').optional().meta({ description: 'The agent of the invitation; by default any.' }),
  recipient: recipientFilter.optional(),
  customerEmail: emailField
    .optional()
    .meta({ description: 'The same as `recipient`, for an e-mail address.' }),
  ...pageQuery(50),
});
export type InvitationsQuery = z.output<typeof invitationsQuery>;

export const incomingQuery = z.object({ status: statusFilter, ...pageQuery(50) });
export type IncomingQuery = z.output<typeof incomingQuery>;

export const acceptByTokenAttributes = objectField({
  name: nameField.optional().meta({ description: 'The name of the person. Required.' }),
  apiKeyName: nameField.optional().meta({
    description: 'Makes an API key of this name for the new party, which is only in this one response.',
  }),
});
export type AcceptByTokenAttributes = z.output<typeof acceptByTokenAttributes>;
