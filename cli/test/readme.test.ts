import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readDocument } from '../../server/test/docs/shell-session.ts';
import { testServer } from '../../server/test/support/server.ts';
import { builtProgram } from './program.ts';

const server = testServer();
const program = builtProgram();

/** Each command whose outcome the README states, and what it states: `# → 4 IN_REVIEW`. */
type Stated = { command: string; code: number; words: string };

const statedIn = (block: string): Stated[] =>
  [...block.matchAll(/^(npx purser .*)\n# → (\d+) (.*)$/gm)].map(([, command = '', code, words = '']) => ({
    command,
    code: Number(code),
    words,
  }));

it('the commands of the README, typed in a clone, do what it states', async () => {
  const document = await readDocument('README.md');
  const block = /^```sh\n(of_main.*?)^```$/ms.exec(document)?.[1] ?? '';
  const stated = statedIn(block);
  expect(stated.length).toBeGreaterThan(3);
  const { bin, home } = program();
  await mkdir(join(home, '.purser'));
  const file = { baseUrl: server.baseUrl, parties: server.parties };
  await writeFile(join(home, '.purser/sandbox.json'), JSON.stringify(file));
  const script = block.replaceAll(/^(npx purser .*)\n# → .*$/gm, '{ $1; } 2>&1; echo "exit=$?="');
  await writeFile(
    join(home, 'session.sh'),
    `npx() { shift; '${process.execPath}' '${bin}' "$@"; }\n${script}`,
  );
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, PURSER_URL: server.baseUrl };
  const printed = await new Promise<string>((resolve) => {
    execFile('bash', ['session.sh'], { cwd: home, env }, (_error, out, err) => resolve(out + err));
  });
  const parts = printed.split(/=\n/);
  stated.forEach(({ command, code, words }, index) => {
    expect([command, parts[index]]).toEqual([command, expect.stringContaining(words)]);
    expect([command, /exit=(\d+)$/.exec(parts[index] ?? '')?.[1]]).toEqual([command, String(code)]);
  });
});
