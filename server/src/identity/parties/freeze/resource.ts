import { z } from 'zod';
import { relatedShape, resourceShape } from '../../../http/shapes.ts';
import { frozenByShape } from '../resource.ts';

export const partyFreezeShape = resourceShape(
  'partyFreeze',
  'pty',
  { status: z.enum(['ACTIVE', 'FROZEN']), frozenBy: frozenByShape },
  { party: relatedShape('party', 'pty') },
);
export type PartyFreezeResource = z.output<typeof partyFreezeShape>;
