import { z } from 'zod';
import { customerQueryFor, timeField } from '../../../http/fields.ts';

export const statementQuery = z.object({
  from: timeField.optional().meta({
    description: 'The beginning of the period; by default that of the month, in UTC, in which it ends.',
  }),
  to: timeField.optional().meta({
    description:
      'The end of the period, which is after `from`; by default now. What is asked for beyond now ends now, as `to` says: a period that was shown never changes.',
  }),
  ...customerQueryFor('wallets.read'),
});
export type StatementQuery = z.output<typeof statementQuery>;
