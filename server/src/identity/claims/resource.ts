import { z } from 'zod';
import { shownApiKeyShape } from '../api-keys/resource.ts';
import { idShape, resourceShape, textShape } from '../../http/shapes.ts';

export const acceptedClaimShape = z.strictObject({
  data: resourceShape(
    'party',
    'pty',
    {
      name: textShape('Casey Customer'),
      status: z.literal('ACTIVE'),
      address: textShape('casey@example.com').meta({ description: 'The address that the token has proved.' }),
    },
    {},
  ).meta({ title: 'claimedParty' }),
  meta: z.strictObject({
    userId: idShape('usr').meta({ description: 'Its first user, the owner.' }),
    apiKey: shownApiKeyShape.optional(),
  }),
});
export type AcceptedClaim = z.output<typeof acceptedClaimShape>;
