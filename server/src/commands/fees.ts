import { within } from '../db/tx.ts';
import { feeKinds } from '../engine/model/fees.ts';
import { type CollectedFees, listCollectedFees, listFees, setFee } from '../engine/plain-writes/set-fee.ts';
import { isCurrency } from '../lib/currencies.ts';
import { publicId } from '../lib/id.ts';
import { formatMoney, parseDecimal } from '../lib/money.ts';
import { payOutFees } from '../money/transfers/operator/pay-out-fees.ts';
import {
  currencyRule,
  operatorRule,
  operatorUsage,
  readAmount,
  readOptions,
  referenceRule,
  requireRules,
  systemUser,
} from './read-options.ts';
import { type Command, UsageError } from './run.ts';

export const feesUsage = `Usage: npm run admin -- fees [--kind KIND --currency CODE --fixed AMOUNT --basis-points N]
       npm run admin -- fees payout --amount AMOUNT --currency CODE --reference TEXT

Sets what you charge for each payment or withdrawal in a currency, beside its amount, and records in the audit log who
did. It counts from now on, on all servers. Zero and zero charge nothing. Without options, lists the
fees, what they have brought in, and how much of that was paid out.

payout records that you have sent collected fees to yourself. A reference pays out once: running the
same command again changes nothing.

  --kind KIND         payment or withdrawal
  --currency CODE     an ISO 4217 code in upper case
  --fixed AMOUNT      such as 0.25, with all decimals of the currency or none; such as 0 or 0.00 for none
  --basis-points N    of the amount, rounded half to even: 0 to 10000; 100 are one percent
  --amount AMOUNT     what was paid out, such as 100 or 100.00
  --reference TEXT    what your bank knows the payout by, 1 to 128 characters
  ${operatorUsage}`;

/** Returns the command `fees` with these arguments. Throws UsageError. */
export function prepareFees(args: readonly string[]): Command {
  if (args[0] === 'payout') return preparePayout(args.slice(1));
  const values = readOptions(
    args,
    ['kind', 'currency', 'fixed', 'basis-points', 'operator'] as const,
    feesUsage,
  );
  if (args.length === 0) return showFees;
  const { kind: kindName = '', currency = '', fixed: decimal = '', 'basis-points': points = '' } = values;
  const { operator = systemUser() } = values;
  const kind = feeKinds.find((each) => each === kindName);
  const isKnown = isCurrency(currency);
  const fixed = isKnown ? parseDecimal(decimal, currency, 0n) : null;
  const basisPoints = /^[0-9]{1,5}$/.test(points) ? Number(points) : NaN;
  requireRules(
    [
      [kind !== undefined, '--kind must be payment or withdrawal'],
      currencyRule(currency),
      [
        !isKnown || fixed !== null,
        '--fixed must be zero or an amount, with all decimals of the currency or none',
      ],
      [basisPoints <= 10_000, '--basis-points must be a whole number from 0 to 10000'],
      operatorRule(operator),
    ],
    feesUsage,
  );
  return async (context) => {
    if (!kind || fixed === null) throw new UsageError(feesUsage);
    const { client, now } = context;
    const fee = { kind, currency, fixed: Number(fixed), basisPoints, operator, now };
    await within(client, (tx) => setFee(tx, fee));
    return showFees(context);
  };
}

const showFees: Command = async ({ client }) => {
  const lines = (await listFees(client)).map(({ kind, currency, fixed, basisPoints }) => {
    const part = formatMoney({ amount: BigInt(fixed), currency });
    return `${kind}  ${part} and ${basisPoints} basis points\n`;
  });
  const collected = (await listCollectedFees(client)).map(collectedLine);
  process.stdout.write((lines.join('') || 'no fees\n') + collected.join(''));
  return 0;
};

function collectedLine({ currency, collected, paidOut }: CollectedFees): string {
  const [all, out, left] = [collected, paidOut, collected - paidOut].map((amount) =>
    formatMoney({ amount, currency }),
  );
  return `collected  ${all}${paidOut === 0n ? '' : `, paid out ${out}, left ${left}`}\n`;
}

function preparePayout(args: readonly string[]): Command {
  const values = readOptions(args, ['amount', 'currency', 'reference', 'operator'] as const, feesUsage);
  const { amount: decimal = '', currency = '', reference = '', operator = systemUser() } = values;
  const { amount, rules } = readAmount(decimal, currency);
  requireRules([...rules, referenceRule(reference), operatorRule(operator)], feesUsage);
  return async ({ client }) => {
    if (amount === null) throw new UsageError(feesUsage);
    const { id, isNew } = await within(client, async (tx) => {
      const result = await payOutFees(tx, { amount, currency, reference, operator });
      if (typeof result === 'string') throw new UsageError(payoutRefusals[result]);
      return result;
    });
    const outcome = isNew
      ? `paid out ${formatMoney({ amount, currency })}`
      : 'this reference was paid out before: nothing was done now';
    process.stdout.write(`payout ${publicId('fpo', id)}  ${outcome}\n`);
    return 0;
  };
}

const payoutRefusals = {
  reference_used: 'This reference already paid out another amount.',
  not_collected:
    'Less than this was collected in this currency, or it was paid out before: nothing was done.',
};
