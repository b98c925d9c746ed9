import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestServer } from '../support/server.ts';

const root = new URL('../../../', import.meta.url);

/** Where the documents expect the server. */
export const documentedAddress = 'http://127.0.0.1:8080';

/** Where a document has a receiver of its own listen. */
const documentedReceiver = '9000';

/** The response that a document promises for a command: a status, and words or headers found in it. */
export type Promised = { status: number; words: string[] };
export type Received = { status: number; headers: string; text: string };

export const readDocument = (name: string): Promise<string> => readFile(new URL(name, root), 'utf8');

/** Returns the `sh` blocks of a document that run against a server: all but those that start it or test it. */
export const sessionBlocks = (markdown: string): string[] =>
  [...markdown.matchAll(/^```sh\n(.*?)^```$/gms)]
    .map(([, block = '']) => block)
    .filter((block) => !/^npm |^npx /m.test(block));

/** Returns each promise of a block, written `# → 201 word, Header: value`. */
export const promisesOf = (block: string): Promised[] =>
  [...block.matchAll(/^# → (\d{3})(.*)$/gm)].map(([, status = '', words = '']) => ({
    status: Number(status),
    words: words
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  }));

export const countCurls = (blocks: readonly string[]): number =>
  blocks.flatMap((block) => block.match(/\bcurl -/g) ?? []).length;

/** Returns the promised words that a response has neither as a value in its body nor as a header. */
export function missing({ words }: Promised, { headers, text }: Received): string[] {
  const values = new Set(valuesIn(text));
  const lines = headers.toLowerCase().split('\r\n');
  return words.filter((word) => !values.has(word) && !lines.includes(word.toLowerCase()));
}

/** Returns the values of a body: the texts and numbers of JSON, or the cells of CSV. */
function valuesIn(text: string): string[] {
  const start = text.indexOf('{'); // with curl -i the headers precede the body
  return start === -1 ? text.split(/[,\r\n]/) : textsIn(JSON.parse(text.slice(start)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const execute = promisify(execFile);

/** Returns a folder with node and what the preamble and the documents need, but with nothing that a machine may lack, like jq. */
async function linkPrograms(folder: string): Promise<string> {
  await mkdir(folder);
  await symlink(process.execPath, join(folder, 'node'));
  for (const name of ['bash', 'cat', 'curl', 'grep', 'ls', 'sleep', 'tee']) {
    const { stdout } = await execute('sh', ['-c', `command -v ${name}`]);
    await symlink(stdout.trim(), join(folder, name));
  }
  return folder;
}

// Every curl of the session saves its headers and its body under a running number. What it started ends with it.
const preamble = `set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
curl() {
  local n; n=$(ls "$SAVED" | grep -c head || true)
  command curl --dump-header "$SAVED/$n.head" "$@" | tee "$SAVED/$n.body"
}
`;

/**
 * Runs the blocks of a document as one session of bash, as somebody would in a clone with a new sandbox, and returns the
 * responses in order. Throws what the session printed if a command fails.
 */
export async function runSession(server: TestServer, blocks: readonly string[]): Promise<Received[]> {
  const folder = await mkdtemp(join(tmpdir(), 'purser-session-'));
  try {
    await mkdir(join(folder, '.purser'));
    await mkdir(join(folder, 'notes'));
    await symlink(new URL('node_modules', root), join(folder, 'node_modules'));
    const file = { baseUrl: server.baseUrl, environment: 'sandbox', parties: server.parties };
    await writeFile(join(folder, '.purser/sandbox.json'), JSON.stringify(file));
    const script = (preamble + blocks.join('\n'))
      .replaceAll(documentedAddress, server.baseUrl)
      .replaceAll(documentedReceiver, String(await freePort()));
    await writeFile(join(folder, 'session.sh'), script);
    const env = { HOME: folder, PATH: await linkPrograms(join(folder, 'bin')), SAVED: join(folder, 'notes') };
    await execute('bash', ['-c', 'bash session.sh >session.log 2>&1'], { cwd: folder, env }).catch(
      async (error: unknown) => {
        throw new Error(await readFile(join(folder, 'session.log'), 'utf8'), { cause: error });
      },
    );
    const responses: Received[] = [];
    for (let n = 0; n < countCurls(blocks); n += 1)
      responses.push(await readResponse(join(folder, 'notes', String(n))));
    return responses;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readResponse(path: string): Promise<Received> {
  const headers = await readFile(`${path}.head`, 'utf8');
  const text = await readFile(`${path}.body`, 'utf8');
  return { status: Number(/^HTTP\/\S+ (\d{3})/.exec(headers)?.[1]), headers, text };
}

/** Returns a port of loopback on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
