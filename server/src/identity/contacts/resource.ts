import { z } from 'zod';
import { receivedShape } from '../claims/resource.ts';
import { relatedShape, resourceShape, secondsShape, textShape } from '../../http/shapes.ts';

export const contactShape = resourceShape(
  'contact',
  'con',
  {
    address: z.strictObject({ type: z.enum(['email', 'phone']), value: textShape('office@example.com') }),
    status: z.enum(['PENDING', 'VERIFIED']).meta({
      description: '`PENDING`: a token was sent to the address and has not come back.',
    }),
    createdAt: secondsShape,
    verifiedAt: secondsShape.nullable().meta({ examples: [null] }),
    expiresAt: secondsShape.nullable().meta({ description: 'When the token ends. Null once verified.' }),
  },
  { party: relatedShape('party', 'pty') },
);

export const verifiedContactShape = z.strictObject({
  data: contactShape,
  meta: z.strictObject({ received: receivedShape }),
});
export type ContactResource = z.output<typeof contactShape>;
