import { within } from '../db/tx.ts';
import { parseId, publicId } from '../lib/id.ts';
import { formatMoney } from '../lib/money.ts';
import { returnOperatorDeposit } from '../money/transfers/operator/return-deposit.ts';
import {
  codeRule,
  idRule,
  operatorRule,
  operatorUsage,
  readOptions,
  reasonRule,
  referenceRule,
  requireRules,
  systemUser,
} from './read-options.ts';
import { type Command, UsageError } from './run.ts';

export const depositReturnedUsage = `Usage: npm run admin -- deposit-returned PARTY --reference TEXT --code CODE --reason TEXT

Takes a deposit back that \`deposit\` had recorded: for a wrong party, or because the money did not come in after all.
What the party has spent of it is a debt of the party then. Running the same command again changes nothing.

  PARTY             the party, pty_…
  --reference TEXT  the reference that the deposit was recorded under
  --code CODE       1 to 16 capital letters and digits; the party sees it, as it does the reason
  --reason TEXT     1 to 128 characters
  ${operatorUsage}`;

/** Returns the command `deposit-returned` with these arguments. Throws UsageError. */
export function prepareDepositReturn(args: readonly string[]): Command {
  const values = readOptions(
    args,
    ['reference', 'code', 'reason', 'operator'] as const,
    depositReturnedUsage,
    { positions: ['party'] },
  );
  const { party = '', reference = '', code = '', reason = '', operator = systemUser() } = values;
  const partyId = parseId('pty', party);
  requireRules(
    [
      idRule('PARTY', 'pty', partyId),
      referenceRule(reference),
      codeRule(code),
      reasonRule(reason),
      operatorRule(operator),
    ],
    depositReturnedUsage,
  );
  return async ({ client }) => {
    if (!partyId) throw new UsageError(depositReturnedUsage);
    const { transferId, money, isNew } = await within(client, async (tx) => {
      const result = await returnOperatorDeposit(tx, {
        partyId,
        reference,
        code,
        reason,
        operator,
      });
      if (typeof result === 'string') throw new UsageError(refusals[result]);
      return result;
    });
    const outcome = isNew
      ? `taken back ${formatMoney(money)}`
      : 'it was taken back before: nothing was done now';
    process.stdout.write(`transfer ${publicId('trf', transferId)}  ${outcome}\n`);
    return 0;
  };
}

const refusals = {
  unknown_deposit: 'This reference deposited nothing for a party of this id.',
  returned_before: 'This deposit was taken back for another reason before.',
  debt_too_large: 'The party would owe more than Purser can record: nothing was done.',
};
