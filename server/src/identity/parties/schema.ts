import { z } from 'zod';
import { nameField } from '../../http/fields.ts';
import { limitsField } from '../../terms/limits.ts';

export const partyLimitsAttributes = z.strictObject({ limits: limitsField }, 'must be an object');

export const updatePartyAttributes = z.strictObject({ name: nameField.optional() }, 'must be an object');
export type UpdatePartyAttributes = z.output<typeof updatePartyAttributes>;
