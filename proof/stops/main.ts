import { parseArgs } from 'node:util';
import { progressLine } from '../support/progress.ts';
import { report, type Row } from '../support/report.ts';
import { runProof, Usage } from '../support/run.ts';
import { scratchFolder } from '../support/scratch.ts';
import { type Stop, stopOnce } from './stop.ts';

const help = `npm run stops -- [options]

Stops the server with SIGTERM while clients pay and read, again and again, and counts the requests without a response.
In every second stop the clients leave when they are told to; in the others they go on until the port is closed.

  --runs N      stops (50)
  --clients N   concurrent clients (48)
  --json FILE   write the figures to a file
  --help        this text
`;

const longestStop_ms = 15_000; // G10

/** `npm run stops`: exits with 1 where G10 is violated. */
await runProof(async () => {
  const { runs, clients, json, help: isHelp } = readOptions(process.argv.slice(2));
  if (isHelp) {
    process.stdout.write(help);
    return 0;
  }
  const folder = await scratchFolder();
  const line = progressLine();
  const stops: Stop[] = [];
  for (let round = 0; round < runs; round += 1) {
    const lost = stops.flatMap(({ cutBefore }) => cutBefore);
    const how = [...new Set(lost.map(({ manner, code }) => `${manner} ${code}`))].join(', ');
    line.show(`stop ${round + 1} of ${runs}, ${lost.length} requests lost ${how}`);
    stops.push(await stopOnce(folder, clients, round % 2 === 0));
  }
  line.end();
  const rows = rowsOf(stops);
  await report(rows, json, { runs, clients, stops });
  return rows.every(({ holds }) => holds) ? 0 : 1;
});

function rowsOf(stops: readonly Stop[]): Row[] {
  const sum = (count: (stop: Stop, index: number) => number): number =>
    stops.reduce((all, stop, index) => all + count(stop, index), 0);
  const of = `${sum(({ answered }) => answered)} requests, ${stops.length} stops`;
  const none = (promise: string, found: number): Row => ({
    promise,
    asked: '0',
    measured: `${found} of ${of}`,
    holds: found === 0,
  });
  const slowest_ms = Math.max(...stops.map(({ took_ms }) => took_ms));
  return [
    none(
      'G10: requests lost on connections opened before the signal',
      sum(({ cutBefore }) => cutBefore.length),
    ),
    none(
      'G10: requests lost on later connections, clients that leave',
      sum(({ cutAfter }, index) => (index % 2 === 0 ? cutAfter.length : 0)),
    ),
    {
      promise: 'requests lost on later connections, clients that stay until the port closes',
      asked: '–',
      measured: String(sum(({ cutAfter }, index) => (index % 2 === 0 ? 0 : cutAfter.length))),
      holds: true,
    },
    none(
      'responses other than success',
      sum(({ wrong }) => Object.values(wrong).reduce((a, b) => a + b, 0)),
    ),
    none('exit codes other than 0', stops.filter(({ code }) => code !== 0).length),
    {
      promise: 'G10: slowest stop',
      asked: `${longestStop_ms / 1000} s`,
      measured: `${(slowest_ms / 1000).toFixed(1)} s`,
      holds: slowest_ms <= longestStop_ms,
    },
  ];
}

function readOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { runs: text, clients: text, json: text, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { runs = '50', clients = '48', json, help: isHelp = false } = values;
    return { runs: count('--runs', runs), clients: count('--clients', clients), json, help: isHelp };
  } catch (error) {
    throw error instanceof Usage ? error : new Usage(error instanceof Error ? error.message : String(error));
  }
}

function count(name: string, value: string): number {
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Usage(`${name} must be a whole number of 1 or more`);
  return Number(value);
}
