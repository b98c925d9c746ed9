import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../proof/support/load/attempt.ts';
import type { Target } from '../../../proof/support/load/client.ts';
import { faultsOf, startLoad } from '../../../proof/support/load/load.ts';
import { compareWithDatabase, retryAll } from '../../../proof/support/load/verify.ts';
import type { Database } from '../../../proof/support/program.ts';
import { call } from '../support/http.ts';
import { until } from '../flows/support.ts';
import { postmasterOn, processesOn, scratchFolder, untilDeserted } from './folder.ts';
import { type Program, spawnProgram, startProgram, stopProgram } from './program.ts';

const load16 = { clients: 16, timeout_ms: 15_000 };

function targetOf({ baseUrl, parties }: Program): Target {
  return { port: Number(new URL(baseUrl).port), parties };
}

/**
 * Starts a program on the folder and counts how the attempted writes ended: each must be stored once and
 * replay its response.
 */
async function figuresAfter(folder: string, attempts: Attempt[]) {
  const program = await startProgram(folder);
  const database = program.connection as Database;
  const retries = await retryAll(targetOf(program), database, attempts);
  const figures = { ...retries, ...(await compareWithDatabase(database, attempts)) };
  await stopProgram(program);
  return figures;
}

const unharmed = {
  lost: 0,
  duplicated: 0,
  unrequested: 0,
  executedDespiteRefusal: 0,
  changed: 0,
  contradicted: 0,
  stuck: 0,
  wrong: [],
};

describe('a running program', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops on %s with exit code 0 and leaves no process',
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

  it('ignores a second signal while it stops', async () => {
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

describe('SIGTERM under load', () => {
  it('responds to every request that was sent, then exits with 0', async () => {
    const folder = await scratchFolder();
    const first = await startProgram(folder);
    const load = startLoad(targetOf(first), { ...load16, stopsOnClose: true });
    await load.acknowledge(200);
    first.signal('SIGTERM');
    await load.ended;
    expect(faultsOf(load)).toEqual([]);
    expect((await first.ended).code).toBe(0);
    expect(processesOn(folder)).toEqual([]);
    expect(await figuresAfter(folder, load.attempts)).toMatchObject({ ...unharmed, retried: 0 });
  });

  it('loses no acknowledged payment even when clients keep sending', async () => {
    const folder = await scratchFolder();
    const first = await startProgram(folder, { PURSER_SHUTDOWN_TIMEOUT_MS: '300' });
    const load = startLoad(targetOf(first), load16);
    await load.acknowledge(200);
    expect((await stopProgram(first)).code).toBe(0);
    await load.stop();
    expect(processesOn(folder)).toEqual([]);
    expect(await figuresAfter(folder, load.attempts)).toMatchObject(unharmed);
  });
});
