import { z } from 'zod';
import { agentReadsShape } from '../../terms/agent-reads.ts';
import { limitsShape } from '../../terms/limits.ts';
import { rulesShape } from '../../terms/rules.ts';
import {
  idShape,
  relatedShape,
  resourceShape,
  secondsShape,
  textShape,
  removedShape,
} from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';
import { agentStatuses } from './schema.ts';

export const agentShape = resourceShape(
  'agent',
  'agt',
  {
    name: textShape('Purchasing agent'),
    description: textShape('Buys books at auctions').nullable(),
    status: z.enum(agentStatuses),
    limits: limitsShape,
    rules: rulesShape,
    walletIds: z
      .array(idShape('wal'))
      .nullable()
      .meta({
        description: 'The only wallets that the agent may spend from. Null: it may spend from any wallet.',
        examples: [null],
      }),
    reads: agentReadsShape,
    tags: tagsShape,
    createdAt: secondsShape,
    createdBy: idShape('usr'),
    updatedAt: secondsShape,
    updatedBy: idShape('usr'),
  },
  { party: relatedShape('party', 'pty') },
);
export type AgentResource = z.output<typeof agentShape>;

export const createdAgentShape = z.strictObject({
  data: agentShape,
  meta: z.strictObject({
    unbounded: z.boolean().meta({
      description: 'Whether the agent has no limits of its own: then it may spend whatever its party may.',
      examples: [false],
    }),
    notice: textShape('This agent has no limits of its own.')
      .nullable()
      .meta({ description: 'The same in words, and what to do about it; null if limits bound the agent.' }),
  }),
});
export type CreatedAgentMeta = z.output<typeof createdAgentShape>['meta'];

export const removedAgentShape = removedShape(agentShape);
