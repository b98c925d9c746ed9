import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasProgram } from '../support/programs.ts';
import { startServer, type TestServer } from '../support/server.ts';

const root = new URL('../../../', import.meta.url);
const address = 'http://127.0.0.1:8080';

/** The response that the README promises for a command: a status, and words or headers found in it. */
type Promised = { status: number; words: string[] };
type Received = { status: number; headers: string; body: unknown };

/** Returns the `sh` blocks of a document. */
const shellBlocks = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);

/** Returns each promise of a block, written `# → 201 word, Header: value`. */
const promisesOf = (block: string): Promised[] =>
  [...block.matchAll(/^# → (\d{3})(.*)$/gm)].map(([, status = '', words = '']) => ({
    status: Number(status),
    words: words
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  }));

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the promised words that a response has neither as a value in its body nor as a header. */
function missing({ words }: Promised, response: Received): string[] {
  const texts = new Set(textsIn(response.body));
  const headers = response.headers.toLowerCase().split('\r\n');
  return words.filter((word) => !texts.has(word) && !headers.includes(word.toLowerCase()));
}

const execute = promisify(execFile);

/** Returns a folder with node, curl and what the preamble needs, but with nothing that a machine may lack, like jq. */
async function linkPrograms(folder: string): Promise<string> {
  await mkdir(folder);
  await symlink(process.execPath, join(folder, 'node'));
  for (const name of ['bash', 'curl', 'grep', 'ls', 'tee']) {
    const { stdout } = await execute('sh', ['-c', `command -v ${name}`]);
    await symlink(stdout.trim(), join(folder, name));
  }
  return folder;
}

// Every curl of the session saves its headers and its body under a running number.
const preamble = `set -euo pipefail
curl() {
  local n; n=$(ls "$SAVED" | grep -c head || true)
  command curl --dump-header "$SAVED/$n.head" "$@" | tee "$SAVED/$n.body"
}
`;

describe.skipIf(!hasProgram('bash') || !hasProgram('curl'))('the commands of the README', () => {
  let server: TestServer;
  let folder: string;
  let blocks: string[];
  const responses: Received[] = [];

  beforeAll(async () => {
    const readme = await readFile(new URL('README.md', root), 'utf8');
    blocks = shellBlocks(readme).filter((block) => block.includes('curl '));
    server = await startServer();
    folder = await mkdtemp(join(tmpdir(), 'purser-readme-'));
    await mkdir(join(folder, '.purser'));
    await mkdir(join(folder, 'notes'));
    const file = { baseUrl: server.baseUrl, environment: 'sandbox', parties: server.parties };
    await writeFile(join(folder, '.purser/sandbox.json'), JSON.stringify(file));
    const script = preamble + blocks.join('\n').replaceAll(address, server.baseUrl);
    await writeFile(join(folder, 'session.sh'), script);
    const env = { HOME: folder, PATH: await linkPrograms(join(folder, 'bin')), SAVED: join(folder, 'notes') };
    await execute('bash', ['-c', 'bash session.sh >session.log 2>&1'], { cwd: folder, env }).catch(
      async (error: unknown) => {
        throw new Error(await readFile(join(folder, 'session.log'), 'utf8'), { cause: error });
      },
    );
    for (let n = 0; n < countCurls(blocks); n++)
      responses.push(await readResponse(join(folder, 'notes', String(n))));
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('each state their response', () => {
    expect(blocks.length).toBeGreaterThan(3);
    for (const block of blocks) expect(promisesOf(block)).toHaveLength(countCurls([block]));
  });

  it('return what the README states', () => {
    const promises = blocks.flatMap(promisesOf);
    expect(responses.map((response) => response.status)).toEqual(promises.map((promise) => promise.status));
    const absent = promises.map((promise, index) => missing(promise, responses[index] ?? nothing));
    expect(absent).toEqual(promises.map(() => []));
  });

  it('create one payment, even though the first command is repeated', async () => {
    const rows = await server.sql<{ count: bigint }>(
      `SELECT count(*) FROM payments WHERE description = 'Coffee beans' AND amount = 1250 AND status = 'COMPLETED'`,
    );
    expect(rows).toEqual([{ count: 1n }]);
  });
});

const nothing: Received = { status: 0, headers: '', body: null };

const countCurls = (blocks: readonly string[]): number =>
  blocks.flatMap((block) => block.match(/\bcurl -/g) ?? []).length;

async function readResponse(path: string): Promise<Received> {
  const headers = await readFile(`${path}.head`, 'utf8');
  const text = await readFile(`${path}.body`, 'utf8'); // with curl -i the headers precede the body
  return {
    status: Number(/^HTTP\/\S+ (\d{3})/.exec(headers)?.[1]),
    headers,
    body: JSON.parse(text.slice(text.indexOf('{'))) as unknown,
  };
}

describe('the documentation', () => {
  it('uses the default address of the server and no other', async () => {
    const readme = await readFile(new URL('README.md', root), 'utf8');
    const addresses = new Set(readme.match(/https?:\/\/[^/\s'"]+/g));
    expect([...addresses]).toEqual([address]);
  });
});
