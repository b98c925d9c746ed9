import { z } from 'zod';
import { limitsShape } from '../http/limits.ts';
import { currencyShape, relatedShape, resourceShape, secondsShape } from '../http/shapes.ts';

/** What a party may spend, by itself and through its agents. */
export const partyLimitPolicyShape = resourceShape(
  'partyLimitPolicy',
  'pty',
  {
    limits: limitsShape,
    currency: currencyShape.meta({
      description: 'The currency of the limits: the default one of the party.',
    }),
    updatedAt: secondsShape.nullable().meta({ description: 'Null where no limit was ever set.' }),
  },
  { party: relatedShape('party', 'pty') },
);
export type PartyLimitPolicyResource = z.output<typeof partyLimitPolicyShape>;

/** What the removal answers. */
export const removedPartyLimitPolicyShape = z.strictObject({
  data: partyLimitPolicyShape,
  meta: z.strictObject({ deleted: z.literal(true) }),
});
