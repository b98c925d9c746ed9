import { z } from 'zod';
import { bareResourceShape, textShape } from '../http/shapes.ts';

/** Somebody the party has dealt with. */
export const counterpartyShape = bareResourceShape('party', 'pty', {
  name: textShape('Casey Customer').meta({
    description: 'Of a party that is not known yet: its address.',
  }),
  email: textShape('casey@example.com').nullable(),
  status: z.literal('ACTIVE').meta({ description: 'Of the relation, not of the party.' }),
}).meta({ title: 'counterparty' });
export type CounterpartyResource = z.output<typeof counterpartyShape>;
