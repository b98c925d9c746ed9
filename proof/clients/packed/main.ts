import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { rolldown } from 'rolldown';
import type * as Client from '../../../client/src/index.ts';
import { chromiumPath } from '../../../server/test/browser/chromium.ts';
import { addCleanup } from '../../support/cleanup.ts';
import { here as root, type Program, startProgram } from '../../support/program.ts';
import type { Row } from '../../support/report.ts';
import { run, runShown } from '../../support/run-command.ts';
import { runWithoutOptions } from '../../support/run.ts';
import { scratchFolder } from '../../support/scratch.ts';

const nodeVersions = ['20', '22', '24'];
const largest_bytes = 30_000;
const help = `npm run clients:packed

Packs the client library and the command line, installs each file in empty projects, and uses it there as a new user would: with Node
${nodeVersions.join(', ')}, in a browser, and in TypeScript with either resolution of modules. Needs the npm registry; leaves out a version
of Node that cannot be installed, and the browser where there is none.`;

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** `npm run clients:packed`: see `--help`. */
await runWithoutOptions(help, async () => {
  const packed = await pack('@purser/client');
  const program = await startProgram({ settings: { PURSER_WEBHOOKS_TO_LOOPBACK: 'true' } });
  const project = await projectWith([packed]);
  const rows: Row[] = [];
  for (const version of nodeVersions) rows.push(await runOnNode(version, packed, program));
  rows.push(await typeCheck(project, 'node16', 'node16'), await typeCheck(project, 'esnext', 'bundler'));
  const own_bytes = Buffer.byteLength(await bundleOf(project, ['standardwebhooks']));
  const bundle = await bundleOf(project);
  const size = `${own_bytes} bytes; ${Buffer.byteLength(bundle)} with what it needs`;
  rows.push(
    rowOf('size, minified', own_bytes <= largest_bytes, `at most ${largest_bytes} bytes of its own`, size),
  );
  rows.push(await runInBrowser(bundle, program));
  const command = await pack('@purser/cli');
  for (const version of nodeVersions) rows.push(await runCommand(version, command, program));
  return rows;
});

function rowOf(promise: string, holds: boolean, asked: string, measured: string): Row {
  return { promise, asked, measured, holds };
}

/** Packs a workspace, which builds it. Returns the file. */
async function pack(workspace: string): Promise<string> {
  const folder = await scratchFolder();
  await run('npm', ['pack', '--silent', '--workspace', workspace, '--pack-destination', folder], {
    cwd: root,
  });
  const [file] = await readdir(folder);
  if (file === undefined) throw new Error('npm pack made no file');
  return join(folder, file);
}

/** Makes an empty project with these packages. Returns its folder. */
async function projectWith(packages: readonly string[]): Promise<string> {
  const folder = await scratchFolder();
  await writeFile(join(folder, 'package.json'), '{"type":"module"}\n');
  await run('npm', ['install', '--no-audit', '--no-fund', '--silent', ...packages], { cwd: folder });
  return folder;
}

async function runOnNode(version: string, packed: string, { baseUrl, folder }: Program): Promise<Row> {
  const asked = 'the story of a new user';
  const project = await projectWith([packed, `node@${version}`]).catch(() => null);
  if (!project) return rowOf(`Node ${version}`, true, asked, 'left out: it could not be installed');
  await copyFile(here('programs/story.js'), join(project, 'story.js'));
  const node = join(project, 'node_modules/.bin/node');
  const words = ['story.js', baseUrl, join(folder, 'sandbox.json')];
  const { succeeded } = await runShown(node, words, { cwd: project });
  const measured = succeeded ? 'all steps' : 'a step failed: see above';
  return rowOf(`Node ${version}`, succeeded, asked, measured);
}

/** Runs the packed command in an empty folder as `npx` does, by this version of Node, and pays. */
async function runCommand(version: string, packed: string, { baseUrl, sandbox }: Program): Promise<Row> {
  const asked = 'npx of the one file pays, and says its version';
  const project = await projectWith([`node@${version}`]).catch(() => null);
  if (!project) return rowOf(`purser, Node ${version}`, true, asked, 'left out: it could not be installed');
  const { PATH = '' } = process.env;
  const env = {
    PATH: `${join(project, 'node_modules/.bin')}:${PATH}`,
    XDG_CONFIG_HOME: project,
    PURSER_URL: baseUrl,
    PURSER_API_KEY: sandbox.parties.main.apiKey,
  };
  const purser = (...args: string[]) =>
    runShown('npx', ['--yes', '--package', packed, 'purser', ...args], { cwd: project, env });
  const said = await purser('--version');
  const paid = await purser('pay', sandbox.parties.customer.partyId, '1.00', 'USD', '--yes');
  const isPaid = paid.succeeded && paid.output.includes('COMPLETED') && /^\d+\.\d+\.\d+$/m.test(said.output);
  return rowOf(`purser, Node ${version}`, isPaid, asked, isPaid ? 'both' : 'another outcome: see above');
}

async function typeCheck(project: string, module: string, moduleResolution: string): Promise<Row> {
  const tsc = join(root, 'node_modules/.bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--target',
    'es2022',
    '--lib',
    'es2024,esnext.disposable,dom,dom.iterable',
  ];
  const compile = async (file: string) => {
    await copyFile(here(`programs/${file}`), join(project, file));
    const words = [...options, '--module', module, '--moduleResolution', moduleResolution, file];
    return runShown(tsc, words, { cwd: project });
  };
  const [right, wrong] = [await compile('types.ts'), await compile('wrong-types.ts')];
  const refused = [...wrong.output.matchAll(/error TS/g)].length;
  const measured = `${right.succeeded ? 'compiles' : 'does not compile'}; ${refused} refused`;
  return rowOf(
    `types, ${moduleResolution}`,
    right.succeeded && refused === 3,
    'compiles; 3 wrong calls refused',
    measured,
  );
}

/** Returns the library and what it needs, without what is left out, as one minified module. */
async function bundleOf(project: string, external: string[] = []): Promise<string> {
  const input = join(project, 'node_modules/@purser/client/dist/index.js');
  const bundle = await rolldown({ input, platform: 'browser', external });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return output[0].code;
}

/** Pays from a page of the server's own origin, since the API is for servers and answers no other. */
async function runInBrowser(bundle: string, { baseUrl, sandbox }: Program): Promise<Row> {
  const asked = 'pays, reads a list, meets an error';
  if (chromiumPath === null) return rowOf('Chromium', true, asked, 'left out: there is no chromium');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  addCleanup(() => browser.close());
  const page = await browser.newPage();
  await page.route(`${baseUrl}/try`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  );
  await page.route(`${baseUrl}/client.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: bundle }),
  );
  await page.goto(`${baseUrl}/try`);
  const { main, customer } = sandbox.parties;
  const outcome = await page.evaluate(
    async ({ key, payee, origin }) => {
      const { Purser, NotFoundError } = (await import(`${origin}/client.js`)) as typeof Client;
      const purser = new Purser({ apiKey: key, baseUrl: origin });
      const counterparty = { type: 'party_id' as const, value: payee };
      const paid = await purser.payments.create({ counterparty, amount: 3, currency: 'USD' });
      const page = await purser.payments.list({ limit: 1 });
      const absent = await purser.payments
        .get({ paymentId: `pay_${'0'.repeat(32)}` })
        .catch((error: unknown) => error instanceof NotFoundError);
      return page.data[0]?.id === paid.id && absent === true;
    },
    { key: main.apiKey, payee: customer.partyId, origin: baseUrl },
  );
  return rowOf('Chromium', outcome, asked, outcome ? 'all three' : 'another outcome');
}
