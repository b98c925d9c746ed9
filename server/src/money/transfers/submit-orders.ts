import type { Logger } from 'pino';
import type { Program } from '../../context.ts';
import { enqueueTask } from '../../engine/plain-writes/enqueue-task.ts';
import type { Rail } from '../../gateways/rail.ts';
import { claimDueOrders, countWaitingOrders, type DueOrder, markCancelAsked, markTaken } from './queries.ts';

const chunk = 20;
const responseTimeout_ms = 10_000;

/**
 * Submits due orders to the bank, each under the key that was stored with it, and asks the bank to cancel those whose
 * cancellation was requested. An order without a response stays unknown and is submitted again later, under the same
 * key. If none is due, or no bank is connected, counts what waits, for the metrics. Returns how many orders were due.
 */
export async function submitOrders(program: Program, now: Date): Promise<number> {
  const { rail, db } = program;
  const orders = rail ? await claimDueOrders(db, { rail: rail.name, now, count: chunk }) : [];
  if (!rail || orders.length === 0) {
    Object.assign(program.waitingOrders, await countWaitingOrders(db, now));
    return 0;
  }
  await Promise.all(orders.map((order) => submitOrder(program, rail, order, now)));
  await enqueueTask(db, 'collectOutcomes');
  return orders.length;
}

async function submitOrder({ db, log }: Program, rail: Rail, order: DueOrder, now: Date): Promise<void> {
  const { transferId, key, state, cancelRequested, ...asked } = order;
  if (state === 'unknown') {
    if (!(await isConfirmed(rail.placeOrder({ key, ...asked }, now), transferId, log))) return;
    await markTaken(db, transferId, now);
  }
  if (cancelRequested && (await isConfirmed(rail.cancel(key, now), transferId, log))) {
    await markCancelAsked(db, transferId);
  }
}

/**
 * Returns false if the bank responds with an error, or not in time. It may have done what it was asked, and is asked
 * again.
 */
async function isConfirmed(response: Promise<void>, transferId: string, log: Logger): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), responseTimeout_ms);
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
