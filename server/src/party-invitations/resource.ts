import { z } from 'zod';
import { bareResourceShape, secondsShape, textShape } from '../http/shapes.ts';
import { statuses } from './schema.ts';

const what = {
  email: textShape('avery@example.com'),
  role: z.enum(['MEMBER', 'ADMIN']),
  status: z.enum(statuses),
};
const acceptedShape = secondsShape.nullable().meta({ examples: [null] });

/** An invitation to join a party, as the answer to its making spells it. */
const invitationShape = bareResourceShape('invitation', 'inv', {
  ...what,
  expiresAt: secondsShape,
  createdAt: secondsShape,
  acceptedAt: acceptedShape,
});
export type InvitationResource = z.output<typeof invitationShape>;

/** The same as the list spells it. */
export const listedInvitationShape = bareResourceShape('invitation', 'inv', {
  ...what,
  expires_at: secondsShape,
  created_at: secondsShape,
  accepted_at: acceptedShape,
}).meta({ title: 'listedInvitation' });
export type ListedInvitationResource = z.output<typeof listedInvitationShape>;

/** Those that were made, and the entries of which none was made. */
export const createdInvitationsShape = z.strictObject({
  data: z.array(invitationShape),
  meta: z.strictObject({
    failed: z.array(
      z.strictObject({
        email: textShape('avery@example').meta({ description: 'As it was sent.' }),
        error: textShape('This is not an e-mail address.').meta({ description: 'Why, for people to read.' }),
      }),
    ),
  }),
});
export type FailedEntry = z.output<typeof createdInvitationsShape>['meta']['failed'][number];
