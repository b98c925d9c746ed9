import { z } from 'zod';
import { nameField } from '../http/fields.ts';
import { tagsField } from '../http/tags.ts';
import { scopes } from '../scopes.ts';

// Required on purpose: omitting the list must not create a key with every scope.
const scopesField = z
  .array(z.enum(scopes, 'must be a scope that Purser knows'), 'must be a list of scopes')
  .min(1, 'must name at least one scope')
  .max(100, 'must have at most 100 entries')
  .transform((names) => [...new Set(names)]);

export const createApiKeyAttributes = z.strictObject(
  { name: nameField, scopes: scopesField, tags: tagsField },
  'must be an object',
);
export type CreateApiKeyAttributes = z.output<typeof createApiKeyAttributes>;
