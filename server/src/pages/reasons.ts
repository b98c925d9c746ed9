import type { ApprovalReason } from '../engine/model/records.ts';
import { formatMoney } from '../lib/money.ts';

const limitNames = {
  perTransactionAmount: 'for one payment',
  dailyAmount: 'of one day',
  monthlyAmount: 'of one month',
} as const;

/** Returns in a sentence why something waits for a decision. No value in it was written by a user. */
export function reasonSentence(reason: ApprovalReason): string {
  switch (reason.type) {
    case 'limitExceeded': {
      const { limitType, limitAmount, actualAmount, currency } = reason;
      const money = (amount: number | bigint) => formatMoney({ amount: BigInt(amount), currency });
      const over = `It exceeds the limit ${limitNames[limitType]}, ${money(limitAmount)}`;
      return limitType === 'perTransactionAmount'
        ? `${over}.`
        : `${over}: the total would be ${money(actualAmount)}.`;
    }
    case 'currencyNotCovered':
      return `The limits are in ${reason.limitCurrency} and do not cover ${reason.currency}.`;
    case 'counterpartyNotAllowed':
      return reason.list === 'allow'
        ? 'Who is paid is not on the list of whom the agent may pay.'
        : 'Who is paid is on the list of whom the agent may not pay.';
    case 'currencyNotAllowed':
      return `The agent may not pay in ${reason.currency}.`;
    case 'rateExceeded':
      return `It is payment ${reason.actual} of this ${reason.period}, and the agent may make ${reason.limit}.`;
    case 'outsideHours':
      return 'It was asked for outside the hours in which the agent may pay.';
    case 'newCounterparty':
      return 'The agent has never paid this recipient before.';
    case 'possibleDuplicate':
      break;
  }
  return 'The agent has just made the same payment. This may be a repetition by mistake.';
}
