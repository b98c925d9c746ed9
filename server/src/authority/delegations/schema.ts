import { z } from 'zod';
import { idField, pageQuery, permissionsField, objectField } from '../../http/fields.ts';
import { changedLimitsField } from '../../terms/limits.ts';
import { grantRulesField } from '../../terms/rules.ts';
import { grantStatuses } from './grants/queries.ts';
import { statuses } from './queries.ts';

export const delegationPath = z.object({ delegationId: idField('dlg') });

export const delegationsQuery = z.object({
  direction: z
    .enum(['given', 'received'], 'must be given or received')
    .optional()
    .meta({ description: '`given` by your party, or `received`; by default both.' }),
  status: z
    .enum(statuses, 'must be ACTIVE, SUSPENDED or REVOKED')
    .optional()
    .meta({ description: 'The status of the delegation; by default any.' }),
  ...pageQuery(50),
});
export type DelegationsQuery = z.output<typeof delegationsQuery>;

const grantField = z.strictObject(
  {
    agentId: idField('agt'),
    status: z.enum(grantStatuses, 'must be ACTIVE, SUSPENDED or REVOKED').optional(),
    permissions: permissionsField.optional(),
    limits: changedLimitsField.optional(),
    rules: grantRulesField.optional(),
  },
  'must be an object with `agentId`',
);

export const updateDelegationAttributes = objectField({
  permissions: permissionsField.optional(),
  agents: z
    .array(grantField, 'must be a list')
    .min(1, 'must have at least one entry')
    .max(100, 'must have at most 100 entries')
    .optional(),
});
export type UpdateDelegationAttributes = z.output<typeof updateDelegationAttributes>;
