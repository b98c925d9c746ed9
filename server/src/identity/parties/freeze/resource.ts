import { z } from 'zod';
import { relatedShape, resourceShape } from '../../../http/shapes.ts';
import { underWayShape } from '../../under-way/resource.ts';

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
