import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { probes } from '../../../server/src/commands/smoke-probes.ts';
import { here as root, type Program, startProgram } from '../../support/program.ts';
import type { Row } from '../../support/report.ts';
import { runShown } from '../../support/run-command.ts';
import { runWithoutOptions } from '../../support/run.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { environmentWith, pip, whatIsAbsent } from './environment.ts';
import { operationsForTests } from './operations.ts';

const help = `npm run clients:python

Builds the client library in Python as a wheel, checks its format, lint and types, installs it in an empty virtual
environment, and uses it on a real server: every operation, lost answers, streams, webhooks, errors, and the story of a new
user. Needs python3 from 3.11 on with venv and pip, and PyPI; where one is not there, it says what it leaves out.`;

const library = join(root, 'clients/python');
const examples = join(root, 'examples');
const constraints = join(library, 'constraints.txt');

/** Tests send from one address, and deliver to loopback. */
const settings = {
  PURSER_WEBHOOKS_TO_LOOPBACK: 'true',
  PURSER_RATE_PER_SECOND: '10000',
  PURSER_RATE_BURST: '100000',
};

/** `npm run clients:python`: see `--help`. */
await runWithoutOptions(help, async () => {
  const absent = await whatIsAbsent();
  if (absent !== null) {
    process.stdout.write(`The client library in Python is left out: ${absent}\n`);
    return [rowOf('Python', true, 'the library in an empty environment', `left out: ${absent}`)];
  }
  const tools = await environmentWith(['hatchling', 'mypy', 'pytest', 'ruff', 'trio'], constraints);
  const wheel = await build(tools);
  await pip(tools, ['install', wheel], constraints);
  const program = await startProgram({ settings });
  const rows = [
    await check('format', tools, ['ruff', 'format', '--check', '--no-cache', '.', examples]),
    await check('lint', tools, ['ruff', 'check', '--no-cache', '.', examples]),
    await check('types, strictly', tools, ['mypy', '--cache-dir', await scratchFolder()]),
    await test(tools, program),
    await tellStory(wheel, program),
  ];
  return rows;
});

function rowOf(promise: string, holds: boolean, asked: string, measured: string): Row {
  return { promise: `Python: ${promise}`, asked, measured, holds };
}

/** Builds the wheel. Returns its file. */
async function build(environment: string): Promise<string> {
  const folder = await scratchFolder();
  await copyFile(join(root, 'LICENSE'), join(library, 'LICENSE'));
  const words = ['wheel', '--no-build-isolation', '--no-deps', '--wheel-dir', folder, library];
  await pip(environment, words, constraints);
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error('pip wheel made no file');
  return join(folder, file);
}

async function check(what: string, environment: string, words: readonly string[]): Promise<Row> {
  const python = join(environment, 'bin/python');
  const { succeeded } = await runShown(python, ['-m', ...words], { cwd: library });
  return rowOf(what, succeeded, 'no fault', succeeded ? 'none' : 'faults: see above');
}

/** Runs the tests of the library, with the wheel, on the server. */
async function test(environment: string, { baseUrl, sandbox }: Program): Promise<Row> {
  const file = join(await scratchFolder(), 'world.json');
  const world = {
    ...sandbox,
    baseUrl,
    probes: [probes(sandbox.parties), probes(sandbox.parties)],
    operations: operationsForTests(),
  };
  await writeFile(file, JSON.stringify(world));
  const { succeeded, output } = await runShown(join(environment, 'bin/python'), ['-m', 'pytest', '-q'], {
    cwd: library,
    env: { PURSER_TEST_WORLD: file, PURSER_API_KEY: '', PURSER_URL: '', PYTHONDONTWRITEBYTECODE: '1' },
  });
  const measured =
    /^.*\b(?:passed|failed|error).*$/m.exec(output.split('\n').toReversed().join('\n'))?.[0] ?? 'no result';
  return rowOf('tests', succeeded, 'all pass', measured);
}

/** Pays as a new user would, in an empty virtual environment. */
async function tellStory(wheel: string, { baseUrl, folder }: Program): Promise<Row> {
  const environment = await environmentWith([wheel], constraints);
  const story = fileURLToPath(new URL('programs/story.py', import.meta.url));
  const words = ['-W', 'error', story, baseUrl, join(folder, 'sandbox.json')];
  const { succeeded } = await runShown(join(environment, 'bin/python'), words, { cwd: environment });
  return rowOf(
    'the story of a new user',
    succeeded,
    'all steps',
    succeeded ? 'all steps' : 'a step failed: see above',
  );
}
