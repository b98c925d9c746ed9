import { countOf } from '../../engine/model/agent-rules.ts';
import type { ApprovalReason, Reasons } from '../../engine/model/records.ts';
import { reasonSentence, type ReasonShown } from '../../terms/reasons.ts';
import { decimal } from './money.ts';

/** Why something waits or is refused: a sentence of ours, and the figures of it. */
export type ShownReason = {
  type: string;
  says: string;
  window?: string;
  allowed?: string | number;
  asked?: string | number;
  currency?: string;
  earlier_payment_id?: string;
};

/** The windows of limits, by what a reason calls them. */
const windows = {
  perTransactionAmount: 'perTransaction',
  dailyAmount: 'perDay',
  monthlyAmount: 'perMonth',
} as const;

type Figures = Omit<ShownReason, 'type' | 'says'>;

/** What stands in figures of a limit; `asked` of a day or a month is its total with this amount. */
const ofLimit = ({ limitType, limitAmount, actualAmount, currency }: Reasons['limitExceeded']): Figures => ({
  window: windows[limitType],
  allowed: decimal(limitAmount, currency),
  asked: decimal(actualAmount, currency),
  currency,
});

/** Returns a reason of a response of the API as tools show it. */
export function shownReason(shown: ReasonShown): ShownReason {
  const reason = shown as ApprovalReason; // the shape holds no more than it
  return { type: reason.type, says: reasonSentence(reason), ...figuresOf(reason) };
}

function figuresOf(reason: ApprovalReason): Figures {
  if (reason.type === 'limitExceeded') return ofLimit(reason);
  if ('currency' in reason) return { currency: reason.currency };
  if (reason.type === 'possibleDuplicate') {
    const { earlierPaymentId } = reason;
    return earlierPaymentId === undefined ? {} : { earlier_payment_id: earlierPaymentId };
  }
  const count = countOf(reason);
  return count === null ? {} : { window: count.period, allowed: count.limit, asked: count.actual };
}
