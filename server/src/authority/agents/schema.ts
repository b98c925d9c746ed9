import { z } from 'zod';
import {
  descriptionField,
  idField,
  nameField,
  pageQuery,
  textField,
  objectField,
} from '../../http/fields.ts';
import { agentReadsField } from '../../terms/agent-reads.ts';
import { changedLimitsField, limitsField } from '../../terms/limits.ts';
import { rulesField } from '../../terms/rules.ts';
import { tagChangesField, tagsField } from '../../http/tags.ts';

export const agentStatuses = ['ACTIVE', 'SUSPENDED', 'REVOKED'] as const;

export const agentPath = z.object({ agentId: idField('agt') });

export const agentsQuery = z.object({
  status: z
    .enum(agentStatuses, 'must be ACTIVE, SUSPENDED or REVOKED')
    .optional()
    .meta({ description: 'Only agents with this status.' }),
  ...pageQuery(50),
});

/** The wallets that an agent is bound to, without repetitions; null for none. */
const walletIdsField = z
  .array(idField('wal'), 'must be null or a list of wallets')
  .min(1, 'must have at least one entry')
  .max(100, 'must have at most 100 entries')
  .transform((ids) => [...new Set(ids)])
  .nullable()
  .meta({
    description:
      "The wallets of your party that the agent may spend from. It then spends from no other wallet, not even a customer's. Null: it may spend from any wallet.",
  });

export const createAgentAttributes = objectField({
  name: nameField,
  description: descriptionField,
  limits: limitsField.optional(),
  rules: rulesField.optional(),
  walletIds: walletIdsField.default(null),
  reads: agentReadsField.optional(),
  tags: tagsField,
});
export type CreateAgentAttributes = z.output<typeof createAgentAttributes>;

export const updateAgentAttributes = objectField({
  name: nameField.optional(),
  description: textField(0, 500).nullable().optional(),
  limits: changedLimitsField.optional(),
  rules: rulesField.optional(),
  walletIds: walletIdsField.optional(),
  reads: agentReadsField.optional(),
  tags: tagChangesField.optional(),
});
export type UpdateAgentAttributes = z.output<typeof updateAgentAttributes>;
