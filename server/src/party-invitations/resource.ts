import { z } from 'zod';
import { bareResourceShape, secondsShape, textShape } from '../http/shapes.ts';
import { tagsShape } from '../http/tags.ts';
import { roles, statuses } from './schema.ts';

const common = {
  email: textShape('avery@example.com'),
  role: z.enum(roles),
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

/** The created invitations, and the entries that failed. */
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
