import { within } from '../db/tx.ts';
import { parseId, publicId } from '../lib/id.ts';
import { formatMoney } from '../lib/money.ts';
import { depositByOperator } from '../money/transfers/operator/deposit.ts';
import {
  idRule,
  operatorRule,
  operatorUsage,
  readAmount,
  readOptions,
  referenceRule,
  requireRules,
  systemUser,
} from './read-options.ts';
import { type Command, UsageError } from './run.ts';

export const depositUsage = `Usage: npm run admin -- deposit PARTY --amount AMOUNT --currency CODE --reference TEXT

Adds money to a party's wallet that has arrived outside Purser, and records in its audit log who said so.
A reference deposits once per party: running the same command again changes nothing.

  PARTY             the party, pty_…
  --amount AMOUNT   such as 100 or 100.00, with all decimals of the currency or none
  --currency CODE   an ISO 4217 code in upper case
  --reference TEXT  what the money is known by outside, 1 to 128 characters; the party sees it as description
  ${operatorUsage}`;

/** Returns the command `deposit` with these arguments. Throws UsageError. */
export function prepareDeposit(args: readonly string[]): Command {
  const values = readOptions(args, ['amount', 'currency', 'reference', 'operator'] as const, depositUsage, {
    positions: ['party'],
  });
  const { party = '', amount: decimal = '', currency = '', reference = '' } = values;
  const { operator = systemUser() } = values;
  const partyId = parseId('pty', party);
  const { amount, rules } = readAmount(decimal, currency);
  requireRules(
    [idRule('PARTY', 'pty', partyId), ...rules, referenceRule(reference), operatorRule(operator)],
    depositUsage,
  );
  return async ({ client, now }) => {
    if (!partyId || amount === null) throw new UsageError(depositUsage);
    const made = await within(client, async (tx) => {
      const result = await depositByOperator(tx, { partyId, amount, currency, reference, operator, now });
      if (typeof result === 'string') throw new UsageError(refusals[result]);
      return result;
    });
    const outcome = made.isNew
      ? `deposited ${formatMoney({ amount, currency })}`
      : `this reference was deposited before${made.isReturned ? ', and taken back' : ''}: nothing was done now`;
    process.stdout.write(`transfer ${publicId('trf', made.transferId)}  ${outcome}\n`);
    return 0;
  };
}

const refusals = {
  unknown_party: 'There is no active party of this id.',
  reference_used: 'This reference already deposited another amount for this party.',
  wallet_full:
    'The wallet, or all wallets of this currency together, cannot hold this much more: nothing was done.',
};
