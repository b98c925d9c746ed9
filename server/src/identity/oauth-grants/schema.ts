import { z } from 'zod';
import { keyStatuses } from '../../db/key-status.ts';
import { idField, pageQuery } from '../../http/fields.ts';

export const oauthGrantPath = z.object({ oauthGrantId: idField('ogr') });

export const oauthGrantsQuery = z.object({
  status: z
    .enum(keyStatuses, 'must be ACTIVE, REVOKED or EXPIRED')
    .optional()
    .meta({ description: 'Only grants with this status.' }),
  ...pageQuery(50),
});
export type OauthGrantsQuery = z.output<typeof oauthGrantsQuery>;
