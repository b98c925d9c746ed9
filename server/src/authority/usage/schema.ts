import { z } from 'zod';
import { idField } from '../../http/fields.ts';

export const agentPath = z.object({ agentId: idField('agt') });

export const delegationPath = z.object({ delegationId: idField('dlg') });
