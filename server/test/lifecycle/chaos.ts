import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { until } from '../flows/support.ts';
import { call } from '../support/http.ts';
import { compareWithBank, settle } from './exactly-once.ts';
import type { BankFigures, Figures } from './exactly-once.ts';
import { processesOn, scratchFolder, untilDeserted } from './folder.ts';
import { startLoad } from './load.ts';
import type { Attempt } from './load.ts';
import { startProgram, stopProgram } from './program.ts';
import type { Program } from './program.ts';

/** Who is killed. */
export type Victim = 'server' | 'database' | 'both';

/** How many kills of each victim; the suite stays short by default. */
export const rounds = Number(process.env['PURSER_KILL_ROUNDS'] ?? 3);

const clients = 16;
const acknowledgedBefore = 60;
const longestPause_ms = 150;
const swiftBank = { PURSER_SANDBOX_SETTLE_MS: '50' }; // so that kills meet it at work

/** The figures of a run of kill rounds, and what the clients saw instead of acknowledgements. */
export type Report = Figures & BankFigures & { rounds: number; failures: Record<string, number> };

/**
 * Kills the victim so many times with SIGKILL under load, each time at another moment, and settles up after each.
 * The server is started again when it was killed, and must go on by itself when it was not.
 */
export async function killUnderLoad(victim: Victim, times: number): Promise<Report> {
  const folder = await scratchFolder();
  const attempts: Attempt[] = [];
  const failures: Record<string, number> = {};
  let program = await startProgram(folder, swiftBank);
  let figures = await settle(program, attempts);
  let acknowledged = 0;
  let retried = 0;
  for (let round = 0; round < times; round += 1) {
    const load = startLoad(program, clients, 'stubborn');
    await load.acknowledge(acknowledgedBefore);
    await pause(randomInt(longestPause_ms));
    await kill(program, victim);
    if (victim === 'database') await load.acknowledge(acknowledgedBefore);
    await load.stop();
    attempts.push(...load.attempts);
    for (const failure of load.failures) failures[failure] = (failures[failure] ?? 0) + 1;
    program = victim === 'database' ? await stillServing(program) : await startProgram(folder, swiftBank);
    figures = await settle(program, attempts);
    acknowledged += load.attempts.length - figures.retried;
    retried += figures.retried;
  }
  const bank = await compareWithBank(program);
  figures = await settle(program, attempts);
  expect((await stopProgram(program)).code).toBe(0);
  expect(processesOn(folder)).toEqual([]);
  return { ...figures, ...bank, acknowledged, retried, rounds: times, failures };
}

async function kill(program: Program, victim: Victim): Promise<void> {
  const postmaster = await program.postmaster();
  if (victim !== 'server') process.kill(postmaster, 'SIGKILL');
  if (victim !== 'database') {
    program.signal('SIGKILL');
    await program.ended;
  }
}

/** The same process, which has another database by now and says that it is ready. */
async function stillServing(program: Program): Promise<Program> {
  await until('the server is ready again', async () => {
    const reply = await call(program.baseUrl, 'GET', '/readyz');
    return reply.status === 200;
  });
  expect(program.isRunning()).toBe(true);
  return program;
}

/** Kills the server once and checks that its database goes down with it. */
export async function killServerOf(program: Program, folder: string): Promise<void> {
  await kill(program, 'server');
  await untilDeserted(folder);
}
