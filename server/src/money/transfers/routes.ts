import { action, type Endpoint, get, post } from '../../http/endpoint.ts';
import { customerOf } from '../../http/fields.ts';
import { single } from '../../http/envelope.ts';
import { previewShape } from '../../authority/previews/resource.ts';
import { exampleId, exampleTime, listShape, singleShape } from '../../http/shapes.ts';
import { cancelTransfer } from './cancel.ts';
import { deposit } from './deposit.ts';
import { getTransfer } from './get.ts';
import { transferShape } from './resource.ts';
import {
  depositAttributes,
  internalTransferAttributes,
  onBehalfOf,
  transferPath,
  transfersQuery,
  withdrawAttributes,
} from './schema.ts';
import { transferInternally } from './transfer-internally.ts';
import { transferResource } from './view.ts';
import { previewWithdrawal, withdraw } from './withdraw.ts';
import { pageOfParty } from '../../authority/customers/readable.ts';
import { listTransfersBefore } from './queries.ts';

const withdrawing = {
  scope: 'wallets.withdraw',
  agents: 'accepted',
  type: 'transfer',
  attributes: withdrawAttributes,
  example: {
    amount: 50_000,
    currency: 'USD',
    externalAccountId: 'eac_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
    description: 'Takings of this week',
  },
} as const;

const toPettyCash = { data: { type: 'wallet', id: 'wal_0198f3c2a4b17d6e8f90a1b2c3d4e5f7' } };

export const transferRoutes: Endpoint[] = [
  post('/transfers/withdraw', {
    summary: 'Withdraw to an external account',
    description: `Withdraws money to your party's own bank account. The response has the status \`PROCESSING\`, and the
money is held. If it exceeds a limit or breaks a rule that asks for a review, it has the status \`IN_REVIEW\`, no money is held, and the withdrawal
needs an approval first. Later reads
show the outcome that the bank reports: \`COMPLETED\`, \`FAILED\` with \`failure\`, or \`RETURNED\` with \`return\`
after it had completed.`,
    response: singleShape(transferShape),
    refuses: [
      'rule_broken',
      'too_many_in_review',
      'wallet_not_found',
      'wallet_not_allowed',
      'external_account_not_found',
      'external_account_not_usable',
      'amount_owed',
      'insufficient_funds',
      'party_frozen',
      'wallet_frozen',
      'conflict',
    ],
    ...withdrawing,
    idempotency: 'required',
    run: (ctx, { attributes }) => withdraw(ctx, attributes),
  }),
  post('/transfers/withdraw/preview', {
    summary: 'Preview a withdrawal',
    description: `Takes the body of \`POST /transfers/withdraw\`, and withdraws nothing: says whether that withdrawal would be
accepted now, which approval it would need and why, or with which error it would be refused. Nothing is stored, and no
idempotency key is used up.`,
    response: previewShape('transferPreview'),
    ...withdrawing,
    idempotency: 'none',
    run: (ctx, { attributes }) => previewWithdrawal(ctx, attributes),
  }),
  post('/transfers/deposit', {
    summary: 'Deposit from an external account',
    shows: { attributes: { type: 'deposit' } },
    description: `Draws money from your party's own bank account into its wallet. The response has the status
\`PROCESSING\`: no money has moved yet. Later reads show the outcome that the bank reports: \`COMPLETED\`,
\`FAILED\` with \`failure\`, or \`RETURNED\` with \`return\`, if the bank takes the money back after it had arrived. What
the party has spent of it by then is shown as \`receivable\` in the balance of its wallets, and taken from what arrives
next. Agents cannot deposit.`,
    response: singleShape(transferShape),
    refuses: ['wallet_not_found', 'external_account_not_found', 'external_account_not_usable', 'conflict'],
    example: {
      amount: 50_000,
      currency: 'USD',
      externalAccountId: 'eac_0198f3c2a4b17d6e8f90a1b2c3d4e5f6',
      description: 'Working capital',
    },
    scope: 'wallets.fund',
    idempotency: 'required',
    type: 'transfer',
    attributes: depositAttributes,
    run: (ctx, { attributes }) => deposit(ctx, attributes),
  }),
  post('/transfers/internal', {
    summary: 'Move money between wallets',
    shows: {
      attributes: {
        type: 'internal',
        status: 'COMPLETED',
        externalAccountDisplayMask: null,
        expectedAvailableAt: null,
        settledAt: exampleTime,
      },
      relationships: { destWallet: toPettyCash, externalAccount: { data: null } },
    },
    description: `Moves money between two wallets of your party in one currency, at once: the response has the status
\`COMPLETED\`. It counts against no limit. Agents cannot do it.`,
    response: singleShape(transferShape),
    refuses: [
      'wallet_not_found',
      'amount_owed',
      'insufficient_funds',
      'party_frozen',
      'wallet_frozen',
      'conflict',
    ],
    example: {
      sourceWalletId: exampleId('wal'),
      destWalletId: toPettyCash.data.id,
      amount: 50_000,
      description: 'Petty cash of this month',
    },
    scope: 'wallets.fund',
    idempotency: 'required',
    type: 'transfer',
    attributes: internalTransferAttributes,
    run: (ctx, { attributes }) => transferInternally(ctx, attributes),
  }),
  get('/transfers', {
    summary: 'List transfers',
    description: `Returns the deposits, withdrawals and internal transfers of your party, newest first. With \`partyId\`, returns those of a
customer who delegated \`payments.read\` to your party. \`tag[name]=value\` filters by a tag.`,
    response: listShape(transferShape),
    refuses: ['party_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    query: transfersQuery,
    run: (ctx, { query }) =>
      pageOfParty(ctx, 'transfers', query, listTransfersBefore, (row) => transferResource(row, ctx.actor)),
  }),
  get('/transfers/:transferId', {
    summary: 'Retrieve a transfer',
    description: `Returns a transfer of your party. With \`partyId\`, returns one of a customer who
delegated \`payments.read\` to your party.`,
    response: singleShape(transferShape),
    refuses: ['transfer_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    params: transferPath,
    query: onBehalfOf,
    run: async (ctx, { params, query }) =>
      single(transferResource(await getTransfer(ctx, params.transferId, customerOf(query)), ctx.actor)),
  }),
  action('/transfers/:transferId/cancel', {
    idempotency: 'requirable',
    summary: 'Cancel a withdrawal or deposit',
    description: `Cancels a withdrawal or deposit. In review, or before it was sent to the bank, it is \`CANCELED\` immediately,
and held money becomes available again. Afterwards the bank is asked to cancel it: the response still has the status
\`PROCESSING\`, and the bank's report decides. An agent can cancel only withdrawals that it initiated itself.`,
    response: singleShape(transferShape),
    refuses: ['forbidden', 'agent_not_allowed', 'transfer_not_found', 'conflict'],
    scope: 'wallets.withdraw',
    agents: 'accepted',
    type: 'transfer',
    params: transferPath,
    run: (ctx, { params }) => cancelTransfer(ctx, params.transferId),
  }),
];
