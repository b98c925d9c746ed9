import { z } from 'zod';
import { shownApiKeyShape } from '../api-keys/resource.ts';
import {
  bareResourceShape,
  embeddedShape,
  idShape,
  removedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';
import { invitedRoles, statuses } from './schema.ts';

const common = {
  email: textShape('avery@example.com'),
  role: z.enum(invitedRoles),
  status: z.enum(statuses),
  tags: tagsShape,
};
const acceptedShape = secondsShape.nullable().meta({ examples: [null] });

/** An invitation to join a party, as the response to its creation shows it. */
const invitationShape = bareResourceShape('invitation', 'inv', {
  ...common,
  expiresAt: secondsShape,
  createdAt: secondsShape,
  acceptedAt: acceptedShape,
});
export type InvitationResource = z.output<typeof invitationShape>;

/** An invitation as the list shows it: the names that the specification gives in snake_case, in camelCase too. */
export const listedInvitationShape = bareResourceShape('invitation', 'inv', {
  ...common,
  expiresAt: secondsShape,
  createdAt: secondsShape,
  acceptedAt: acceptedShape,
  expires_at: secondsShape,
  created_at: secondsShape,
  accepted_at: acceptedShape,
}).meta({ title: 'listedInvitation' });
export type ListedInvitationResource = z.output<typeof listedInvitationShape>;

export const revokedInvitationShape = removedShape(invitationShape);

/** An invitation as the invited person sees it. */
export const answeredInvitationShape = resourceShape(
  'invitation',
  'inv',
  {
    email: common.email,
    role: common.role,
    status: common.status,
    expiresAt: secondsShape,
    createdAt: secondsShape,
    acceptedAt: acceptedShape,
  },
  { party: embeddedShape('party', 'pty', { name: textShape('Main Street Books') }) },
).meta({ title: 'answeredInvitation' });
export type AnsweredInvitationResource = z.output<typeof answeredInvitationShape>;

/** The response to an acceptance: the invitation, the user who joined the party, and the key if one was made. */
export const acceptedInvitationShape = z.strictObject({
  data: answeredInvitationShape,
  meta: z.strictObject({
    partyId: idShape('pty').meta({ description: 'The party that the person has joined.' }),
    userId: idShape('usr').meta({ description: 'The user who is a member now.' }),
    apiKey: shownApiKeyShape.optional(),
  }),
});
export type AcceptedInvitation = z.output<typeof acceptedInvitationShape>;

export const createdInvitationsShape = z.strictObject({
  data: z.array(invitationShape),
  meta: z.strictObject({
    failed: z.array(
      z.strictObject({
        email: textShape('avery@example').meta({ description: 'The address, as sent.' }),
        error: textShape('This is not an e-mail address.').meta({
          description: 'The reason, in a form for people to read.',
        }),
      }),
    ),
  }),
});
export type FailedEntry = z.output<typeof createdInvitationsShape>['meta']['failed'][number];
