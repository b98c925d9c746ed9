import type { Client } from 'pg';
import { within } from '../db/tx.ts';
import { reencryptAfter, type Reencrypted } from '../money/external-accounts/operator/reencrypt.ts';
import { verifyByOperator } from '../money/external-accounts/operator/verify.ts';
import { parseId } from '../lib/id.ts';
import type { Keyring } from '../lib/keyring.ts';
import { openKeyring } from '../start/secret.ts';
import { reencryptOrdersAfter } from '../money/transfers/operator/reencrypt.ts';
import { reencryptWebhooksAfter } from '../history/webhooks/operator/reencrypt.ts';
import {
  idRule,
  operatorRule,
  operatorUsage,
  readOptions,
  requireRules,
  systemUser,
} from './read-options.ts';
import { type Command, UsageError } from './run.ts';

export const verifyUsage = `Usage: npm run admin -- verify-external-account ACCOUNT

Makes a pending external account active because you have verified outside Purser that it belongs to its party, and
records in its audit log who said so.

  ACCOUNT           the account, eac_…
  ${operatorUsage}`;

export const reencryptUsage = `Usage: npm run admin -- reencrypt

Encrypts the numbers of external accounts, those that open orders keep, and the secrets of webhooks again, if they are
not under the first secret of PURSER_SECRET, until it finds none, and checks that all can be read. Servers may run
meanwhile. It can be interrupted, and run again. If it fails, the older secrets are still needed.`;

const partSize = 100; // accounts, orders or webhooks that are locked at a time

/** Returns the command `verify-external-account` with these arguments. Throws UsageError. */
export function prepareVerification(args: readonly string[]): Command {
  const values = readOptions(args, ['operator'] as const, verifyUsage, { positions: ['account'] });
  const { account = '', operator = systemUser() } = values;
  const id = parseId('eac', account);
  requireRules([idRule('ACCOUNT', 'eac', id), operatorRule(operator)], verifyUsage);
  return async ({ client, now }) => {
    if (!id) throw new UsageError(verifyUsage);
    const outcome = await within(client, (tx) => verifyByOperator(tx, { id, operator, now }));
    if (outcome === 'unknown_account') throw new UsageError('There is no external account of this id.');
    if (outcome === 'not_pending') throw new UsageError('The account is not pending: nothing was done.');
    process.stdout.write(`external account ${account}  active\n`);
    return 0;
  };
}

/** Returns the command `reencrypt`. Throws UsageError where there are arguments. */
export function prepareReencryption(args: readonly string[]): Command {
  readOptions(args, [], reencryptUsage);
  return async ({ config, client }) => {
    const keyring = await openKeyring(config);
    const [accounts, orders, webhooks] = await reencryptAll(client, keyring);
    const done = `${accounts.done} external accounts, ${orders.done} orders, ${webhooks.done} webhooks`;
    process.stdout.write(`encrypted under ${keyring.keyId}: ${done}\n`);
    const unreadable = accounts.unreadable + orders.unreadable + webhooks.unreadable;
    if (unreadable === 0) return 0;
    process.stderr.write(
      `${unreadable} could not be read: PURSER_SECRET lacks their secret or has another one of its id, or they were altered\n`,
    );
    return 1;
  };
}

type Sums = Omit<Reencrypted, 'next'>;

/**
 * Encrypts until nothing is left: a server that has yet to get the new secret may link accounts and create webhooks
 * meanwhile. Returns how many numbers of accounts and of orders and secrets of webhooks it encrypted, and how many of
 * each it cannot read.
 */
export async function reencryptAll(
  client: Client,
  keyring: Keyring,
): Promise<[accounts: Sums, orders: Sums, webhooks: Sums]> {
  const accounts = await inParts(client, (after) => reencryptAfter(client, keyring, after, partSize));
  // After the accounts: a new order copies the number of its account.
  const orders = await inParts(client, (after) => reencryptOrdersAfter(client, keyring, after, partSize));
  const webhooks = await inParts(client, (after) => reencryptWebhooksAfter(client, keyring, after, partSize));
  if (accounts.done + orders.done + webhooks.done === 0) return [accounts, orders, webhooks];
  const [more, moreOrders, moreWebhooks] = await reencryptAll(client, keyring);
  return [
    { done: accounts.done + more.done, unreadable: more.unreadable },
    { done: orders.done + moreOrders.done, unreadable: moreOrders.unreadable },
    { done: webhooks.done + moreWebhooks.done, unreadable: moreWebhooks.unreadable },
  ];
}

/** Runs a work in transactions of one part each, and returns the sums of what they did. */
async function inParts(client: Client, workAfter: (after: string) => Promise<Reencrypted>): Promise<Sums> {
  let [done, unreadable, after]: [number, number, string | null] = [0, 0, '0'.repeat(32)];
  while (after !== null) {
    const from: string = after;
    const part = await within(client, () => workAfter(from));
    [done, unreadable, after] = [done + part.done, unreadable + part.unreadable, part.next];
  }
  return { done, unreadable };
}
