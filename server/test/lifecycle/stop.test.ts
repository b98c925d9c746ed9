import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { call } from '../support/http.ts';
import { until } from '../flows/support.ts';
import { settle } from './exactly-once.ts';
import { postmasterOn, processesOn, scratchFolder, untilDeserted } from './folder.ts';
import { startLoad } from './load.ts';
import { spawnProgram, startProgram, stopProgram } from './program.ts';

const clients = 16;

describe('a running program', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends with exit code 0 and leaves no process',
    async (signal) => {
      const folder = await scratchFolder();
      const program = await startProgram(folder);
      expect((await call(program.baseUrl, 'GET', '/healthz')).status).toBe(200);
      const { code, stderr } = await stopProgram(program, signal);
      expect([code, stderr]).toEqual([0, '']);
      expect(processesOn(folder)).toEqual([]);
      await expect(postmasterOn(folder)).rejects.toThrow('ENOENT');
    },
  );

  it('takes a second signal for the same wish', async () => {
    const folder = await scratchFolder();
    const program = await startProgram(folder);
    program.signal('SIGTERM');
    program.signal('SIGINT');
    expect((await stopProgram(program)).code).toBe(0);
    expect(processesOn(folder)).toEqual([]);
  });
});

describe('a program that is starting', () => {
  it.each([
    ['its database is being made', async (folder: string) => (await readdir(folder)).length > 1],
    ['its database is up', (folder: string) => postmasterOn(folder).then(Boolean, () => false)],
  ])('ends on SIGTERM while %s, leaves no process, and starts the next time', async (_when, passes) => {
    const folder = await scratchFolder();
    const { child, ended } = spawnProgram({ PORT: '0', PURSER_DATA_DIR: folder, PURSER_LOG_LEVEL: 'warn' });
    await until('it has come that far', () => passes(folder));
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    await untilDeserted(folder);
    const program = await startProgram(folder);
    expect((await stopProgram(program)).code).toBe(0);
  });
});

describe('SIGTERM under load', () => {
  it('answers every request that was sent, then ends with exit code 0', async () => {
    const folder = await scratchFolder();
    const first = await startProgram(folder);
    const load = startLoad(first, clients, 'polite');
    await load.acknowledge(200);
    first.signal('SIGTERM');
    await load.ended;
    expect(load.failures).toEqual([]);
    expect((await first.ended).code).toBe(0);
    expect(processesOn(folder)).toEqual([]);
    const second = await startProgram(folder);
    const figures = await settle(second, load.attempts);
    expect(figures).toMatchObject({ retried: 0, lost: 0, doubled: 0, strange: 0 });
    await stopProgram(second);
  });

  it('loses no acknowledged payment even where clients never stop sending', async () => {
    const folder = await scratchFolder();
    const first = await startProgram(folder, { PURSER_SHUTDOWN_TIMEOUT_MS: '300' });
    const load = startLoad(first, clients, 'stubborn');
    await load.acknowledge(200);
    expect((await stopProgram(first)).code).toBe(0);
    await load.stop();
    expect(processesOn(folder)).toEqual([]);
    const second = await startProgram(folder);
    expect(await settle(second, load.attempts)).toMatchObject({ lost: 0, doubled: 0, strange: 0 });
    await stopProgram(second);
  });
});
