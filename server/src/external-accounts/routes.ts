import { remove } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { removeExternalAccount } from './remove.ts';
import { removedExternalAccountShape } from './resource.ts';
import { externalAccountPath } from './schema.ts';

export const externalAccountRoutes: Endpoint[] = [
  remove('/external-accounts/:externalAccountId', {
    summary: 'Remove an external account',
    description: `Permanently disables an external account and deletes its names and number. Withdrawals to it that are
in progress finish; no new one starts. Removing it again returns the same response.`,
    scope: 'external_accounts.delete',
    agents: 'refused',
    idempotency: 'accepted',
    params: externalAccountPath,
    response: removedExternalAccountShape,
    refuses: ['external_account_not_found'],
    run: (ctx, { params, keyed }) => removeExternalAccount(ctx, params.externalAccountId, keyed),
  }),
];
