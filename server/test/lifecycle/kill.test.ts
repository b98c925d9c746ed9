import { afterAll, describe, expect, it } from 'vitest';
import { embeddedBothKill } from '../../../proof/chaos/faults/embedded-both-kill.ts';
import { embeddedPostmasterKill } from '../../../proof/chaos/faults/embedded-postmaster-kill.ts';
import { embeddedServerKill } from '../../../proof/chaos/faults/embedded-server-kill.ts';
import { tryFault } from '../../../proof/chaos/run.ts';
import { killPrograms } from '../../../proof/support/program.ts';
import { removeScratch } from '../../../proof/support/scratch.ts';
import { scratchFolder, untilDeserted } from './folder.ts';
import { readSandbox, startProgram, stopProgram } from './program.ts';

const plan = { rounds: 2, writes: 60, clients: 16, seed: 1 };

afterAll(async () => {
  killPrograms();
  await removeScratch();
});

// `npm run chaos` runs many more rounds, aimed at commits.
describe('kill -9 under load loses no acknowledged write and duplicates none', () => {
  it.each([embeddedServerKill, embeddedPostmasterKill, embeddedBothKill])('$name: $what', async (fault) => {
    const outcome = await tryFault(fault, plan, () => undefined);
    expect(outcome).toMatchObject({
      lost: 0,
      duplicated: 0,
      unrequested: 0,
      executedDespiteRefusal: 0,
      changed: 0,
    });
    expect(outcome).toMatchObject({ contradicted: 0, stuck: 0, wrong: {}, exits: 0, books: [] });
    expect(outcome.acknowledged).toBeGreaterThanOrEqual(plan.rounds * plan.writes);
  });
});

describe('kill -9 of the server', () => {
  it('stops the database, and the keys are the same after the next start', async () => {
    const folder = await scratchFolder();
    const first = await startProgram(folder);
    first.signal('SIGKILL');
    await first.ended;
    await untilDeserted(folder);
    const second = await startProgram(folder);
    expect(second.parties).toEqual(first.parties);
    expect((await readSandbox(folder)).baseUrl).toBe(second.baseUrl);
    expect((await stopProgram(second)).code).toBe(0);
  });
});
