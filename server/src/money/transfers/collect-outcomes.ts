import type { Program } from '../../context.ts';
import { enqueueTask } from '../../engine/plain-writes/enqueue-task.ts';
import { groupSize } from '../../engine/queue/run-in-groups.ts';
import type { Rail, RailReport } from '../../gateways/rail.ts';
import { insertRefusedReport } from './refused/queries.ts';
import { settleReport, storeAlone } from './settle-report.ts';

const minPause_ms = 250;
const maxPause_ms = 60_000;

/**
 * Settles transfers as the bank reports, and acknowledges each report once its outcome is stored. A repeated report
 * has no further effect. Returns how many reports were settled. While more are expected, enqueues itself to run again
 * soon.
 */
export async function collectOutcomes(program: Program, now: Date): Promise<number> {
  const { rail, db } = program;
  if (!rail) return 0;
  let count = 0;
  for await (const some of groupsOf(rail.reports(now))) {
    const settled = await Promise.all(some.map((report) => settle(program, rail, report, now)));
    const done = some.filter((_report, index) => settled[index]);
    await Promise.all(done.map(({ id }) => rail.acknowledge(id, now)));
    count += done.length;
  }
  if (count === 0 && (await rail.isExpecting())) {
    await enqueueTask(db, 'collectOutcomes', new Date(Date.now() + pauseOf(rail)));
  }
  return count;
}

/** Yields reports in groups. Those of one order stay in their order: no group has two of them. */
async function* groupsOf(reports: AsyncIterable<RailReport>): AsyncGenerator<RailReport[]> {
  let group: RailReport[] = [];
  for await (const report of reports) {
    if (group.length === groupSize || group.some(({ key }) => key === report.key)) {
      yield group;
      group = [];
    }
    group.push(report);
  }
  yield group;
}

/** Returns how long to wait until the bank is asked for reports again, in milliseconds. */
function pauseOf({ settlesIn }: Rail): number {
  const usual_ms = 'ms' in settlesIn ? settlesIn.ms : maxPause_ms;
  return Math.min(maxPause_ms, Math.max(minPause_ms, usual_ms / 4));
}

/**
 * Settles one report, or records once that it is refused, which reconciliation shows. Returns false if it cannot be stored
 * now; the bank then reports it again.
 */
function settle(program: Program, { name }: Rail, report: RailReport, now: Date): Promise<boolean> {
  const { db, log } = program;
  const line = { rail: name, key: report.key };
  return storeAlone(program, line, async () => {
    const result = await settleReport(program, name, report);
    if (!result) {
      log.error(line, 'the bank reports on a payment that it was never asked for');
    } else if (!result.done) {
      const { refusal } = result;
      const isNew = await insertRefusedReport(db, { ...report, rail: name, refusal, refusedAt: now });
      if (isNew) log.error({ ...line, refusal }, 'a report of the bank is refused');
    }
    return true;
  });
}
