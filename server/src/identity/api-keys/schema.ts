import { z } from 'zod';
import { keyStatuses } from '../../db/key-status.ts';
import { idField, nameField, objectField, overlapField, pageQuery, timeField } from '../../http/fields.ts';
import { tagsField } from '../../http/tags.ts';
import { scopes } from '../../scopes.ts';

export const apiKeyPath = z.object({ apiKeyId: idField('apy') });

export const apiKeysQuery = z.object({
  status: z
    .enum(keyStatuses, 'must be ACTIVE, REVOKED or EXPIRED')
    .optional()
    .meta({ description: 'Only keys with this status.' }),
  ...pageQuery(50),
});
export type ApiKeysQuery = z.output<typeof apiKeysQuery>;

// Required on purpose: omitting the list must not create a key with every scope.
const scopesField = z
  .array(z.enum(scopes, 'must be a scope that Purser knows'), 'must be a list of scopes')
  .min(1, 'must name at least one scope')
  .max(100, 'must have at most 100 entries')
  .transform((names) => [...new Set(names)]);

export const createApiKeyAttributes = objectField({
  name: nameField,
  scopes: scopesField,
  expiresAt: timeField.nullable().default(null),
  tags: tagsField,
});
export type CreateApiKeyAttributes = z.output<typeof createApiKeyAttributes>;

export const rotateApiKeyAttributes = objectField({
  expiresInSeconds: overlapField('For how long the previous key works beside the new one.'),
});
export type RotateApiKeyAttributes = z.output<typeof rotateApiKeyAttributes>;
