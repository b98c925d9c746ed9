import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '../../support/program.ts';
import type { Row } from '../../support/report.ts';
import { run, runShown } from '../../support/run-command.ts';
import { runWithoutOptions } from '../../support/run.ts';
import { scratchFolder } from '../../support/scratch.ts';

const typescriptVersion = '1.6.10';
const pythonVersions = ['1.6.52', '1.6.10'];
const help = `npm run clients:published

Installs the published clients of the API, @naturalpay/sdk ${typescriptVersion} (npm) and naturalpay
${pythonVersions.join(' and ')} (PyPI), in a scratch folder, and calls all 19 endpoints of the
specification, and the endpoints of webhooks, events and the party, with each client, lists page by page. Needs python3 with venv, and both registries.`;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** `npm run clients:published`: see `--help`. */
await runWithoutOptions(help, async () => {
  const program = await startProgram({ settings: { PURSER_ACCEPT_FLAT_BODIES: 'true' } });
  const rows = [await walkTypeScript(program)];
  for (const version of pythonVersions) rows.push(await walkPython(program, version));
  return rows;
});

async function walkTypeScript(program: Program): Promise<Row> {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'package.json'), '{}\n');
  const client = `@naturalpay/sdk@${typescriptVersion}`;
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', client]);
  const words = [here('walk.js'), typescriptVersion, ...targetOf(program), folder];
  return rowOf(client, await runShown(process.execPath, words));
}

async function walkPython(program: Program, version: string): Promise<Row> {
  const folder = await scratchFolder();
  const client = `naturalpay==${version}`;
  await run('python3', ['-m', 'venv', folder]);
  const python = join(folder, 'bin/python');
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', client]);
  return rowOf(client, await runShown(python, [here('walk.py'), version, ...targetOf(program)]));
}

function targetOf({ baseUrl, folder }: Program): [string, string] {
  return [baseUrl, join(folder, 'sandbox.json')];
}

function rowOf(client: string, { succeeded: holds }: { succeeded: boolean }): Row {
  const measured = holds ? 'no exception' : 'exceptions: see above';
  return {
    promise: client,
    asked: 'all 19 endpoints, with pages; webhooks, events, the party',
    measured,
    holds,
  };
}
