import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from '../../support/program.ts';
import { report, type Row } from '../../support/report.ts';
import { runProof, Usage } from '../../support/run.ts';
import { scratchFolder } from '../../support/scratch.ts';

const typescriptVersion = '1.6.10';
const pythonVersions = ['1.6.52', '1.6.10'];
const help = `npm run clients:published

Installs the published clients of the API, @naturalpay/sdk ${typescriptVersion} (npm) and naturalpay
${pythonVersions.join(' and ')} (PyPI), in a scratch folder, and calls all 19 endpoints of the
specification, and the endpoints of webhooks, events and the party, with each client, lists page by page. Needs python3 with venv, and both registries.`;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** `npm run clients:published`: see `--help`. */
await runProof(async () => {
  const [option, ...others] = process.argv.slice(2);
  if (option === '--help') {
    process.stdout.write(`${help}\n`);
    return 0;
  }
  if (option !== undefined) throw new Usage(`unknown option: ${[option, ...others].join(' ')}`);
  const program = await startProgram({ settings: { PURSER_ACCEPT_FLAT_BODIES: 'true' } });
  const rows = [await walkTypeScript(program)];
  for (const version of pythonVersions) rows.push(await walkPython(program, version));
  await report(rows, undefined, {});
  return rows.every(({ holds }) => holds) ? 0 : 1;
});

async function walkTypeScript(program: Program): Promise<Row> {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'package.json'), '{}\n');
  const client = `@naturalpay/sdk@${typescriptVersion}`;
  await install('npm', [
    'install',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    client,
  ]);
  const words = [here('walk.js'), typescriptVersion, ...targetOf(program), folder];
  return rowOf(client, await run(process.execPath, words));
}

async function walkPython(program: Program, version: string): Promise<Row> {
  const folder = await scratchFolder();
  const client = `naturalpay==${version}`;
  await install('python3', ['-m', 'venv', folder]);
  const python = join(folder, 'bin/python');
  await install(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', client]);
  return rowOf(client, await run(python, [here('walk.py'), version, ...targetOf(program)]));
}

function targetOf({ baseUrl, folder }: Program): [string, string] {
  return [baseUrl, join(folder, 'sandbox.json')];
}

function rowOf(client: string, code: number): Row {
  const measured = code === 0 ? 'no exception' : 'exceptions: see above';
  return {
    promise: client,
    asked: 'all 19 endpoints, with pages; webhooks, events, the party',
    measured,
    holds: code === 0,
  };
}

async function install(command: string, words: readonly string[]): Promise<void> {
  const code = await run(command, words);
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} failed with ${code}`);
}

/** Runs a command with our output as its own, and returns its exit code. */
async function run(command: string, words: readonly string[]): Promise<number> {
  const child = spawn(command, words, { stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
