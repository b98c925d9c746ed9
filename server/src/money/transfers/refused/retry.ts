import type { Program } from '../../../context.ts';
import { listRefusedReports, markTried, type RefusedReport } from './queries.ts';
import { settleReport, storeAlone } from '../settle-report.ts';

const pause_ms = 24 * 60 * 60 * 1000;
const part = 100;

/** Tries all reports again that were refused, each once a day: there may be room for the money by now. */
export async function retryRefusedReports(program: Program, now: Date): Promise<void> {
  const { db } = program;
  const before = new Date(now.getTime() - pause_ms);
  let some: RefusedReport[];
  do {
    some = await listRefusedReports(db, before, part);
    for (const report of some)
      await markTried(db, { ...report, isStored: await isStored(program, report), now });
  } while (some.length === part);
}

function isStored(program: Program, report: RefusedReport): Promise<boolean> {
  return storeAlone(program, report, async () => {
    const result = await settleReport(program, report.rail, report);
    return result?.done === true;
  });
}
