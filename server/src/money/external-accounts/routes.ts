import { type Endpoint, get, post, remove } from '../../http/endpoint.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { createExternalAccount } from './create.ts';
import { readExternalAccount } from './get.ts';
import { readMicroDeposits, verifyExternalAccount } from './verify.ts';
import { removeExternalAccount } from './remove.ts';
import { externalAccountShape, microDepositsShape, removedExternalAccountShape } from './resource.ts';
import {
  createExternalAccountAttributes,
  externalAccountPath,
  externalAccountsQuery,
  verifyExternalAccountAttributes,
} from './schema.ts';
import { page } from '../../http/pages.ts';
import { listExternalAccountsBefore } from './queries.ts';
import { externalAccountResource } from './view.ts';

export const externalAccountRoutes: Endpoint[] = [
  post('/external-accounts', {
    summary: 'Link an external account',
    description: `Links a bank account to your party. It is \`pending\`: nothing can be withdrawn to it before it is
verified by two micro-deposits, see \`POST /external-accounts/{externalAccountId}/verify\`. Its number is stored
encrypted, and never shown except for its last four characters. At most 20 accounts can be pending. Each account can be
linked once; after five wrong attempts to verify it, not again for 30 days.`,
    scope: 'external_accounts.create',
    type: 'externalAccount',
    attributes: createExternalAccountAttributes,
    example: {
      accountName: 'Main Street Books',
      bankName: 'First Bank',
      account: {
        type: 'us',
        routingNumber: '021000021',
        accountNumber: '000123451234',
        accountType: 'checking',
      },
    },
    status: 201,
    response: singleShape(externalAccountShape),
    refuses: ['already_exists', 'conflict'],
    run: (ctx, { attributes }) => createExternalAccount(ctx, attributes),
  }),
  get('/external-accounts', {
    summary: 'List external accounts',
    description: `Returns the bank accounts of your party, newest first, including disabled ones. Filter by \`status\`.
The operator's deposits come from an account of their own, which is always disabled.`,
    scope: 'external_accounts.read',
    ownReads: 'refused',
    query: externalAccountsQuery,
    response: listShape(externalAccountShape),
    run: (ctx, { query }) =>
      page(ctx, 'external-accounts', query, listExternalAccountsBefore, externalAccountResource),
  }),
  get('/external-accounts/:externalAccountId', {
    summary: 'Get an external account',
    scope: 'external_accounts.read',
    ownReads: 'refused',
    params: externalAccountPath,
    response: singleShape(externalAccountShape),
    refuses: ['external_account_not_found'],
    run: (ctx, { params }) => readExternalAccount(ctx, params.externalAccountId),
  }),
  post('/external-accounts/:externalAccountId/verify', {
    summary: 'Verify an external account',
    shows: { attributes: { status: 'active' } },
    description: `Makes a pending account active, if you send the amounts of the two micro-deposits that arrived at it.
Wrong amounts are refused with 422, and counted: the fifth wrong attempt disables the account for good. A retry with the
same idempotency key gets the same response and counts nothing more, so another attempt needs another key. In a sandbox,
\`GET /simulations/external-accounts/{externalAccountId}/micro-deposits\` shows the amounts. A server that sends no
micro-deposits refuses this with 409; there the operator verifies accounts.`,
    scope: 'external_accounts.create',
    type: 'externalAccount',
    params: externalAccountPath,
    attributes: verifyExternalAccountAttributes,
    example: { amounts: [32, 45] },
    response: singleShape(externalAccountShape),
    refuses: ['external_account_not_found', 'external_account_not_usable', 'conflict'],
    run: (ctx, { params, attributes }) =>
      verifyExternalAccount(ctx, params.externalAccountId, attributes.amounts),
  }),
  remove('/external-accounts/:externalAccountId', {
    summary: 'Remove an external account',
    description: `Permanently disables an external account and deletes its names and number. Withdrawals to it that are
in progress finish; no new one starts. Removing it again returns the same response.`,
    scope: 'external_accounts.delete',
    params: externalAccountPath,
    response: removedExternalAccountShape,
    shows: { attributes: { status: 'disabled' } },
    refuses: ['external_account_not_found'],
    run: (ctx, { params }) => removeExternalAccount(ctx, params.externalAccountId),
  }),
  get('/simulations/external-accounts/:externalAccountId/micro-deposits', {
    summary: 'Read the micro-deposits of an account',
    description: `Returns the amounts of the two micro-deposits of a pending account, as its owner would find them in the
account's statement.`,
    scope: 'external_accounts.create',
    agents: 'refused',
    sandboxOnly: true,
    params: externalAccountPath,
    response: singleShape(microDepositsShape),
    refuses: ['external_account_not_found', 'conflict'],
    run: (ctx, { params }) => readMicroDeposits(ctx, params.externalAccountId),
  }),
];
