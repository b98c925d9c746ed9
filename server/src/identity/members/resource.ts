import { z } from 'zod';
import { relatedShape, resourceShape, secondsShape, textShape } from '../../http/shapes.ts';
import { roles } from './roles.ts';

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
