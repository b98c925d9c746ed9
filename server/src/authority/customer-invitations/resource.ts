import { z } from 'zod';
import { shownApiKeyShape } from '../../identity/api-keys/resource.ts';
import { grantLimitsShape } from '../../terms/limits.ts';
import {
  embeddedShape,
  idShape,
  millisShape,
  relatedOrNoneShape,
  resourceShape,
  secondsShape,
  textShape,
  removedShape,
} from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';
import { permissions } from '../../scopes.ts';
import { recipientTypes, statuses } from './schema.ts';

const recipientShape = z
  .strictObject({ type: z.enum(recipientTypes), value: z.string() })
  .meta({ examples: [{ type: 'email', value: 'casey@example.com' }] });

const statusShape = z.enum(statuses);
const permissionsShape = z
  .array(z.enum(permissions))
  .meta({ examples: [['payments.create', 'payments.read']] });

export const customerInvitationShape = resourceShape(
  'customerInvitation',
  'adi',
  {
    recipient: recipientShape,
    url: textShape('https://pay.example.com/invitations/V2hvZXZlciBoYXMgaXQgbWF5IHJl').nullable().meta({
      description:
        'The URL of a page that shows the invitation to anyone who has the link. It cannot be answered with this link. Null for invitations from before links.',
    }),
    status: statusShape,
    permissions: permissionsShape,
    limits: grantLimitsShape,
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

export const invitedCustomersShape = z.strictObject({
  data: z.array(customerInvitationShape),
  meta: z.strictObject({
    emailFailures: z.array(z.string()).meta({
      description: `The recipient values, as sent, for which no invitation could be created, or to which no mail can be
sent at the moment. In the second case the invitation is in \`data\` as well. None is created for an address that your
party has sent 20 messages within the hour; a party that is named by its id is invited, and gets no mail.`,
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

export const canceledInvitationShape = removedShape(customerInvitationShape);

export const incomingInvitationShape = resourceShape(
  'customerInvitation',
  'adi',
  {
    recipient: recipientShape,
    status: statusShape,
    permissions: permissionsShape.meta({ description: 'What the inviting party and its agent may do then.' }),
    limits: grantLimitsShape,
    expiresAt: millisShape,
    createdAt: secondsShape,
    updatedAt: secondsShape,
  },
  {
    party: embeddedShape('party', 'pty', { name: textShape('Main Street Books') }),
    agent: embeddedShape('agent', 'agt', {
      name: textShape('Purchasing agent'),
      description: textShape('Buys books at auctions').nullable(),
    }),
  },
).meta({ title: 'incomingCustomerInvitation' });
export type IncomingInvitationResource = z.output<typeof incomingInvitationShape>;

/** The response to an acceptance by token: the invitation, the new party and its user, and the key if one was made. */
export const acceptedByTokenShape = z.strictObject({
  data: incomingInvitationShape,
  meta: z.strictObject({
    partyId: idShape('pty').meta({ description: 'The new party, which is the customer.' }),
    userId: idShape('usr').meta({ description: 'Its first user, the owner.' }),
    apiKey: shownApiKeyShape.optional(),
  }),
});
export type AcceptedByToken = z.output<typeof acceptedByTokenShape>;
