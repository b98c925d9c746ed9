import { describe, expect, it } from 'vitest';
import type { Attempt } from '../../../proof/support/load/attempt.ts';
import type { Target } from '../../../proof/support/load/client.ts';
import { faultsOf, startLoad } from '../../../proof/support/load/load.ts';
import { compareWithDatabase, retryAll } from '../../../proof/support/load/verify.ts';
import type { Database } from '../../../proof/support/program.ts';
import { scratchFolder, untilDeserted } from './folder.ts';
import { type Program, startProgram, stopProgram } from './program.ts';

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
    await untilDeserted(folder);
    expect(await figuresAfter(folder, load.attempts)).toMatchObject({ ...unharmed, retried: 0 });
  });

  it('loses no acknowledged payment even when clients keep sending', async () => {
    const folder = await scratchFolder();
    const first = await startProgram(folder, { PURSER_SHUTDOWN_TIMEOUT_MS: '300' });
    const load = startLoad(targetOf(first), load16);
    await load.acknowledge(200);
    expect((await stopProgram(first)).code).toBe(0);
    await load.stop();
    await untilDeserted(folder);
    expect(await figuresAfter(folder, load.attempts)).toMatchObject(unharmed);
  });
});
