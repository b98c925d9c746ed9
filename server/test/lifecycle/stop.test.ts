import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/http.ts';
import { until } from '../flows/support.ts';
import { postmasterOn } from '../support/processes.ts';
import { scratchFolder, untilDeserted } from './folder.ts';
import { spawnProgram, startProgram, stopProgram } from './program.ts';

describe('a running program', () => {
  let folder = ''; // one for all, since the first start makes a database
  beforeAll(async () => {
    folder = await scratchFolder();
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops on %s with exit code 0 and leaves no process',
    async (signal) => {
      const program = await startProgram(folder);
      expect((await call(program.baseUrl, 'GET', '/healthz')).status).toBe(200);
      const { code, stderr } = await stopProgram(program, signal);
      expect([code, stderr]).toEqual([0, '']);
      await untilDeserted(folder);
      await expect(postmasterOn(folder)).rejects.toThrow('ENOENT');
    },
  );

  it('ignores a second signal while it stops', async () => {
    const program = await startProgram(folder);
    program.signal('SIGTERM');
    program.signal('SIGINT');
    expect((await stopProgram(program)).code).toBe(0);
    await untilDeserted(folder);
  });
});

describe('a program that is starting', () => {
  it.each([
    ['its database is being created', async (folder: string) => (await readdir(folder)).length > 1],
    ['its database is up', (folder: string) => postmasterOn(folder).then(Boolean, () => false)],
  ])('stops on SIGTERM while %s, leaves no process, and starts again', async (_when, passes) => {
    const folder = await scratchFolder();
    const { child, ended } = spawnProgram({ PORT: '0', PURSER_DATA_DIR: folder, PURSER_LOG_LEVEL: 'warn' });
    await until('the start has reached this point', () => passes(folder));
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    await untilDeserted(folder);
    const program = await startProgram(folder);
    expect((await stopProgram(program)).code).toBe(0);
  });
});
