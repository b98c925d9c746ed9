import { z } from 'zod';
import { bareResourceShape, textShape } from '../../http/shapes.ts';

export const counterpartyShape = bareResourceShape('party', 'pty', {
  name: textShape('Casey Customer').meta({
    description:
      'The name of the party. For a party that is not known yet, its e-mail address or phone number.',
  }),
  email: textShape('casey@example.com').nullable(),
  status: z.literal('ACTIVE').meta({ description: 'The status of the relationship, not of the party.' }),
}).meta({ title: 'counterparty' });
export type CounterpartyResource = z.output<typeof counterpartyShape>;
