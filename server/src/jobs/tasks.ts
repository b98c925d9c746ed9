import { expireApprovals } from '../approvals/expire.ts';
import type { Program } from '../context.ts';
import { advanceWatermarks } from '../counterparties/advance-watermarks.ts';
import { expireCustomerInvitations } from '../customer-invitations/expire.ts';
import type { Task } from '../engine/model/journal.ts';
import { deleteExpiredResponses } from '../idempotency/delete-expired.ts';
import { sendDueMail } from '../mails/send.ts';
import { expirePartyInvitations } from '../party-invitations/expire.ts';
import { expirePaymentRequests } from '../payment-requests/expire.ts';
import { returnUnclaimed } from '../payments/return-unclaimed.ts';
import { collectOutcomes } from '../transfers/collect-outcomes.ts';
import { submitWithdrawals } from '../transfers/submit-withdrawals.ts';
import { composers } from './composers.ts';

/** Does a part of the work of a kind that is due by the service's clock, and answers how much that was. */
type Work = (program: Program, now: Date) => Promise<number>;

/** What ends by itself. */
const endings: readonly Work[] = [
  expireApprovals,
  returnUnclaimed,
  expirePaymentRequests,
  expireCustomerInvitations,
  expirePartyInvitations,
  deleteExpiredResponses,
];

/** Of these none waits for another: where one fails the others are done all the same, and its failure is thrown. */
async function expire(program: Program, now: Date): Promise<number> {
  let done = 0;
  const failures: unknown[] = [];
  for (const end of endings) {
    try {
      done += await end(program, now);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

/** All work that nobody waits for. What is due stands in the tables of the rooms; a job only says that there is some. */
export const tasks: Readonly<Record<Task, Work>> = {
  expire,
  submitWithdrawals,
  collectOutcomes,
  advanceWatermarks,
  sendMail: (program, now) => sendDueMail(program, now, composers),
};

export const taskNames = Object.keys(tasks) as Task[];
