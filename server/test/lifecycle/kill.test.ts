import { afterAll, describe, expect, it } from 'vitest';
import { killServerOf, killUnderLoad, rounds } from './chaos.ts';
import type { Report, Victim } from './chaos.ts';
import { scratchFolder } from './folder.ts';
import { readSandbox, startProgram, stopProgram } from './program.ts';

const perRound_ms = 20_000;
const reports: Array<Report & { victim: Victim }> = [];
// The figures are worth a look where many rounds were asked for.
afterAll(() => {
  if (rounds > 3) console.table(reports.map(({ failures, ...report }) => ({ ...report, ...failures })));
});

async function run(victim: Victim): Promise<Report> {
  const report = await killUnderLoad(victim, rounds);
  reports.push({ victim, ...report });
  return report;
}

/** What may come instead of an acknowledgement: 503, or a connection that could not be made or broke. */
const honest = /^(503|ECONNREFUSED|ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

describe('kill -9 under load loses no acknowledged payment or withdrawal and doubles none', () => {
  it.each(['server', 'database', 'both'] as const)(
    'of: %s',
    async (victim) => {
      const report = await run(victim);
      expect(report).toMatchObject({ lost: 0, doubled: 0, strange: 0 });
      expect(report).toMatchObject({ unfinished: 0, unasked: 0, unknown: 0 });
      expect(report.acknowledged).toBeGreaterThanOrEqual(rounds * 60);
      for (const failure of Object.keys(report.failures)) expect(failure).toMatch(honest);
    },
    perRound_ms * (rounds + 1),
  );
});

describe('kill -9 of the server', () => {
  it('takes the database down, and the keys are the same after the next start', async () => {
    const folder = await scratchFolder();
    const first = await startProgram(folder);
    await killServerOf(first, folder);
    const second = await startProgram(folder);
    expect(second.parties).toEqual(first.parties);
    expect((await readSandbox(folder)).baseUrl).toBe(second.baseUrl);
    expect((await stopProgram(second)).code).toBe(0);
  });
});
