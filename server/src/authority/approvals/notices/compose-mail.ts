import type { Queryable } from '../../../db/sql.ts';
import type { MailContent } from '../../../gateways/mail.ts';
import { type Id, publicId } from '../../../lib/id.ts';
import { formatMoney } from '../../../lib/money.ts';
import { withinMail } from '../../../lib/text.ts';
import { readableTime } from '../../../lib/time.ts';
import { writeMail } from '../../../mails/write-mail.ts';
import { namedTerms } from '../../../terms/payment-terms.ts';
import { findForMail, type ReviewRow } from '../queries.ts';
import { acquaintOne } from '../../counterparties/acquaintance.ts';
import { payeeSentences } from '../payee-sentences.ts';
import { countPending, type PendingCount } from './queries.ts';

const countedAtMost = 100;

/** Composes the mail about an approval that waits; null if nothing waits any more for the party that decides. */
export async function composeApprovalMail(
  db: Queryable,
  id: Id<'apr'>,
  { baseUrl }: { now: Date; baseUrl: string },
): Promise<MailContent | null> {
  const found = await findForMail(db, id);
  if (!found) return null;
  const review = await acquaintOne(db, found.deciderPartyId, found);
  const pending = await countPending(db, review.deciderPartyId, countedAtMost);
  const waiting = pending.reduce((sum, { count }) => sum + Number(count), 0);
  const party = withinMail(review.deciderName);
  const why = `you may approve payments and withdrawals of ${party}.`;
  if (review.status !== 'pending') {
    if (waiting === 0) return null;
    return writeMail({
      subject: `${counted(waiting)} for your decision at ${party}`,
      blocks: [
        { intro: 'To see what waits and decide:', label: 'See what waits', url: `${baseUrl}/account` },
      ],
      why,
    });
  }
  const url = `${baseUrl}/review/${publicId('apr', id)}`;
  const payeeAddress = review.payeeAddress && withinMail(review.payeeAddress);
  return writeMail({
    subject: `${formatMoney(review)} waits for your approval`,
    blocks: [
      whatWaits(review),
      ...payeeSentences({ ...review, payeeAddress }),
      ...feeOf(review),
      ...approvers(review),
      ...namedTerms(review, 'review').map(([name, value]) => `${name}: ${withinMail(value)}`),
      ...(review.instanceId === null ? [] : [`In the conversation: ${withinMail(review.instanceId)}`]),
      { intro: 'To read why it waits, and approve or deny it, after you sign in:', label: 'Review it', url },
      ...(waiting > 1
        ? [`With this one, ${counted(waiting)} for a decision of ${party}: ${byAgent(pending)}.`]
        : []),
      'Opening the link decides nothing. If nobody decides within seven days, it is canceled.',
    ],
    why,
  });
}

function approvers({ asksTwo, firstName, firstDecidedAt }: ReviewRow): string[] {
  if (!asksTwo) return [];
  if (firstName === null || firstDecidedAt === null) return ['Two people have to approve it.'];
  const at = readableTime(firstDecidedAt);
  return [`${withinMail(firstName)} approved it on ${at}. A second person has to, before it runs.`];
}

function feeOf({ amount, currency, fee }: ReviewRow): string[] {
  if (fee === null) return [];
  const money = (sum: bigint) => formatMoney({ amount: sum, currency });
  return [`The fee is ${money(fee)}, in all ${money(amount + fee)}.`];
}

function counted(waiting: number): string {
  if (waiting === 1) return 'one request waits';
  return waiting > countedAtMost ? `more than ${countedAtMost} requests wait` : `${waiting} requests wait`;
}

/** Says whose the requests are: an agent that asks for many does not hide what others ask for. */
function byAgent(pending: readonly PendingCount[]): string {
  return pending
    .map(({ agentName, count }) =>
      agentName === null ? `${count} of people` : `${count} of the agent “${withinMail(agentName)}”`,
    )
    .join(', ');
}

function whatWaits(review: ReviewRow): string {
  const { agentName, initiatorName, userName, targetType, payeeName, account } = review;
  const party = withinMail(initiatorName);
  const person = userName === null ? party : `${withinMail(userName)} of ${party}`;
  const who = agentName === null ? person : `The agent “${withinMail(agentName)}” of ${party}`;
  const where = targetType === 'payment' ? payeeName : account;
  const verb = targetType === 'payment' ? 'pay' : 'withdraw';
  return `${who} asks to ${verb} ${formatMoney(review)} to ${withinMail(where ?? '')}.`;
}
