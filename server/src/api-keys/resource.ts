import { z } from 'zod';
import { keyStatuses } from '../db/key-status.ts';
import {
  idShape,
  relatedShape,
  resourceShape,
  secondsShape,
  textShape,
  removedShape,
} from '../http/shapes.ts';
import { tagsShape } from '../http/tags.ts';
import { scopes } from '../scopes.ts';

const attributes = {
  apiKeyPrefix: z
    .string()
    .regex(/^sk_pur_(sandbox|prod)_[0-9A-Za-z]{8}$/)
    .meta({
      description: 'The first characters of the key, by which people can tell keys apart.',
      examples: ['sk_pur_sandbox_EXAMPLE0'],
    }),
  name: textShape('Bookkeeping'),
  scopes: z.array(z.enum(scopes)).meta({ examples: [['payments.read', 'payments.create']] }),
  environment: z.enum(['sandbox', 'prod']),
  status: z.enum(keyStatuses),
  tags: tagsShape,
  createdAt: secondsShape,
  expiresAt: secondsShape
    .nullable()
    .meta({ description: 'From then on the key is refused. Null if it never expires.', examples: [null] }),
  lastUsedAt: secondsShape
    .nullable()
    .meta({ description: 'Accurate to one minute. Null if the key was never used.', examples: [null] }),
  revokedAt: secondsShape.nullable().meta({ examples: [null] }),
  createdBy: idShape('usr'),
  revokedBy: idShape('usr')
    .nullable()
    .meta({ examples: [null] }),
};
const relationships = { party: relatedShape('party', 'pty') };

/** An API key, without its secret. */
export const apiKeyShape = resourceShape('apiKey', 'apy', attributes, relationships);

/** An API key with its secret, as only the response to its creation shows it. */
export const newApiKeyShape = resourceShape(
  'apiKey',
  'apy',
  {
    ...attributes,
    apiKey: z
      .string()
      .regex(/^sk_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/)
      .meta({
        description: 'The complete key. Shown only in this response: Purser stores only its hash.',
        examples: [`sk_pur_sandbox_EXAMPLE${'0'.repeat(32)}`],
      }),
  },
  relationships,
).meta({ title: 'newApiKey' });

/** The response to a revocation. */
export const removedApiKeyShape = removedShape(apiKeyShape);
export type ApiKeyResource = z.output<typeof apiKeyShape>;
export type NewApiKeyResource = z.output<typeof newApiKeyShape>;
