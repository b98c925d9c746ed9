import { z } from 'zod';
import { idField, pageQuery, objectField } from '../../http/fields.ts';
import { roles } from '../../http/roles.ts';

export const memberPath = z.object({ userId: idField('usr') });

const roleField = z.enum(roles, 'must be OWNER, ADMIN, APPROVER or MEMBER').optional();

export const membersQuery = z.object({
  role: roleField.meta({ description: 'The role of the members.' }),
  ...pageQuery(50),
});
export type MembersQuery = z.output<typeof membersQuery>;

export const updateMemberAttributes = objectField({ role: roleField });
