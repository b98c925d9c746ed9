import type { Program } from '../../context.ts';
import { listRefusedReports, markTried } from './queries.ts';
import { settleReport } from '../settle-report.ts';

const pause_ms = 24 * 60 * 60 * 1000;
const part = 100;

/** Tries reports again that were refused, each once a day: there may be room for the money by now. */
export async function retryRefusedReports(program: Program, now: Date): Promise<void> {
  const { db } = program;
  for (const report of await listRefusedReports(db, new Date(now.getTime() - pause_ms), part)) {
    const result = await settleReport(program, report.rail, report, now);
    await markTried(db, report, result?.done === true, now);
  }
}
