import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCleanup } from '../../support/cleanup.ts';
import type { Program } from '../../support/program.ts';
import type { Row } from '../../support/report.ts';
import { run, runShown } from '../../support/run-command.ts';
import { scratchFolder } from '../../support/scratch.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const revisions = ['2026-07-28', '2025-11-25'] as const;

/**
 * Runs the suite of the protocol, with what each revision requires of a server, against the connector. What the connector
 * does not have (resources, prompts, tools of the suite's own) is in a baseline for each revision, check by check: what
 * fails besides, or no longer fails, is a fault.
 */
export async function conform({ baseUrl, sandbox }: Program): Promise<Row[]> {
  const folder = await scratchFolder();
  const words = ['install', '--no-audit', '--no-fund', '--silent', '--ignore-scripts', suite];
  const isThere = await run('npm', [...words, '--prefix', folder], { cwd: folder }).then(
    () => true,
    () => false,
  );
  if (!isThere) return [rowOf('all revisions', true, 'left out: it could not be installed')];
  const url = await withKey(baseUrl, sandbox.parties.main.apiKey);
  const rows: Row[] = [];
  for (const revision of revisions)
    rows.push(await runSuite(join(folder, 'node_modules/.bin'), url, revision));
  return rows;
}

function rowOf(what: string, holds: boolean, measured: string): Row {
  return { promise: `conformance: ${what}`, asked: 'nothing but the baseline', measured, holds };
}

async function runSuite(programs: string, url: string, revision: string): Promise<Row> {
  const baseline = fileURLToPath(new URL(`baselines/${revision}.yml`, import.meta.url));
  const words = ['server', '--url', `${url}/mcp`, '--requirements', revision];
  const { succeeded, output } = await runShown(join(programs, 'conformance'), [
    ...words,
    '--expected-failures',
    baseline,
    '--output-dir',
    await scratchFolder(),
  ]);
  const total = /^Total: .*$/m.exec(output)?.[0] ?? 'no result';
  return rowOf(revision, succeeded, total);
}

/** Starts a server before the server, which adds a key: the suite sends none. Returns its address. */
async function withKey(baseUrl: string, key: string): Promise<string> {
  const { hostname, port, host, origin } = new URL(baseUrl);
  const proxy = createServer((incoming, response) => {
    const { url = '', method = '' } = incoming;
    // It stands for the server: what names the one names the other, and what is foreign stays foreign.
    const own = `${hostname}:${(proxy.address() as AddressInfo).port}`;
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    if (headers.host === own) headers.host = host;
    if (headers.origin === `http://${own}`) headers.origin = origin;
    const forwarded = request({ hostname, port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    incoming.pipe(forwarded);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  addCleanup(() => {
    proxy.close().closeAllConnections();
    return Promise.resolve();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}
