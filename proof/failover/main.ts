import { mkdir } from 'node:fs/promises';
import { report } from '../support/report.ts';
import { runProof } from '../support/run.ts';
import { scratchFolder } from '../support/scratch.ts';
import { type Cluster, openCluster } from './cluster.ts';
import type { Fault } from './fault.ts';
import { help, type Options, readOptions } from './options.ts';
import { type Round, runRound } from './run.ts';
import { startServers } from './servers.ts';
import { type FaultResult, faultTable, promiseRows } from './tables.ts';
import { fetchTools } from './tools.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** `npm run failover`: exits with 1 where a guarantee is violated. */
await runProof(async () => {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    process.stdout.write(help);
    return 0;
  }
  const { replication, clients, json } = options;
  const cluster = await build(options);
  const programs = await startServers(cluster);
  const results: FaultResult[] = [];
  for (const { fault, rounds } of options.plan)
    results.push(await tryFault(fault, rounds, () => runRound(fault, cluster, programs, clients)));
  print(`\n${faultTable(results)}`);
  const rows = promiseRows(results, replication);
  await report(rows, json, { replication, clients, faults: results });
  return rows.every(({ holds }) => holds) ? 0 : 1;
});

async function build({ tools: kept, replication }: Options): Promise<Cluster> {
  const folder = kept ?? (await scratchFolder());
  await mkdir(folder, { recursive: true });
  const tools = await fetchTools(folder, print);
  print(`building a cluster with ${replication} replication`);
  return openCluster(tools, replication);
}

async function tryFault(fault: Fault, count: number, run: () => ReturnType<typeof runRound>) {
  const result: FaultResult = { fault, rounds: [], failed: null };
  try {
    for (let number = 1; number <= count; number += 1) {
      const round = await run();
      result.rounds.push(round);
      print(`${fault.name}, round ${number} of ${count}: ${describe(round)}`);
      for (const text of [...round.wrong, ...round.books]) print(`${fault.name}: ${text}`);
    }
  } catch (error) {
    result.failed = error instanceof Error ? error.message : String(error);
    print(`${fault.name}: ${result.failed}`);
  }
  return result;
}

function describe({ acknowledged, lost, leader_ms, served_ms }: Round): string {
  const [leader_s, served_s] = [leader_ms, served_ms].map((time_ms) => (time_ms / 1_000).toFixed(2));
  return `${acknowledged} acknowledged, ${lost} lost; leader after ${leader_s} s, served ${served_s} s later`;
}
