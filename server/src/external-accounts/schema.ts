import { z } from 'zod';
import { idField } from '../http/fields.ts';

export const externalAccountPath = z.object({ externalAccountId: idField('eac') });
