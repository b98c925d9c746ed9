import { action, type Endpoint, get, patch, post, remove } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { customerOf } from '../../http/fields.ts';
import { listShape, singleShape } from '../../http/shapes.ts';
import { closeWallet } from './close.ts';
import { createWallet } from './create.ts';
import { setWalletStatus } from './freeze.ts';
import { getWallet } from './get.ts';
import { closedWalletShape, walletShape } from './resource.ts';
import {
  createWalletAttributes,
  onBehalfOf,
  updateWalletAttributes,
  walletPath,
  walletsQuery,
} from './schema.ts';
import { makeDefault } from './set-default.ts';
import { getStatement } from './statement/get.ts';
import { statementExample } from './statement/render.ts';
import { statementShape } from './statement/resource.ts';
import { statementQuery } from './statement/schema.ts';
import { updateWallet } from './update.ts';
import { walletResource } from './view.ts';
import { pageOfParty } from '../../authority/customers/readable.ts';
import { listWalletsBefore } from './queries.ts';

const changeOfWallet = {
  response: singleShape(walletShape),
  refuses: ['wallet_not_found', 'conflict'],
  scope: 'wallets.update',
  type: 'wallet',
  params: walletPath,
} as const;

const nothing = { available: 0, held: 0, total: 0, receivable: 0, currency: 'USD' };

export const walletRoutes: Endpoint[] = [
  post('/wallets', {
    summary: 'Open a wallet',
    shows: { attributes: { balance: nothing } },
    description: `Opens an empty wallet for your party. A party can have up to 50 wallets per currency; one of all its
wallets is the default one.`,
    response: singleShape(walletShape),
    status: 201,
    refuses: ['conflict'],
    example: { displayName: 'Petty cash', currency: 'USD', tags: { team: 'office' } },
    scope: 'wallets.update',
    type: 'wallet',
    attributes: createWalletAttributes,
    run: (ctx, { attributes }) => createWallet(ctx, attributes),
  }),
  get('/wallets', {
    summary: 'List wallets',
    description: `Returns the wallets of your party with their balances, newest first, including closed ones. With
\`partyId\`, returns those of a customer who delegated \`wallets.read\` to your party. Filter by \`status\` and
\`currency\`.`,
    response: listShape(walletShape),
    refuses: ['party_not_found'],
    scope: 'wallets.read',
    ownReads: 'refused',
    query: walletsQuery,
    run: (ctx, { query }) =>
      pageOfParty(ctx, 'wallets', query, listWalletsBefore, walletResource, 'wallets.read'),
  }),
  get('/wallets/:walletId', {
    summary: 'Get a wallet',
    description: `Returns a wallet of your party with its balance. With \`partyId\`, returns one of a customer who
delegated \`wallets.read\` to your party.`,
    response: singleShape(walletShape),
    refuses: ['wallet_not_found'],
    scope: 'wallets.read',
    ownReads: 'refused',
    params: walletPath,
    query: onBehalfOf,
    run: async (ctx, { params, query }) =>
      single(walletResource(await getWallet(ctx, params.walletId, customerOf(query)))),
  }),
  get('/wallets/:walletId/statement', {
    summary: 'Get a statement of a wallet',
    description: `Returns what the wallet had before a period and at its end, and every movement between that changed it,
the oldest first. A hold changes nothing: its money is still in the wallet. The period is half-open: \`from\` belongs to
it, \`to\` does not, so that the closing balance of one period is the opening balance of the next. By default it is the
current month, in UTC. With \`partyId\`, returns a statement of a customer who delegated \`wallets.read\` to your party.

With \`Accept: text/csv\` the response is CSV, with the same amounts in minor units: the opening balance, the lines, and
the closing balance, which is missing if the connection was cut. A text that a spreadsheet would run as a formula has an
apostrophe in front.

Your party reads one statement at a time. A client that takes nothing for 5 s, or is not done in two minutes, is cut off: ask
for shorter periods.`,
    response: singleShape(statementShape),
    csv: statementExample,
    refuses: ['wallet_not_found'],
    scope: 'wallets.read',
    ownReads: 'refused',
    params: walletPath,
    query: statementQuery,
    run: (ctx, { params, query, prefersCsv }) => getStatement(ctx, params.walletId, query, prefersCsv),
  }),
  patch('/wallets/:walletId', {
    ...changeOfWallet,
    summary: 'Update a wallet',
    description: `Changes the attributes that you send. \`tags\` changes the tags that it names, and null removes
one.`,
    attributes: updateWalletAttributes,
    example: { displayName: 'Petty cash' },
    run: (ctx, { params, attributes }) => updateWallet(ctx, params.walletId, attributes),
  }),
  action('/wallets/:walletId/default', {
    ...changeOfWallet,
    summary: 'Make a wallet the default one',
    shows: { attributes: { isDefault: true } },
    description: `Makes this the default wallet of your party in place of another one. The default wallet pays and
receives in its currency if no other one is named; in another currency the oldest active wallet does. A replay shows
the state at the time of the first response.`,
    run: (ctx, { params }) => makeDefault(ctx, params.walletId),
  }),
  action('/wallets/:walletId/freeze', {
    ...changeOfWallet,
    summary: 'Freeze a wallet',
    shows: { attributes: { status: 'frozen' } },
    description: `Stops all money that leaves this wallet, at once and on all servers. It still receives, and what it
holds for payments and withdrawals under way is settled or released as usual. Freezing a frozen wallet changes nothing. A
replay shows the state at the time of the first response.`,
    run: (ctx, { params }) => setWalletStatus(ctx, params.walletId, 'frozen'),
  }),
  action('/wallets/:walletId/unfreeze', {
    ...changeOfWallet,
    summary: 'Unfreeze a wallet',
    description: `Lets money leave a frozen wallet again. Unfreezing an active wallet changes nothing. It is no
approval: a key may do it also where only people approve (\`approvalPolicy\`), and limits and approvals bind what is paid
then. A replay shows the state at the time of the first response.`,
    run: (ctx, { params }) => setWalletStatus(ctx, params.walletId, 'active'),
  }),
  remove('/wallets/:walletId', {
    summary: 'Close a wallet',
    shows: { attributes: { status: 'closed', balance: nothing } },
    description: `Closes an empty wallet for good: it neither pays nor receives. The default wallet cannot be closed, nor
one that has or holds money, nor any in a currency in which your party owes money. A withdrawal that a bank returns later goes to the wallet in which your party receives.
Closing a closed wallet returns the same response.`,
    response: closedWalletShape,
    refuses: ['wallet_not_found', 'amount_owed', 'conflict'],
    scope: 'wallets.update',
    params: walletPath,
    run: (ctx, { params }) => closeWallet(ctx, params.walletId),
  }),
];
