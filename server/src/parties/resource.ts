import type { z } from 'zod';
import { limitsShape } from '../http/limits.ts';
import { currencyShape, relatedShape, resourceShape, secondsShape, removedShape } from '../http/shapes.ts';

/** The limits on what a party may spend, directly and through its agents. */
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

/** The response to a removal. */
export const removedPartyLimitPolicyShape = removedShape(partyLimitPolicyShape);
