import { z } from 'zod';
import { idField } from '../../http/fields.ts';

export const delegationPath = z.object({ delegationId: idField('dlg') });
