import { z } from 'zod';
import { keyStatuses } from '../../db/key-status.ts';
import { keyHistory, keyPrefixShape, previousKeyExpiresAt } from '../../http/key-shapes.ts';
import { relatedShape, resourceShape, secondsShape, removedShape } from '../../http/shapes.ts';
import { noTagsShape } from '../../http/tags.ts';

const attributes = {
  agentKeyPrefix: keyPrefixShape('ak'),
  status: z.enum(keyStatuses),
  tags: noTagsShape,
  createdAt: secondsShape,
  expiresAt: secondsShape.nullable().meta({
    description:
      'From then on the key is refused; a rotation may bring it forward. Null if it never expires.',
    examples: [null],
  }),
  ...keyHistory,
};
const relationships = { party: relatedShape('party', 'pty'), agent: relatedShape('agent', 'agt') };

const withSecret = {
  ...attributes,
  agentKey: z
    .string()
    .regex(/^ak_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/)
    .optional()
    .meta({
      description:
        'The complete key. Shown only in this response, and absent from a replay: Purser stores its hash.',
      examples: [`ak_pur_sandbox_EXAMPLE${'0'.repeat(32)}`],
    }),
};

export const agentKeyShape = resourceShape('agentKey', 'agk', attributes, relationships);
export type AgentKeyResource = z.output<typeof agentKeyShape>;

/** An agent key with its secret, as only the response to its creation shows it. */
export const createdAgentKeyShape = resourceShape('agentKey', 'agk', withSecret, relationships).meta({
  title: 'createdAgentKey',
});
export type CreatedAgentKeyResource = z.output<typeof createdAgentKeyShape>;

export const rotatedAgentKeyShape = resourceShape(
  'agentKey',
  'agk',
  { ...withSecret, previousKeyExpiresAt },
  relationships,
).meta({ title: 'rotatedAgentKey' });
export type RotatedAgentKeyResource = z.output<typeof rotatedAgentKeyShape>;

export const removedAgentKeyShape = removedShape(agentKeyShape);
