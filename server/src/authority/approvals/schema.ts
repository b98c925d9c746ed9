import { z } from 'zod';
import type { Target } from '../../engine/model/records.ts';
import { idField, pageQuery, textField, objectField } from '../../http/fields.ts';
import { parseId } from '../../lib/id.ts';

const targetTypes = { pay: 'payment', trf: 'withdrawal' } as const;

/** The public id of what approvals are about, parsed to what it names. */
const targetField = z
  .string('must be the id of a payment or transfer')
  .meta({
    pattern: '^(?:pay|trf)_[0-9a-f]{32}$',
    description: 'Only approvals of this payment or withdrawal.',
  })
  .transform((text, check): Target => {
    for (const prefix of ['pay', 'trf'] as const) {
      const id = parseId(prefix, text);
      if (id) return { type: targetTypes[prefix], id } as Target;
    }
    const message = 'must be pay_ or trf_ and 32 lower-case hex digits';
    check.issues.push({ code: 'custom', input: text, message });
    return z.NEVER;
  });

const statuses = ['pending', 'approved', 'denied', 'canceled'] as const;

export const approvalsQuery = z.object({
  status: z
    .enum(statuses, 'must be pending, approved, denied or canceled')
    .default('pending')
    .meta({ description: 'The status of the approval.' }),
  targetId: targetField.optional(),
  ...pageQuery(50),
});

export const approvalPath = z.object({ approvalId: idField('apr') });

export const denyAttributes = objectField({ reason: textField(0, 500).nullable().default(null) });
