import { z } from 'zod';
import { keyStatuses } from '../../db/key-status.ts';
import { keyHistory, keyPrefixShape, previousKeyExpiresAt } from '../../http/key-shapes.ts';
import { relatedShape, resourceShape, secondsShape, textShape, removedShape } from '../../http/shapes.ts';
import { tagsShape } from '../../http/tags.ts';
import { scopes } from '../../scopes.ts';

const attributes = {
  apiKeyPrefix: keyPrefixShape('sk'),
  name: textShape('Bookkeeping'),
  scopes: z.array(z.enum(scopes)).meta({ examples: [['payments.read', 'payments.create']] }),
  environment: z.enum(['sandbox', 'prod']),
  status: z.enum(keyStatuses),
  tags: tagsShape,
  createdAt: secondsShape,
  expiresAt: secondsShape.nullable().meta({
    description:
      'From then on the key is refused; a rotation may bring it forward. Null if it never expires.',
    examples: [null],
  }),
  signedInAt: secondsShape.nullable().meta({
    description: 'When its user signed in, if it is a browser session; null for a key that programs use.',
    examples: [null],
  }),
  ...keyHistory,
};
const relationships = { party: relatedShape('party', 'pty') };

export const apiKeyShape = resourceShape('apiKey', 'apy', attributes, relationships);

const secret = z.string().regex(/^sk_pur_(sandbox|prod)_[0-9A-Za-z]{39}$/);
const examples = [`sk_pur_sandbox_EXAMPLE${'0'.repeat(32)}`];

/** An API key with its secret, as only the response to its creation shows it. */
export const createdApiKeyShape = resourceShape(
  'apiKey',
  'apy',
  {
    ...attributes,
    apiKey: secret.meta({
      description: 'The complete key. Shown only in this response: Purser stores only its hash.',
      examples,
    }),
  },
  relationships,
).meta({ title: 'createdApiKey' });

export const rotatedApiKeyShape = resourceShape(
  'apiKey',
  'apy',
  {
    ...attributes,
    apiKey: secret.optional().meta({
      description:
        'The complete key. Shown only in this response, and absent from a replay: Purser stores its hash.',
      examples,
    }),
    previousKeyExpiresAt,
  },
  relationships,
).meta({ title: 'rotatedApiKey' });

/** An API key that another request made, such as the answer to an invitation. */
export const shownApiKeyShape = z.union([createdApiKeyShape, apiKeyShape]).meta({
  description: 'The API key that `apiKeyName` made. A replay shows it without the complete key.',
});

export const removedApiKeyShape = removedShape(apiKeyShape);
export type ApiKeyResource = z.output<typeof apiKeyShape>;
export type RotatedApiKeyResource = z.output<typeof rotatedApiKeyShape>;
export type CreatedApiKeyResource = z.output<typeof createdApiKeyShape>;
