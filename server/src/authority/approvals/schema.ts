import { z } from 'zod';
import { idField, pageQuery, textField, objectField } from '../../http/fields.ts';

const statuses = ['pending', 'approved', 'denied', 'canceled'] as const;

export const approvalsQuery = z.object({
  status: z
    .enum(statuses, 'must be pending, approved, denied or canceled')
    .default('pending')
    .meta({ description: 'The status of the approval.' }),
  ...pageQuery(50),
});

export const approvalPath = z.object({ approvalId: idField('apr') });

export const denyAttributes = objectField({ reason: textField(0, 500).nullable().default(null) });
