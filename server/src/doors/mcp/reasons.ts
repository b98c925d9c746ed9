import type { ApprovalReason, Reasons } from '../../engine/model/records.ts';
import type { ReasonShown } from '../../terms/reasons.ts';
import { reasonSentence } from '../pages/reasons.ts';
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

/** What stands in figures; `asked` of a day or a month is its total with this amount. */
const figures: { [T in keyof Reasons]: (reason: Reasons[T]) => Figures } = {
  limitExceeded: ({ limitType, limitAmount, actualAmount, currency }) => ({
    window: windows[limitType],
    allowed: decimal(limitAmount, currency),
    asked: decimal(actualAmount, currency),
    currency,
  }),
  currencyNotCovered: ({ currency }) => ({ currency }),
  counterpartyNotAllowed: () => ({}),
  currencyNotAllowed: ({ currency }) => ({ currency }),
  rateExceeded: ({ period, limit, actual }) => ({ window: period, allowed: limit, asked: actual }),
  outsideHours: () => ({}),
  newCounterparty: () => ({}),
  possibleDuplicate: ({ earlierPaymentId }) =>
    earlierPaymentId === undefined ? {} : { earlier_payment_id: earlierPaymentId },
};

/** Returns a reason of a response of the API as tools show it. */
export function shownReason(shown: ReasonShown): ShownReason {
  const reason = shown as ApprovalReason; // the shape holds no more than it
  return { type: reason.type, says: reasonSentence(reason), ...figuresOf(reason.type, reason) };
}

function figuresOf<T extends keyof Reasons>(type: T, reason: Reasons[T]): Figures {
  const of: (reason: Reasons[T]) => Figures = figures[type];
  return of(reason);
}
