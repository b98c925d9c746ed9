import { z } from 'zod';
import { transactionLimitShape } from '../http/limits.ts';
import {
  embeddedShape,
  millisShape,
  relatedOrNoneShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../http/shapes.ts';
import { permissions } from './schema.ts';

const customerInvitationShape = resourceShape(
  'customerInvitation',
  'adi',
  {
    recipient: z
      .strictObject({ type: z.enum(['email', 'phone', 'party_id']), value: z.string() })
      .meta({ examples: [{ type: 'email', value: 'casey@example.com' }] }),
    status: z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED']),
    permissions: z.array(z.enum(permissions)).meta({ examples: [['payments.create', 'payments.read']] }),
    limits: transactionLimitShape,
    expiresAt: millisShape,
    createdAt: secondsShape,
    updatedAt: secondsShape,
  },
  {
    agent: embeddedShape('agent', 'agt', {
      name: textShape('Purchasing agent'),
      description: textShape('Buys books at auctions').nullable(),
      status: z.enum(['ACTIVE', 'REVOKED']),
    }),
    customerParty: relatedOrNoneShape('party', 'pty').meta({
      description: 'Set where the recipient is a party by its id.',
      examples: [{ data: null }],
    }),
  },
);
export type CustomerInvitationResource = z.output<typeof customerInvitationShape>;

/** The invitations that were made, and whom they could not be made for or told. */
export const invitedCustomersShape = z.strictObject({
  data: z.array(customerInvitationShape),
  meta: z.strictObject({
    emailFailures: z.array(z.string()).meta({
      description:
        'Values of recipients, as they were sent, for whom no invitation could be made, or who cannot be told by mail at the moment: those are in `data` as well.',
      examples: [['casey@example']],
    }),
  }),
});
