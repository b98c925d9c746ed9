import { z } from 'zod';
import { anyIdField, idField, pageQuery, textField, timeField } from '../../http/fields.ts';
import { paymentRequestStatuses } from '../../engine/model/payment-request.ts';
import { paymentStatuses } from '../../engine/model/records.ts';
import type { Id } from '../../lib/id.ts';

/** The statuses of payments, transfers and payment requests. */
const targetStatuses = [...new Set([...paymentStatuses, ...paymentRequestStatuses])] as const;
export type TargetStatus = (typeof targetStatuses)[number];

const instanceField = textField(1, 1024);

const credentialForm = /^(?:apy|agk)_[0-9a-f]{32}$/;
const credentialRule = 'must be apy_ or agk_ and 32 lower-case hex digits';

const period = {
  createdAfter: timeField.optional().meta({ description: 'Only lines from this time on.' }),
  createdBefore: timeField.optional().meta({ description: 'Only lines before this time.' }),
};

const actionForm = /^[ -~]{1,512}$/; // ASCII, as all actions are
const actionRule = 'must be an action, such as PATCH /agents/{agentId}';

/** Returns an action as a regular expression of PostgreSQL, in which `:name` and `{name}` stand for any part of a path. */
function actionPattern(action: string): string {
  const parts = action.split('/').map((part) => {
    return /^(?::\w+|\{\w+\})$/.test(part) ? '[^/]+' : part.replaceAll(/[^A-Za-z0-9 ]/g, String.raw`\$&`);
  });
  return `^${parts.join('/')}$`;
}

export const auditLogQuery = z.object({
  agentId: idField('agt').optional().meta({ description: 'Only what this agent did.' }),
  userId: idField('usr')
    .optional()
    .meta({ description: 'Only what this user did, or a key that the user made.' }),
  action: z
    .string(actionRule)
    .regex(actionForm, actionRule)
    .meta({
      description:
        'Only this action. A part of the path in braces or after a colon stands for any: `PATCH /agents/{agentId}`.',
    })
    .transform(actionPattern)
    .optional(),
  instanceId: instanceField.optional().meta({ description: 'Only what was done in this conversation.' }),
  credentialId: z
    .string(credentialRule)
    .regex(credentialForm, credentialRule)
    .meta({ description: 'Only what was done with this API key or agent key, named by its id.' })
    .transform((text) => text.slice(4) as Id<'apy'> | Id<'agk'>)
    .optional(),
  decision: z
    .enum(['accepted', 'refused'], 'must be accepted or refused')
    .optional()
    .meta({ description: 'Only what was done, or only what was refused.' }),
  targetId: anyIdField('Only lines about this resource.').optional(),
  ...period,
  ...pageQuery(50),
});
export type AuditLogQuery = z.output<typeof auditLogQuery>;

/** What became of what an agent asked for. */
export const activityOutcomes = ['REFUSED', ...targetStatuses] as const;

export const activityPath = z.object({ agentId: idField('agt') });

export const activityQuery = z.object({
  instanceId: instanceField
    .optional()
    .meta({ description: 'Only this conversation: the `X-Instance-ID` of its requests.' }),
  outcome: z
    .enum(activityOutcomes, 'must be REFUSED or a status of a payment, transfer or payment request')
    .optional()
    .meta({ description: 'Only what has this outcome now.' }),
  ...period,
  ...pageQuery(50),
});
export type ActivityQuery = z.output<typeof activityQuery>;
