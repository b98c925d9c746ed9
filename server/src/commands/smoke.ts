import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { APIError, Purser } from '../../../client/src/index.ts';
import { endpoints } from '../start/app.ts';
import { readConfig } from '../config.ts';
import type { SandboxFile } from '../start/sandbox-file.ts';
import { callProbe, pathOf } from './smoke-call.ts';
import type { Ids, Probe } from './smoke-people.ts';
import { probes } from './smoke-probes.ts';

/**
 * `npm run smoke [-- sandbox.json]`: one valid request to every endpoint of a running sandbox, by its method of the client
 * library; exits with 1 if one fails.
 */
async function main(): Promise<void> {
  const path = process.argv[2] ?? join(readConfig().dataDir, 'sandbox.json');
  const { baseUrl, parties } = JSON.parse(await readFile(path, 'utf8')) as SandboxFile;
  const all = probes(parties);
  const ids: Ids = {};
  for (const probe of all) {
    const purser = new Purser({ apiKey: probe.as ?? parties.main.apiKey, baseUrl, maxRetries: 0 });
    await run(purser, baseUrl, probe, ids);
  }
  const covered = new Set(all.map(({ route }) => route));
  for (const { method, path } of endpoints) {
    if (!covered.has(`${method} ${path}`))
      print('WRONG  –   ', `${method} ${path} has no request in the smoke test`);
  }
}

async function run(purser: Purser, baseUrl: string, probe: Probe, ids: Ids): Promise<void> {
  const { route } = probe;
  try {
    const call = callProbe(purser, probe, ids);
    const { status } = await (call ?? fetch(`${baseUrl}${pathOf(probe, ids)}`));
    print(`${status === statusOf(route) ? 'ok   ' : 'WRONG'}  ${status}`, route);
  } catch (error) {
    const status = error instanceof APIError ? error.status : '–  ';
    print(`WRONG  ${status}`, `${route}\n  ${String(error)}`);
  }
}

/** Returns the status of success. Paths that are not API endpoints return 200. */
function statusOf(route: string): number {
  return endpoints.find(({ method, path }) => route === `${method} ${path}`)?.status ?? 200;
}

function print(outcome: string, what: string): void {
  process.stdout.write(`${outcome}  ${what}\n`);
  if (outcome.startsWith('WRONG')) process.exitCode = 1;
}

await main();
