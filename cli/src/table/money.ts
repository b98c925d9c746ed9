import { type Row, writeTable } from '../columns.ts';
import type { Command, Context } from '../command.ts';
import { allowed } from '../sentence.ts';
import { exits, misused } from '../stop.ts';
import { amountText, clean, jsonOf } from '../text.ts';
import { waited, waitFlags } from '../wait.ts';
import { foreseen, requireCurrency, showOutcome } from './pay.ts';

const dryRun = { name: 'dry-run', about: 'say what would happen, and move nothing' };

async function balance({ purser, terminal, json, signal }: Context): Promise<number> {
  const rows: Row[] = [];
  for await (const wallet of purser.wallets.list({ status: 'active' }, { signal }))
    rows.push(wallet as unknown as Row);
  if (json) terminal.out(jsonOf(rows));
  else if (rows.length > 0)
    writeTable(
      terminal,
      ['AVAILABLE=balance.available', 'HELD=balance.held', 'WALLET=displayName~', 'id', 'DEFAULT=isDefault?'],
      rows,
    );
  else terminal.note('There is no wallet: purser wallets create NAME --currency USD');
  return exits.done;
}

async function statement(context: Context): Promise<number> {
  const { args, call, json, terminal, purser } = context;
  const walletId = args['walletId'] ?? (await onlyWallet(context, purser));
  const found = await call('getWalletStatement', { ...args, walletId });
  if (json) {
    terminal.out(jsonOf(found));
    return exits.done;
  }
  const { currency, lines, openingBalance, closingBalance, from, to } = found as Row & { lines: Row[] };
  const say = (name: string, amount: unknown): void =>
    terminal.note(`${name} ${amountText(Number(amount), String(currency))}`);
  terminal.note(`From ${clean(String(from))} to ${clean(String(to))}`);
  say('Opening balance', openingBalance);
  const rows = lines.map((line) =>
    Object.assign({}, line, { currency, who: (line['counterparty'] as Row | null)?.['name'] ?? null }),
  );
  if (rows.length > 0)
    writeTable(
      terminal,
      ['time', 'kind', 'amount', 'balance', 'WHO=who~', 'description~?', 'transactionId?'],
      rows,
    );
  say('Closing balance', closingBalance);
  return exits.done;
}

async function onlyWallet(_context: Context, purser: Context['purser']): Promise<string> {
  const { data } = await purser.wallets.list({ status: 'active' });
  const [only, ...others] = data;
  const chosen =
    others.length === 0
      ? only
      : data.find(
          ({ isDefault }, _index, all) => isDefault && all.filter((each) => each.isDefault).length === 1,
        );
  if (!chosen) throw misused('Name a wallet: there are several.', 'purser wallets');
  return chosen.id;
}

const account = (args: Context['args']): string => `bank account ${clean(String(args['externalAccountId']))}`;

async function withdraw(context: Context): Promise<number> {
  const { args, call, terminal, flags } = context;
  const isSilent = !terminal.isInteractive && flags['dryRun'] !== true;
  const preview = isSilent ? null : await allowed(call('previewWithdrawTransfer', args));
  const ends = await foreseen(context, 'Withdraw', preview, account(args));
  if (ends !== null) return ends;
  return made(context, await call('withdrawTransfer', args));
}

async function deposit(context: Context): Promise<number> {
  const { args, call, terminal } = context;
  const sum = amountText(Number(args['amount']), String(args['currency']));
  if (terminal.isInteractive) terminal.note(`Draw ${sum} from ${account(args)}`);
  await context.confirm(`Deposit ${sum}?`);
  return made(context, await call('depositTransfer', args));
}

async function internal(context: Context): Promise<number> {
  const { args, call, purser } = context;
  const { currency, ...terms } = args;
  const source = await purser.wallets.get({ walletId: String(args['sourceWalletId']) });
  requireCurrency(String(currency), source.currency, 'The wallet');
  const sum = amountText(Number(args['amount']), source.currency);
  await context.confirm(
    `Move ${sum} from ${clean(source.displayName ?? source.id)} to ${clean(String(args['destWalletId']))}?`,
  );
  return made(context, await call('internalTransfer', terms));
}

async function made(context: Context, transfer: Row): Promise<number> {
  const { row, exit } = await waited(context, 'getTransfer', { transferId: transfer['id'] }, transfer);
  showOutcome(context, row);
  return exit;
}

const transferColumns = [
  'id',
  'type',
  'status',
  'amount',
  'BANK=externalAccountDisplayMask?',
  'description~?',
  'createdAt?',
];
const bankOutcome = (
  name: string,
  operation: 'simulateSettleTransfer' | 'simulateFailTransfer' | 'simulateReturnTransfer',
  about: string,
): Command => ({
  name: `transfers ${name}`,
  about,
  operation,
  positions: ['transferId'],
});

