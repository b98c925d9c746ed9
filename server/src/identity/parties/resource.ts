import { z } from 'zod';
import { limitsShape } from '../../terms/limits.ts';
import {
  bareResourceShape,
  currencyShape,
  relatedShape,
  removedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';

export const partyShape = bareResourceShape('party', 'pty', {
  partyType: z.enum(['PERSON', 'ORG']),
  status: z.enum(['PROVISIONAL', 'ACTIVE', 'FROZEN']),
  name: textShape('Main Street Books'),
  email: textShape('main@example.com')
    .nullable()
    .meta({ description: 'The verified address that is shown to others.' }),
  defaultCurrency: currencyShape.meta({
    description: 'The currency of the limits of the party and of its agents.',
  }),
  createdAt: secondsShape,
  updatedAt: secondsShape,
});
export type PartyResource = z.output<typeof partyShape>;

export const partyLimitPolicyShape = resourceShape(
  'partyLimitPolicy',
  'pty',
  {
    limits: limitsShape,
    currency: currencyShape.meta({
      description: "The currency of the limits, which is the party's default currency.",
    }),
    updatedAt: secondsShape.nullable().meta({ description: 'Null if no limit was ever set.' }),
  },
  { party: relatedShape('party', 'pty') },
);
export type PartyLimitPolicyResource = z.output<typeof partyLimitPolicyShape>;

export const removedPartyLimitPolicyShape = removedShape(partyLimitPolicyShape);
