import { setTimeout as pause } from 'node:timers/promises';
import { fault } from '../../errors.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import { createTally } from '../../lib/tally.ts';
import type { PaymentResource } from '../../money/payments/resource.ts';
import type { Caller } from './caller.ts';
import { outcomeOf } from './outcome.ts';
import type { Result } from './result.ts';

/** How long a call waits at most: hosts give up on one that takes longer. */
export const mostSeconds = 60;
const longest_ms = 55_000; // most hosts give up after 60 s
const look_ms = 1_000;
const report_ms = 5_000;
const mostPerParty = 10;
const most = 500;

const waiting = createTally<string>();

/**
 * Waits until a payment no longer waits for an approval, and returns what became of it, or that it still waits. Each look
 * authenticates the caller anew, so nothing is shown after its credential has ended. Throws `rate_limited` if its party
 * waits in too many places already.
 */
export async function waitForPayment(
  caller: Caller,
  paymentId: string,
  seconds: number,
  read: (caller: Caller, paymentId: string) => Promise<PaymentResource>,
): Promise<Result> {
  const { partyId } = caller.ctx.actor;
  if (waiting.of(partyId) >= mostPerParty || waiting.total() >= most)
    throw fault('rate_limited', 'Too many calls of this party wait already.');
  waiting.add(partyId, 1);
  try {
    return await look(caller, paymentId, seconds, read);
  } finally {
    waiting.add(partyId, -1);
  }
}

async function look(
  caller: Caller,
  paymentId: string,
  seconds: number,
  read: (caller: Caller, paymentId: string) => Promise<PaymentResource>,
): Promise<Result> {
  const startedAt_ms = performance.now();
  const most_ms = Math.min(seconds * 1_000, longest_ms);
  let reportAt_ms = report_ms;
  let payment = await read(caller, paymentId);
  caller.leave(); // it lasts as long as the caller likes, so it holds no place
  while (payment.attributes.status === 'IN_REVIEW' && !caller.signal.aborted) {
    const passed_ms = performance.now() - startedAt_ms;
    if (passed_ms >= most_ms || caller.isStopping()) break;
    if (passed_ms >= reportAt_ms) {
      reportAt_ms += report_ms;
      await caller.report(`Waiting for a person, ${Math.round(passed_ms / 1_000)} of ${seconds} s.`);
    }
    await pause(Math.min(look_ms, most_ms - passed_ms), null, { signal: caller.signal }).catch(() => null);
    const present = await caller.again();
    if (!present) throw refusalError('credential_revoked');
    payment = await read(present, paymentId);
  }
  return outcomeOf(caller, payment);
}
