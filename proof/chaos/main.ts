import { progressLine } from '../support/progress.ts';
import { report } from '../support/report.ts';
import { runProof } from '../support/run.ts';
import { Forbidden } from './fault.ts';
import type { Fault } from './fault.ts';
import { help, readOptions } from './options.ts';
import { tryFault } from './run.ts';
import type { Plan } from './run.ts';
import { faultTable, promiseRows } from './tables.ts';
import type { Tried } from './tables.ts';

/** `npm run chaos`: exits 1 where a promise does not hold. */
await runProof(async () => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(help);
    return 0;
  }
  const { plan, seed, writes, clients, json } = options;
  process.stdout.write(`seed ${seed}, ${clients} clients, ${writes} writes before each strike\n`);
  const tried: Tried[] = [];
  for (const { fault, rounds } of plan) {
    const one = await tryOne(fault, { rounds, writes, clients, seed });
    tried.push(one);
    if ('outcome' in one) showWhatIsWrong(one);
  }
  process.stdout.write(`\n${faultTable(tried)}\n`);
  const rows = promiseRows(tried);
  await report(rows, json, { seed, writes, clients, faults: tried });
  return rows.every(({ holds }) => holds) ? 0 : 1;
});

async function tryOne(fault: Fault, plan: Plan): Promise<Tried> {
  const line = progressLine();
  const { rounds } = plan;
  try {
    return { fault, rounds, outcome: await tryFault(fault, plan, line.show) };
  } catch (error) {
    line.end();
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${fault.name}: ${message}\n`);
    return error instanceof Forbidden
      ? { fault, rounds, forbidden: message }
      : { fault, rounds, failed: message };
  } finally {
    line.end();
  }
}

function showWhatIsWrong(tried: Extract<Tried, { outcome: object }>): void {
  const { fault, outcome } = tried;
  for (const [text, count] of Object.entries(outcome.wrong))
    process.stdout.write(`${fault.name}: ${text}, ${count} times\n`);
  for (const text of new Set(outcome.books)) process.stdout.write(`${fault.name}: ${text}\n`);
}
