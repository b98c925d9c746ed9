import { remove } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { removeExternalAccount } from './remove.ts';
import { removedExternalAccountShape } from './resource.ts';
import { externalAccountPath } from './schema.ts';

export const externalAccountRoutes: Endpoint[] = [
  remove('/external-accounts/:externalAccountId', {
    summary: 'Remove an external account',
    description:
      'Withdrawals to it that are under way finish; no new one starts. Its name and number are forgotten. Removing it again answers the same.',
    scope: 'external_accounts.delete',
    agents: 'refused',
    idempotency: 'accepted',
    params: externalAccountPath,
    response: removedExternalAccountShape,
    refuses: ['external_account_not_found'],
    run: (ctx, { params, keyed }) => removeExternalAccount(ctx, params.externalAccountId, keyed),
  }),
];
