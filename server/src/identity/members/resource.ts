import { z } from 'zod';
import { idShape, relatedShape, resourceShape, secondsShape, textShape } from '../../http/shapes.ts';
import { roles } from '../../http/roles.ts';

export const memberShape = resourceShape(
  'user',
  'usr',
  {
    name: textShape('Avery Approver'),
    email: textShape('avery@example.com')
      .nullable()
      .meta({ description: 'Null if the user is known by a phone number.' }),
    role: z.enum(roles),
    status: z.enum(['ACTIVE', 'REVOKED']).meta({ description: '`REVOKED`: no longer a member.' }),
    createdAt: secondsShape.meta({ description: 'When the user became a member.' }),
  },
  { party: relatedShape('party', 'pty') },
);
export type MemberResource = z.output<typeof memberShape>;

/** The response to the removal of a member. */
export const removedMemberShape = z.strictObject({
  data: memberShape,
  meta: z.strictObject({
    deleted: z.literal(true),
    agentKeys: z.array(z.strictObject({ id: idShape('agk'), agentId: idShape('agt') })).meta({
      description: 'The keys of agents that the user made, the newest 1,000. They still act: rotate them.',
    }),
    webhooks: z
      .array(z.strictObject({ id: idShape('whk') }))
      .meta({ description: 'The webhooks that the user made. They are disabled now.' }),
  }),
});
export type RemovedMember = z.output<typeof removedMemberShape>;
