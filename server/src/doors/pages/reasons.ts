import type { ApprovalReason, Reasons } from '../../engine/model/records.ts';
import { formatMoney } from '../../lib/money.ts';

const limitWords = {
  perTransactionAmount: 'for one payment',
  dailyAmount: 'of one day',
  monthlyAmount: 'of one month',
} as const;

type Sentence = `${string} ${string}.`;

const sentences: { [T in keyof Reasons]: (reason: Reasons[T]) => Sentence } = {
  limitExceeded: ({ limitType, limitAmount, actualAmount, currency }) => {
    const money = (amount: number) => formatMoney({ amount: BigInt(amount), currency });
    const over = `It exceeds the limit ${limitWords[limitType]}, ${money(limitAmount)}` as const;
    return limitType === 'perTransactionAmount'
      ? `${over}.`
      : `${over}: the total would be ${money(actualAmount)}.`;
  },
  currencyNotCovered: ({ limitCurrencies, currency }) =>
    `The limits are in ${limitCurrencies.join(', ')} and do not cover ${currency}.`,
  counterpartyNotAllowed: ({ list }) =>
    list === 'allow'
      ? 'Where the money goes is not on the list of whom the agent may pay.'
      : 'Where the money goes is on the list of whom the agent may not pay.',
  currencyNotAllowed: ({ currency }) => `The agent may not pay in ${currency}.`,
  rateExceeded: ({ actual, period, limit }) =>
    `It is payment ${actual} within ${period === 'hour' ? 'an hour' : 'a day'}, and the agent may make ${limit}.`,
  outsideHours: () => 'It was asked for outside the hours in which the agent may pay.',
  newCounterparty: () => 'The agent has never paid this recipient before.',
  possibleDuplicate: () =>
    'The agent, or another one of its party, has just asked for the same. This may be a repetition by mistake.',
};

/** Returns in a sentence why something waits for a decision. No value in it was written by a user. */
export function reasonSentence(reason: ApprovalReason): string {
  return sentenceOf(reason.type, reason);
}

function sentenceOf<T extends keyof Reasons>(type: T, reason: Reasons[T]): string {
  const sentence: (reason: Reasons[T]) => Sentence = sentences[type];
  return sentence(reason);
}
