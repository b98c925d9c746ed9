import { z } from 'zod';
import { keyStatuses } from '../../db/key-status.ts';
import { keyHistory } from '../../http/key-shapes.ts';
import {
  exampleId,
  idShape,
  relatedOrNoneShape,
  relatedShape,
  removedShape,
  resourceShape,
  secondsShape,
  textShape,
} from '../../http/shapes.ts';
import { oauthResources, oauthScopes } from '../../scopes.ts';

const { lastUsedAt, revokedAt } = keyHistory;

export const oauthGrantShape = resourceShape(
  'oauthGrant',
  'ogr',
  {
    clientId: textShape('https://host.example/purser.json').meta({
      description: 'The program: the address of its own description, or what its registration named it.',
      examples: ['https://host.example/purser.json'],
    }),
    clientName: textShape('Assistant')
      .nullable()
      .meta({
        description: 'What the program calls itself. Nobody has checked it.',
        examples: ['Assistant'],
      }),
    clientHost: textShape('host.example')
      .nullable()
      .meta({
        description:
          'The host that the address of the program, or its redirect, leads to. Null for one on the computer of its user.',
        examples: ['host.example'],
      }),
    agentId: idShape('agt')
      .nullable()
      .meta({
        description: 'The agent as which the program acts; null if it acts as the user.',
        examples: [exampleId('agt')],
      }),
    userId: idShape('usr').meta({ description: 'Who let it act, and is the maker of what it asks for.' }),
    scopes: z.array(z.enum(oauthScopes)).meta({ examples: [['payments:read', 'payments:move']] }),
    resource: z.enum(oauthResources).meta({
      description:
        'Where its access tokens count: `mcp` for models, at `/mcp`, or `api` for everything else.',
    }),
    status: z.enum(keyStatuses),
    createdAt: secondsShape,
    expiresAt: secondsShape,
    lastUsedAt,
    revokedAt,
    revokedBy: idShape('usr')
      .nullable()
      .meta({
        description:
          'Null if it is not revoked, or its program has ended it, or one of its tokens was used twice.',
        examples: [null],
      }),
  },
  { party: relatedShape('party', 'pty'), agent: relatedOrNoneShape('agent', 'agt') },
);
export const removedOauthGrantShape = removedShape(oauthGrantShape);
export type OauthGrantResource = z.output<typeof oauthGrantShape>;
