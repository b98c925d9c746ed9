import type { z } from 'zod';
import { nameField, objectField } from '../../http/fields.ts';

export const acceptClaimAttributes = objectField({
  name: nameField.optional().meta({ description: 'The name of the person. Required.' }),
  apiKeyName: nameField.optional().meta({
    description: 'Makes an API key of this name for the new party, which is only in this one response.',
  }),
});
export type AcceptClaimAttributes = z.output<typeof acceptClaimAttributes>;
