import { pino } from 'pino';
import { openSandboxBank } from '../start/app.ts';
import { createPool } from '../db/pool.ts';
import { within } from '../db/tx.ts';
import { textField, timeField } from '../http/fields.ts';
import { explainDifference } from '../money/reconciliation/explain.ts';
import { countOpen, listOpen, type UnderWay } from '../money/reconciliation/queries.ts';
import { grace_ms, reconcile } from '../money/reconciliation/reconcile.ts';
import { listRefusedReports, type RefusedReport } from '../money/transfers/refused/queries.ts';
import { operatorRule, readOptions, requireRules } from './read-options.ts';
import { type Command, requireBooks, runCommand, runPrepared, UsageError } from './run.ts';

const usage = `Usage: npm run reconcile
       npm run reconcile -- --until TIME
       npm run reconcile -- --explain NUMBER --reason TEXT --operator NAME

Compares the clearing accounts with what the bank reports, line by line, up to a day ago. Prints the differences that
nobody has explained, and exits with 1 if there are any.

  --until TIME      compares up to this time, by the service's clock; what is younger than a day is under way: it is
                    printed, and neither stored nor counted
  --explain NUMBER  says what a difference is, 1 to 500 characters; it is no longer open then
  --operator NAME   who says so, 1 to 128 characters`;

const shown = 100;

/** `npm run reconcile`: compares clearing accounts with the bank's lines; exits with 1 while a difference is open. */
process.exitCode = await runCommand(
  () => prepare(process.argv.slice(2)),
  async (command, context) => {
    await requireBooks(context.client);
    return runPrepared(command, context);
  },
);

function prepare(args: readonly string[]): Command {
  const values = readOptions(args, ['until', 'explain', 'reason', 'operator'] as const, usage);
  const { until, explain, reason, operator } = values;
  if (explain === undefined) {
    const to = until === undefined ? null : timeField.safeParse(until).data;
    requireRules(
      [
        [to !== undefined, '--until must be a time such as 2026-11-01T00:00:00Z'],
        [reason === undefined && operator === undefined, '--reason and --operator belong to --explain'],
      ],
      usage,
    );
    return compareAll(to ?? null);
  }
  requireRules(
    [
      [/^[1-9][0-9]{0,17}$/.test(explain), '--explain must be the number of a difference'],
      [until === undefined, '--until does not belong to --explain'],
      [textField(1, 500).safeParse(reason).success, '--reason must be 1 to 500 characters'],
      operatorRule(operator ?? ''),
    ],
    usage,
  );
  return explainOne({ number: BigInt(explain), reason: reason ?? '', operator: operator ?? '' });
}

function compareAll(until: Date | null): Command {
  return async ({ config, client, connection, now }) => {
    const log = pino({ level: 'silent' });
    let isCompared = false;
    let underWay: readonly UnderWay[] = [];
    const pool = createPool(connection, { ...config.database, poolSize: 1 }, log);
    try {
      const rail = openSandboxBank(config, pool);
      isCompared = rail?.statement !== undefined;
      const to = until ?? new Date(now.getTime() - grace_ms);
      if (rail) underWay = await reconcile(client, rail, to, now, log);
    } finally {
      await pool.end();
    }
    const open = await countOpen(client);
    for (const difference of await listOpen(client, shown))
      process.stdout.write(`${difference.number}  ${lineOf(difference)}\n`);
    for (const line of underWay) process.stdout.write(`under way  ${lineOf(line)}\n`);
    for (const report of await listRefusedReports(client, now, shown))
      process.stdout.write(refusedLine(report));
    const none = isCompared
      ? 'no difference is open'
      : 'this server is connected to no bank that reports its book: nothing is compared';
    process.stdout.write(open === 0 ? `${none}\n` : `${open} differences are open\n`);
    return open === 0 ? 0 : 1;
  };
}

function lineOf({ rail, kind, key, ledgerAmount, railAmount, currency, at }: UnderWay): string {
  const amounts = `ledger ${ledgerAmount ?? '-'}, bank ${railAmount ?? '-'} in minor units of ${currency}`;
  return `${kind}  ${rail} ${key}  ${amounts}  ${at.toISOString()}`;
}

function refusedLine({ rail, key, outcome, refusal, refusedAt }: RefusedReport): string {
  return `report that was refused  ${rail} ${key}  ${outcome.kind}: ${refusal}  ${refusedAt.toISOString()}\n`;
}

function explainOne(given: { number: bigint; reason: string; operator: string }): Command {
  return async ({ client, now }) => {
    if (!(await within(client, (tx) => explainDifference(tx, { ...given, now }))))
      throw new UsageError('No difference of this number is open.');
    process.stdout.write(`difference ${given.number}  explained\n`);
    return 0;
  };
}
