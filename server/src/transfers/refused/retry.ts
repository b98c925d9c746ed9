import type { Program } from '../../context.ts';
import { PurserError } from '../../errors.ts';
import { listRefusedReports, markTried } from './queries.ts';
import type { RefusedReport } from './queries.ts';
import { settleReport } from '../settle-report.ts';

const pause_ms = 24 * 60 * 60 * 1000;
const part = 100;

/** Tries reports again that were refused, each once a day: there may be room for the money by now. */
export async function retryRefusedReports(program: Program, now: Date): Promise<void> {
  const { db } = program;
  for (const report of await listRefusedReports(db, new Date(now.getTime() - pause_ms), part)) {
    await markTried(db, report, await isStored(program, report, now), now);
  }
}

async function isStored(program: Program, report: RefusedReport, now: Date): Promise<boolean> {
  const { rail, key } = report;
  try {
    const result = await settleReport(program, rail, report, now);
    return result?.done === true;
  } catch (error) {
    // As in `collectOutcomes`: an error with this one must not hold up the others, nor the daily comparison.
    if (error instanceof PurserError) throw error;
    program.log.error({ rail, key, err: error }, 'a report of the bank cannot be stored');
    return false;
  }
}
