import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { names, pythonName } from '../../src/http/openapi/library-names.ts';
import { testServer } from '../support/server.ts';

const server = testServer();
const root = new URL('../../..', import.meta.url).pathname;
const run = promisify(execFile);

const options = [
  '--ignoreConfig',
  '--noEmit',
  '--strict',
  '--target',
  'esnext',
  '--module',
  'nodenext',
  '--skipLibCheck',
];
const others = ['--allowImportingTsExtensions', '--lib', 'esnext,dom,dom.iterable', '--types', 'node'];

it('the page of the library in TypeScript has every method, and each of its examples compiles', async () => {
  const { text } = await server.as(null).get('/docs/typescript.md');
  const [, ...examples] = [...text.matchAll(/^```\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const called = examples.map((code) => /^await purser\.(\w+\.\w+)\(/.exec(code)?.[1]);
  expect(new Set(called)).toEqual(new Set(Object.values(names).map((name) => name.join('.'))));
  expect(called).toHaveLength(Object.keys(names).length);
  const folder = await mkdtemp(join(tmpdir(), 'purser-docs-'));
  const file = join(folder, 'examples.mts');
  const head = `import { Purser } from '${root}client/src/index.ts';\nconst purser = new Purser();\n`;
  await writeFile(file, head + examples.join(''));
  const words = [...options, ...others, '--typeRoots', join(root, 'node_modules/@types'), file];
  const faults = await run(join(root, 'node_modules/.bin/tsc'), words).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  await rm(folder, { recursive: true });
  expect(faults).toBe('');
});

const read = (file: string): Promise<string> => readFile(join(root, 'client/src', file), 'utf8');

/** Returns the names of the options that a type has. */
const optionsIn = (source = '', type: string): string[] =>
  [...(source.split(`export type ${type} = {`)[1]?.split('\n};')[0] ?? '').matchAll(/^  (\w+)\?:/gm)].map(
    ([, name = '']) => name,
  );

it('the page of the client library has its options, its errors, the filters of lists and when money moves', async () => {
  const { text } = await server.as(null).get('/docs/typescript.md');
  const [purser, client, index] = await Promise.all(['purser.ts', 'client.ts', 'index.ts'].map(read));
  const classes = [...(index ?? '').matchAll(/\b(\w+Error)\b/g)].map(([, name = '']) => name);
  const wanted = [...optionsIn(purser, 'PurserOptions'), ...optionsIn(client, 'RequestOptions'), ...classes];
  expect(wanted.length).toBeGreaterThan(20);
  expect(wanted.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  const create = text.slice(text.indexOf('**Create a payment**'), text.indexOf('**Retrieve a payment**'));
  expect(create).toContain('1250 is 12.50 USD');
  expect(create).toMatch(/Errors: .*`ConflictError` \(.*`insufficient_funds`/);
  expect(create).toMatch(/Takes .*`counterpartyPartyId`, .*`createdAfter`.*`cursor`\./);
});

it('the pages of both libraries say what stands beside the operations, as the libraries name it', async () => {
  const pages = {
    typescript: [
      'webhooks.unwrap',
      'events.stream',
      'asAgent',
      'withResponse',
      'nextPage',
      'money',
      'format',
    ],
    python: [
      'webhooks.unwrap',
      'events.stream',
      'as_agent',
      'response_of',
      'next_page',
      'money',
      'format_money',
    ],
  };
  for (const [page, calls] of Object.entries(pages)) {
    const { text } = await server.as(null).get(`/docs/${page}.md`);
    const [, rows = ''] = /^## Beside the operations\n(.*?)^## /ms.exec(text) ?? [];
    expect(calls.filter((each) => !rows.includes(`${each}(`))).toEqual([]);
  }
});

it('the page of the library in Python has every method, in names of Python', async () => {
  const { text } = await server.as(null).get('/docs/python.md'); // `npm run clients:python` checks the types of its examples
  const [, ...examples] = [...text.matchAll(/^```\n(.*?)^```$/gms)].map(([, code = '']) => code);
  const called = examples.map((code) => /^purser\.(\w+\.\w+)\(/.exec(code)?.[1]);
  const all = Object.values(names).map((name) => name.map(pythonName).join('.'));
  expect(new Set(called)).toEqual(new Set(all));
  expect(called).toHaveLength(all.length);
});