/** Wallets, bank accounts, and what goes between them. */
export const moneyCommands: readonly Command[] = [
  { name: 'balance', about: 'how much is in each wallet', also: ['listWallets'], run: balance },
  {
    name: 'statement',
    about: 'every movement of a wallet, with the balance after it',
    operation: 'getWalletStatement',
    also: ['listWallets'],
    positions: ['walletId?'],
    run: statement,
  },
  { name: 'transfers list', about: 'list transfers', operation: 'listTransfers', columns: transferColumns },
  { name: 'transfers get', about: 'show a transfer', operation: 'getTransfer', positions: ['transferId'] },
  {
    name: 'transfers withdraw',
    about: 'send money to a bank account: purser transfers withdraw 12.50 USD --external-account-id ACCOUNT',
    operation: 'withdrawTransfer',
    also: ['previewWithdrawTransfer', 'getTransfer'],
    positions: ['amount'],
    flags: [dryRun, ...waitFlags],
    run: withdraw,
  },
  {
    name: 'transfers deposit',
    about: 'draw money from a bank account',
    operation: 'depositTransfer',
    also: ['getTransfer'],
    positions: ['amount'],
    flags: waitFlags,
    run: deposit,
  },
  {
    name: 'transfers internal',
    about: 'move money between two wallets of yours',
    operation: 'internalTransfer',
    also: ['getWallet', 'getTransfer'],
    positions: ['amount'],
    run: internal,
  },
  {
    name: 'transfers cancel',
    about: 'cancel a transfer that the bank has not ended',
    operation: 'cancelTransfer',
    positions: ['transferId'],
    asks: ({ transferId }) => `cancel transfer ${String(transferId)}?`,
  },
  bankOutcome('settle', 'simulateSettleTransfer', 'let the bank of the sandbox complete a transfer'),
  bankOutcome('fail', 'simulateFailTransfer', 'let the bank of the sandbox refuse a transfer'),
  bankOutcome('return', 'simulateReturnTransfer', 'let the bank of the sandbox return a transfer'),
  {
    name: 'wallets list',
    about: 'list wallets',
    operation: 'listWallets',
    columns: [
      'id',
      'status',
      'AVAILABLE=balance.available',
      'HELD=balance.held?',
      'NAME=displayName~',
      'DEFAULT=isDefault?',
    ],
  },
  { name: 'wallets get', about: 'show a wallet', operation: 'getWallet', positions: ['walletId'] },
  { name: 'wallets create', about: 'open a wallet', operation: 'createWallet', positions: ['displayName'] },
  {
    name: 'wallets update',
    about: 'rename or tag a wallet',
    operation: 'updateWallet',
    positions: ['walletId'],
  },
  {
    name: 'wallets default',
    about: 'make a wallet the default of its currency',
    operation: 'defaultWallet',
    positions: ['walletId'],
  },
  {
    name: 'wallets freeze',
    about: 'let nothing leave a wallet',
    operation: 'freezeWallet',
    positions: ['walletId'],
  },
  {
    name: 'wallets unfreeze',
    about: 'let money leave a wallet again',
    operation: 'unfreezeWallet',
    positions: ['walletId'],
    asks: ({ walletId }) => `let money leave wallet ${String(walletId)} again?`,
  },
  {
    name: 'wallets close',
    about: 'close an empty wallet for good',
    operation: 'deleteWallet',
    positions: ['walletId'],
    asks: ({ walletId }) => `close wallet ${String(walletId)} for good?`,
  },
  {
    name: 'external-accounts list',
    about: 'list bank accounts',
    operation: 'listExternalAccounts',
    columns: ['id', 'status', 'BANK=bankName~', 'NAME=accountName~', 'ENDS IN=lastFour', 'createdAt?'],
  },
  {
    name: 'external-accounts get',
    about: 'show a bank account',
    operation: 'getExternalAccount',
    positions: ['externalAccountId'],
  },
  {
    name: 'external-accounts create',
    about:
      'link a bank account; its numbers come from a file: --account @account.json, or - for standard input',
    operation: 'createExternalAccount',
    positions: ['accountName'],
  },
  {
    name: 'external-accounts verify',
    about: 'say the amounts of the two test deposits: --amounts "[12, 34]"',
    operation: 'verifyExternalAccount',
    positions: ['externalAccountId'],
  },
  {
    name: 'external-accounts remove',
    about: 'unlink a bank account',
    operation: 'deleteExternalAccount',
    positions: ['externalAccountId'],
    asks: ({ externalAccountId }) => `unlink bank account ${String(externalAccountId)}?`,
  },
  {
    name: 'transactions list',
    about: 'payments and transfers in one list',
    operation: 'listTransactions',
    columns: ['id', 'TYPE=transactionType', 'direction?', 'status', 'amount', 'description~', 'createdAt?'],
  },
  {
    name: 'transactions get',
    about: 'show a transaction',
    operation: 'getTransaction',
    positions: ['transaction_id'],
  },
  {
    name: 'counterparties list',
    about: 'list who was paid, or has paid',
    operation: 'listCounterparties',
    columns: ['id', 'name~', 'email~?', 'status?'],
  },
];
