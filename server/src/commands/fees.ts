import { currentTime } from '../db/clock.ts';
import { within } from '../db/tx.ts';
import { feeKinds } from '../engine/model/fees.ts';
import { listCollectedFees, listFees, setFee } from '../engine/plain-writes/set-fee.ts';
import { isCurrency } from '../lib/currencies.ts';
import { formatMoney, parseDecimal } from '../lib/money.ts';
import { prepareDatabase } from '../start/prepare.ts';
import { operatorRule, operatorUsage, readOptions, requireRules, systemUser } from './read-options.ts';
import { UsageError } from './run.ts';
import type { Command } from './run.ts';

export const feesUsage = `Usage: npm run admin -- fees [--kind KIND --currency CODE --fixed AMOUNT --basis-points N]

Sets what you charge for each payment or withdrawal in a currency, beside its amount, and records in the audit log who
did. It counts from now on, on all servers. Zero and zero charge nothing. Without options, lists the
fees, and what they have brought in.

  --kind KIND         payment or withdrawal
  --currency CODE     an ISO 4217 code in upper case
  --fixed AMOUNT      such as 0.25, with all decimals of the currency or none; 0 for none
  --basis-points N    of the amount, rounded half to even: 0 to 10000; 100 are one percent
  ${operatorUsage}`;

/** Returns the command `fees` with these arguments. Throws UsageError. */
export function prepareFees(args: readonly string[]): Command {
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
  const fixed = decimal === '0' ? 0n : isKnown ? parseDecimal(decimal, currency) : null;
  const basisPoints = /^[0-9]{1,5}$/.test(points) ? Number(points) : NaN;
  requireRules(
    [
      [kind !== undefined, '--kind must be payment or withdrawal'],
      [isKnown, '--currency must be an ISO 4217 code in upper case'],
      [
        !isKnown || fixed !== null,
        '--fixed must be 0, or an amount with all decimals of the currency or none',
      ],
      [basisPoints <= 10_000, '--basis-points must be a whole number from 0 to 10000'],
      operatorRule(operator),
    ],
    feesUsage,
  );
  return async (context) => {
    if (!kind || fixed === null) throw new UsageError(feesUsage);
    const { config, client, connection } = context;
    await prepareDatabase(config, connection);
    const fee = { kind, currency, fixed: Number(fixed), basisPoints };
    const by = { operator, now: await currentTime(client) };
    await within(client, () => setFee(client, { ...fee, ...by }));
    return showFees(context);
  };
}

const showFees: Command = async ({ config, client, connection }) => {
  await prepareDatabase(config, connection);
  const lines = (await listFees(client)).map(({ kind, currency, fixed, basisPoints }) => {
    const part = formatMoney({ amount: BigInt(fixed), currency });
    return `${kind}  ${part} and ${basisPoints} basis points\n`;
  });
  const collected = (await listCollectedFees(client)).map((money) => `collected  ${formatMoney(money)}\n`);
  process.stdout.write((lines.join('') || 'no fees\n') + collected.join(''));
  return 0;
};
