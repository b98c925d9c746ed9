import type { Logger } from 'pino';
import type { Program } from '../context.ts';
import { enqueueTask } from '../engine/plain-writes/enqueue-task.ts';
import type { Rail } from '../gateways/rail.ts';
import { claimDueOrders, markCancelAsked, markTaken } from './queries.ts';
import type { DueOrder } from './queries.ts';

const chunk = 20;
const patience_ms = 10_000;

/**
 * Asks the bank for withdrawals that are due, each under the key that was stored with it, and for those that somebody
 * wants back. Where no answer comes it stays unknown and is asked again later, under the same key. Answers how many
 * were asked for.
 */
export async function submitWithdrawals(program: Program, now: Date): Promise<number> {
  const { rail, db } = program;
  if (!rail) return 0;
  const orders = await claimDueOrders(db, rail.name, now, chunk);
  await Promise.all(orders.map((order) => ask(program, rail, order, now)));
  if (orders.length > 0) await enqueueTask(db, 'collectOutcomes');
  return orders.length;
}

async function ask({ db, log }: Program, rail: Rail, order: DueOrder, now: Date): Promise<void> {
  const { transferId, key, amount, currency } = order;
  if (order.state === 'unknown') {
    if (!(await isAnswered(rail.submit({ key, amount, currency }, now), transferId, log))) return;
    await markTaken(db, transferId, now);
  }
  if (order.cancelRequested && (await isAnswered(rail.cancel(key, now), transferId, log))) {
    await markCancelAsked(db, transferId);
  }
}

/** False where the bank said nothing, or nothing in time: it may have understood or not, and is asked again. */
async function isAnswered(response: Promise<void>, transferId: string, log: Logger): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), patience_ms);
  });
  try {
    await Promise.race([response, late]);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    log.warn({ transferId, reason }, 'the bank gave no answer; it is asked again');
    return false;
  } finally {
    clearTimeout(timer);
  }
}
