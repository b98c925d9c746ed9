import { within } from '../db/tx.ts';
import { isCurrency } from '../lib/currencies.ts';
import { parseId, publicId } from '../lib/id.ts';
import { formatMoney } from '../lib/money.ts';
import { writeOff } from '../money/wallets/write-off.ts';
import {
  idRule,
  operatorRule,
  operatorUsage,
  readOptions,
  reasonRule,
  requireRules,
  systemUser,
} from './read-options.ts';
import { type Command, UsageError } from './run.ts';

export const writeOffUsage = `Usage: npm run admin -- write-off PARTY CURRENCY --reason TEXT

Writes off all that a party owes in a currency, since a deposit of it was returned after it was spent: you bear the loss,
and the party may pay again. Recorded in its audit log.

  PARTY             the party, pty_…
  CURRENCY          an ISO 4217 code in upper case
  --reason TEXT     1 to 128 characters; the party reads it
  ${operatorUsage}`;

/** Returns the command `write-off` with these arguments. Throws UsageError. */
export function prepareWriteOff(args: readonly string[]): Command {
  const values = readOptions(args, ['reason', 'operator'] as const, writeOffUsage, {
    positions: ['party', 'currency'],
  });
  const { party = '', currency = '', reason = '', operator = systemUser() } = values;
  const partyId = parseId('pty', party);
  requireRules(
    [
      idRule('PARTY', 'pty', partyId),
      [isCurrency(currency), 'CURRENCY must be an ISO 4217 code in upper case'],
      reasonRule(reason),
      operatorRule(operator),
    ],
    writeOffUsage,
  );
  return async ({ client }) => {
    if (!partyId) throw new UsageError(writeOffUsage);
    const written = await within(client, (tx) => writeOff(tx, { partyId, currency, reason, operator }));
    if (!written) throw new UsageError('This party owes nothing in this currency: nothing was done.');
    process.stdout.write(`write-off ${publicId('wof', written.id)}  wrote off ${formatMoney(written)}\n`);
    return 0;
  };
}
