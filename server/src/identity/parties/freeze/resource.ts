import { z } from 'zod';
import { relatedShape, resourceShape } from '../../../http/shapes.ts';
import { underWayShape } from '../../../mails/under-way/resource.ts';

/** Whether a party is frozen, and which of its money is still under way. */
export const partyFreezeShape = resourceShape(
  'partyFreeze',
  'pty',
  {
    status: z.enum(['ACTIVE', 'FROZEN']),
    underWay: underWayShape,
  },
  { party: relatedShape('party', 'pty') },
);
export type PartyFreezeResource = z.output<typeof partyFreezeShape>;
