import { z } from 'zod';
import { relatedShape, resourceShape } from '../../../http/shapes.ts';

export const partyFreezeShape = resourceShape(
  'partyFreeze',
  'pty',
  { status: z.enum(['ACTIVE', 'FROZEN']) },
  { party: relatedShape('party', 'pty') },
);
export type PartyFreezeResource = z.output<typeof partyFreezeShape>;
