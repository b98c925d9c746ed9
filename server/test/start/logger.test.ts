import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

const logger = new URL('../../src/start/logger.ts', import.meta.url).pathname;

/** Runs a program that logs and returns the lines on its standard error. */
function logged(script: string): string[] {
  const program = `import { createLog } from '${logger}'; const log = createLog('info'); ${script}`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  });
  return stderr.trimEnd().split('\n');
}

it('an error is logged with its code and message, never with the row that PostgreSQL quotes', () => {
  const [line = ''] = logged(`
    const detail = 'Key (value)=(someone@example.com) already exists.';
    log.error({ err: Object.assign(new Error('duplicate key'), { code: '23505', detail }) }, 'request failed');
    log.flush();
  `);
  expect(JSON.parse(line)).toMatchObject({
    msg: 'request failed',
    err: { code: '23505', message: 'duplicate key' },
  });
  expect(line).not.toContain('someone@example.com');
});

it.each([
  ['returns', ''],
  ['calls process.exit', 'process.exit(0);'],
  ['fails', "throw new Error('a program error');"],
])('a program that %s has written every line it logged, in order', (_how, last) => {
  const lines = logged(`for (let n = 0; n < 200; n++) log.info({ n }, 'a line'); ${last}`);
  const found = lines
    .filter((line) => line.startsWith('{'))
    .map((line) => (JSON.parse(line) as { n: number }).n);
  expect(found).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

it('a line longer than the write buffer is written whole and in order', () => {
  const lines = logged(`
    const long = '€'.repeat(30_000);
    for (const text of ['first', long, 'last']) log.info({ text }, 'a line');
  `);
  const texts = lines.map((line) => (JSON.parse(line) as { text: string }).text);
  expect(texts).toEqual(['first', '€'.repeat(30_000), 'last']);
});
