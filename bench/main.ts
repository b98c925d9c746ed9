import { removeScratch } from '../proof/support/scratch.ts';
import { compareWithCommit } from './against/compare.ts';
import { comparisons } from './against/rows.ts';
import type { Bench, Measurement } from './bench.ts';
import { runCleanups } from './cleanup.ts';
import { type Options, readOptions, Usage, usage } from './options.ts';
import { describeMachine } from './report/machine.ts';
import { writeJson, writeResults } from './report/results.ts';
import type { Results } from './report/types.ts';
import { cellsOf, costCells, failureLines, textTable } from './report/table.ts';
import { print } from './report/terminal.ts';
import { agentsCost } from './rows/agents-cost.ts';
import { commandLine } from './rows/command-line.ts';
import { completed } from './rows/completed.ts';
import { connector } from './rows/connector.ts';
import { curves } from './rows/curves.ts';
import { growth } from './rows/growth.ts';
import { transactionList } from './rows/list.ts';
import { killSwitch } from './rows/kill-switch.ts';
import { neighbours } from './rows/neighbours.ts';
import { payments } from './rows/payments.ts';
import { readPayment } from './rows/read-payment.ts';
import { readUsage } from './rows/read-usage.ts';
import { refusal } from './rows/refusal.ts';
import { singlePayment } from './rows/single.ts';
import { startKilled } from './rows/start-killed.ts';
import { start } from './rows/start.ts';
import { statement } from './rows/statement.ts';
import { unevenPayments } from './rows/uneven.ts';
import { webhooks } from './rows/webhooks.ts';
import { findPgbench } from './yardstick.ts';

const measurements: readonly Measurement[] = [
  ...payments,
  unevenPayments,
  agentsCost,
  completed,
  transactionList,
  readPayment,
  readUsage,
  connector,
  statement,
  singlePayment,
  neighbours,
  refusal,
  ...webhooks,
  killSwitch,
  start,
  startKilled,
  commandLine,
  curves,
  growth,
];
const order = measurements.flatMap(({ ids }) => ids);
const orderAgainst = comparisons.map(({ id }) => id);

/** Runs the selected measurements in order and reports the results. Returns the exit code. */
async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), order, orderAgainst);
  if (!options) {
    print(`${usage} ${order.join(', ')}\n  Rows with --against: ${orderAgainst.join(', ')}`);
    return 0;
  }
  if (options.against !== null) return compareWithCommit(options.against, options);
  const bench: Bench = { ...options, pgbench: options.pgbench ?? findPgbench() };
  const results = await measureAll(bench, options);
  if (results.rows.length > 0) print(`\n${textTable(cellsOf(results.rows))}`);
  const costs = costCells(results.rows);
  if (costs.length > 0) print(textTable(costs));
  failureLines(results.failures).forEach(print);
  if (options.json !== null) await writeJson(options.json, results);
  if (options.out !== null) await writeResults(options.out, results, order);
  const met = options.quick || results.rows.every((row) => row.met);
  return met && results.failures.length === 0 ? 0 : 1;
}

async function measureAll(
  bench: Bench,
  { only, rounds, seconds, quick, settings }: Options,
): Promise<Results> {
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    machine: await describeMachine(bench.pgbench),
    options: { rounds, seconds, quick, settings },
    rows: [],
    curves: {},
    failures: [],
  };
  for (const { ids, measure } of measurements) {
    const wanted = new Set(ids.filter((id) => only.size === 0 || only.has(id)));
    if (wanted.size === 0) continue;
    const startedAt_ms = performance.now();
    print(`\n${[...wanted].join(', ')}`);
    try {
      const found = await measure(bench, wanted);
      results.rows.push(...found.rows);
      Object.assign(results.curves, found.curves);
    } catch (error) {
      if (interrupted) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      results.failures.push({ ids: [...wanted], reason });
      print(`  could not be measured: ${reason}`);
    }
    print(`  took ${((performance.now() - startedAt_ms) / 1000).toFixed(0)} s`);
  }
  return results;
}

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (interrupted) return;
    interrupted = true;
    void cleanUp().finally(() => process.exit(130));
  });
}

async function cleanUp(): Promise<void> {
  await runCleanups();
  await removeScratch();
}

try {
  process.exitCode = await main();
} catch (error) {
  process.exitCode = error instanceof Usage ? 2 : 1;
  if (!interrupted) process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  if (!interrupted) await cleanUp();
}
