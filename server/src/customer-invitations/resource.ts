import { z } from 'zod';
import { transactionLimitShape } from '../http/limits.ts';
import {
  embeddedShape,
  idShape,
  millisShape,
  relatedOrNoneShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../http/shapes.ts';
import { tagsShape } from '../http/tags.ts';
import { permissions } from '../scopes.ts';
import { recipientTypes } from './schema.ts';

const recipientShape = z
  .strictObject({ type: z.enum(recipientTypes), value: z.string() })
  .meta({ examples: [{ type: 'email', value: 'casey@example.com' }] });

const customerInvitationShape = resourceShape(
  'customerInvitation',
  'adi',
  {
    recipient: recipientShape,
    url: textShape('https://pay.example.com/invitations/V2hvZXZlciBoYXMgaXQgbWF5IHJl').meta({
      description: 'The URL of a page that shows the invitation to anyone who has the link.',
    }),
    status: z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED']),
    permissions: z.array(z.enum(permissions)).meta({ examples: [['payments.create', 'payments.read']] }),
    limits: transactionLimitShape,
    tags: tagsShape,
    expiresAt: millisShape,
    createdAt: secondsShape,
    updatedAt: secondsShape,
  },
  {
    agent: embeddedShape('agent', 'agt', {
      name: textShape('Purchasing agent'),
      description: textShape('Buys books at auctions').nullable(),
      status: z.enum(['ACTIVE', 'SUSPENDED', 'REVOKED']),
    }),
    customerParty: relatedOrNoneShape('party', 'pty').meta({
      description: 'The invited party, if the recipient was named by `party_id`.',
      examples: [{ data: null }],
    }),
  },
);
export type CustomerInvitationResource = z.output<typeof customerInvitationShape>;

/** The created invitations, and the recipients who could not be invited or mailed. */
export const invitedCustomersShape = z.strictObject({
  data: z.array(customerInvitationShape),
  meta: z.strictObject({
    emailFailures: z.array(z.string()).meta({
      description: `The recipient values, as sent, for which no invitation could be created, or to which no mail can be
sent at the moment. In the second case the invitation is in \`data\` as well.`,
      examples: [['casey@example']],
    }),
    alreadyConnected: z
      .array(
        z.strictObject({
          recipient: recipientShape,
          agentId: idShape('agt'),
          agentDelegationId: idShape('dlg'),
        }),
      )
      .meta({
        description:
          'Recipients who were skipped as customers of the agent. Always empty: they are invited again.',
        examples: [[]],
      }),
  }),
});
