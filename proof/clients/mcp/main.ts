import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Purser } from '../../../client/src/index.ts';
import { here as root, type Program, startProgram } from '../../support/program.ts';
import type { Row } from '../../support/report.ts';
import { run, runShown } from '../../support/run-command.ts';
import { runWithoutOptions } from '../../support/run.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { environmentWith, whatIsAbsent } from '../python/environment.ts';
import { conform } from './conformance.ts';

const help = `npm run clients:mcp

Runs the conformance suite of the Model Context Protocol against the connector of a real server, for both revisions: what
it does not have is in proof/clients/mcp/baselines. Then connects the official client in Python, by HTTP and by
\`npx purser mcp\`, in both revisions: it lists the tools, pays, waits for a person who approves in the command line, and
asks again without paying twice. Needs the npm registry, and python3 from 3.11 on with venv and pip, and PyPI; where one
is not there, the table says what is left out.`;

const constraints = fileURLToPath(new URL('constraints.txt', import.meta.url));
const program = fileURLToPath(new URL('programs/official_client.py', import.meta.url));

/** How the client comes in, and which revision it then speaks: that before the latest, the latest, or what it finds out. */
const ways = ['http', 'stdio'].flatMap((transport) =>
  ['legacy', '2026-07-28', 'auto'].map((mode) => ({ transport, mode })),
);

/** `npm run clients:mcp`: see `--help`. */
await runWithoutOptions(help, async () => {
  const settings = { PURSER_RATE_PER_SECOND: '1000', PURSER_RATE_BURST: '10000' };
  const server = await startProgram({ settings });
  return [...(await conform(server)), ...(await buyInPython(server))];
});

async function buyInPython(server: Program): Promise<Row[]> {
  const absent = await whatIsAbsent();
  if (absent !== null) return [rowOf('the official client', true, 'all steps', `left out: ${absent}`)];
  const environment = await environmentWith(['mcp'], constraints);
  await run('node', ['cli/scripts/build.js'], { cwd: root });
  const rows: Row[] = [];
  for (const way of ways) rows.push(await buyBy(way, environment, server));
  return rows;
}

function rowOf(promise: string, holds: boolean, asked: string, measured: string): Row {
  return { promise: `Python: ${promise}`, asked, measured, holds };
}

/** Runs the story with an agent of its own, which may pay 20.00 at most. */
async function buyBy(
  { transport, mode }: { transport: string; mode: string },
  environment: string,
  { baseUrl, sandbox }: Program,
): Promise<Row> {
  const { main, customer } = sandbox.parties;
  const purser = new Purser({ apiKey: main.apiKey, baseUrl });
  const agent = await purser.agents.create({ name: 'A model', limits: { perTransaction: 2_000 } });
  const { agentKey } = await purser.agentKeys.create({ agentId: agent.id });
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  const { partyId: payee } = customer;
  const world = { baseUrl, root, path, agentKey, payee, approverKey: main.approverApiKey };
  const file = join(await scratchFolder(), 'world.json');
  await writeFile(file, JSON.stringify(world));
  const words = ['-W', 'error', program, file, transport, mode];
  const { succeeded } = await runShown(join(environment, 'bin/python'), words);
  const { data: paid } = await purser.payments.list({ agentId: agent.id });
  const ended = succeeded ? 'all steps' : 'a step failed: see above';
  const holds = succeeded && paid.length === 2;
  return rowOf(`${transport}, ${mode}`, holds, 'all steps, 2 payments', `${ended}, ${paid.length} payments`);
}
