import { z } from 'zod';
import {
  batchField,
  emailField,
  entryWordField,
  idField,
  nameField,
  pageQuery,
  objectField,
} from '../../http/fields.ts';
import { tagFilter, tagsField } from '../../http/tags.ts';
import type { Role } from '../../http/roles.ts';

/** The roles that an invitation can give: a member becomes an owner by a change of role. */
export const invitedRoles = ['MEMBER', 'ADMIN', 'APPROVER'] as const satisfies readonly Role[];
export type InvitedRole = (typeof invitedRoles)[number];

const daysRule = 'must be a whole number of days, from 1 to 365';

// Each entry's address and role are validated separately, so that an invalid entry does not affect the others.
const entryField = z.strictObject(
  { email: z.string('must be text'), role: entryWordField(invitedRoles) },
  'must be an object with `email` and `role`',
);
export type InvitationEntry = z.output<typeof entryField>;

export const createInvitationsAttributes = objectField({
  invitations: batchField(entryField),
  expiresInDays: z
    .number(daysRule)
    .refine((days) => Number.isInteger(days) && days >= 1 && days <= 365, daysRule)
    .meta({ type: 'integer', minimum: 1, maximum: 365 })
    .default(7),
  tags: tagsField,
});
export type CreateInvitationsAttributes = z.output<typeof createInvitationsAttributes>;

export const statuses = ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED'] as const;

export const invitationsQuery = z.object({
  party_id: idField('pty').optional().meta({ description: 'The inviting party: yours.' }),
  partyId: idField('pty').optional().meta({ description: 'The same as `party_id`.' }),
  email: emailField.optional().meta({ description: 'The invited address.' }),
  status: z
    .enum(statuses, 'must be PENDING, ACCEPTED, DECLINED, REVOKED or EXPIRED')
    .optional()
    .meta({ description: 'The status of the invitation.' }),
  ...tagFilter,
  ...pageQuery(50),
});
export type InvitationsQuery = z.output<typeof invitationsQuery>;

export const invitationPath = z.object({ invitationId: idField('inv') });

export const acceptInvitationAttributes = objectField({
  name: nameField
    .optional()
    .meta({ description: 'The name of a new user. Required unless the address is known.' }),
  apiKeyName: nameField.optional().meta({
    description: 'Makes an API key of this name for the party, which is only in this one response.',
  }),
});
export type AcceptInvitationAttributes = z.output<typeof acceptInvitationAttributes>;
