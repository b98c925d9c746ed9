import { z } from 'zod';
import { idShape, relatedShape, resourceShape, secondsShape } from '../http/shapes.ts';
import { noTagsShape } from '../http/tags.ts';

/** An agent key, without its secret. */
export const agentKeyShape = resourceShape(
  'agentKey',
  'agk',
  {
    agentKeyPrefix: z
      .string()
      .regex(/^ak_pur_(sandbox|prod)_[0-9A-Za-z]{8}$/)
      .meta({
        description: 'The first characters of the key, by which people can tell keys apart.',
        examples: ['ak_pur_sandbox_EXAMPLE0'],
      }),
    status: z.enum(['ACTIVE', 'REVOKED']),
    tags: noTagsShape,
    createdAt: secondsShape,
    lastUsedAt: secondsShape
      .nullable()
      .meta({ description: 'Accurate to one minute. Null if the key was never used.', examples: [null] }),
    revokedAt: secondsShape.nullable().meta({ examples: [null] }),
    createdBy: idShape('usr'),
    revokedBy: idShape('usr')
      .nullable()
      .meta({ examples: [null] }),
  },
  { party: relatedShape('party', 'pty'), agent: relatedShape('agent', 'agt') },
);
export type AgentKeyResource = z.output<typeof agentKeyShape>;
