import { progressLine } from '../support/progress.ts';
import { report } from '../support/report.ts';
import { runProof } from '../support/run.ts';
import { deliveryRows, tryDeliveries } from './deliveries.ts';
import { type Fault, NotPermitted } from './fault.ts';
import { help, readOptions } from './options.ts';
import { type Plan, tryFault } from './run.ts';
import { type FaultResult, faultTable, promiseRows } from './tables.ts';

/** `npm run chaos`: exits with 1 where a guarantee is violated. */
await runProof(async () => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(help);
    return 0;
  }
  const { plan, seed, writes, clients, deliveries, json } = options;
  if (deliveries !== null) return testDeliveries(deliveries, json);
  process.stdout.write(`seed ${seed}, ${clients} clients, ${writes} writes before each fault\n`);
  const results: FaultResult[] = [];
  for (const { fault, rounds } of plan) {
    const one = await tryOne(fault, { rounds, writes, clients, seed });
    results.push(one);
    if ('outcome' in one) printFindings(one);
  }
  process.stdout.write(`\n${faultTable(results)}\n`);
  const rows = promiseRows(results);
  await report(rows, json, { seed, writes, clients, faults: results });
  return rows.every(({ holds }) => holds) ? 0 : 1;
});

async function testDeliveries(count: number, json: string | undefined): Promise<number> {
  const line = progressLine();
  const outcome = await tryDeliveries(count, line.show).finally(() => line.end());
  const rows = deliveryRows(outcome);
  await report(rows, json, outcome);
  return rows.every(({ holds }) => holds) ? 0 : 1;
}

async function tryOne(fault: Fault, plan: Plan): Promise<FaultResult> {
  const line = progressLine();
  const { rounds } = plan;
  try {
    return { fault, rounds, outcome: await tryFault(fault, plan, line.show) };
  } catch (error) {
    line.end();
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${fault.name}: ${message}\n`);
    return error instanceof NotPermitted
      ? { fault, rounds, notPermitted: message }
      : { fault, rounds, failed: message };
  } finally {
    line.end();
  }
}

function printFindings(result: Extract<FaultResult, { outcome: object }>): void {
  const { fault, outcome } = result;
  for (const [text, count] of Object.entries(outcome.wrong))
    process.stdout.write(`${fault.name}: ${text}, ${count} times\n`);
  for (const text of new Set(outcome.books)) process.stdout.write(`${fault.name}: ${text}\n`);
}
