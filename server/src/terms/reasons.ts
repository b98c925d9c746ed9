import { z } from 'zod';
import { breachOutcomes } from '../engine/model/agent-rules.ts';
import type { ApprovalReason, Reasons } from '../engine/model/records.ts';
import { secondsWithinShape, weeklyShape } from './rules.ts';
import { currencyShape, idShape, textShape } from '../http/shapes.ts';
import { formatMoney } from '../lib/money.ts';

function reason<T extends string, A extends z.ZodRawShape>(type: T, rest: A) {
  const title = `reason${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  return z.strictObject({ type: z.literal(type), ...rest }).meta({ title });
}

const onBreach = z.enum(breachOutcomes).meta({ description: 'Whether a breach is reviewed or refused.' });
/** How a payment or withdrawal named where its money goes. */
export const counterpartyShape = z.strictObject({
  type: z.enum(['email', 'phone', 'party_id', 'agent_id', 'external_account_id']),
  value: textShape('casey@example.com'),
});
const counterparty = counterpartyShape;
const count = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({ examples: [20] });
const sum = z.int().min(1).max(Number.MAX_SAFE_INTEGER);

const othersLeftOut = 'Left out for an agent that reads its own only, if another agent made it.';

const shapes = {
  limitExceeded: reason('limitExceeded', {
    limitType: z.enum(['perTransactionAmount', 'dailyAmount', 'monthlyAmount']),
    limitAmount: sum.meta({ description: 'The limit, in minor units.', examples: [10_000] }),
    actualAmount: sum.meta({
      description:
        'The amount that exceeds the limit, in minor units. For a daily or monthly limit, the total with this amount.',
      examples: [25_000],
    }),
    currency: currencyShape,
  }),
  currencyNotCovered: reason('currencyNotCovered', {
    currency: currencyShape.meta({ examples: ['EUR'] }),
    limitCurrencies: z.array(currencyShape).meta({ description: 'The currencies that the limits cover.' }),
  }),

  // The broken rules of an agent: each with its value and its limit.
  counterpartyNotAllowed: reason('counterpartyNotAllowed', {
    list: z
      .enum(['allow', 'block'])
      .meta({ description: 'The list that the counterparty is missing from (`allow`) or is on (`block`).' }),
    counterparty,
    onBreach,
  }),
  currencyNotAllowed: reason('currencyNotAllowed', {
    currency: currencyShape,
    allowed: z.array(currencyShape),
    onBreach,
  }),
  rateExceeded: reason('rateExceeded', {
    period: z.enum(['hour', 'day']),
    limit: count,
    actual: count.meta({
      description: 'The number of payments in the period, with this one.',
      examples: [21],
    }),
    onBreach,
  }),
  outsideHours: reason('outsideHours', {
    localTime: textShape('sunday 03:04'),
    timeZone: textShape('Europe/Berlin'),
    weekly: weeklyShape,
    onBreach,
  }),
  newCounterparty: reason('newCounterparty', { counterparty, onBreach }),
  possibleDuplicate: reason('possibleDuplicate', {
    earlierPaymentId: idShape('pay')
      .optional()
      .meta({ description: `Of a payment. ${othersLeftOut}` }),
    earlierTransferId: idShape('trf')
      .optional()
      .meta({ description: `Of a withdrawal. ${othersLeftOut}` }),
    withinSeconds: secondsWithinShape,
    overridable: z.boolean().meta({ description: 'Whether `intendedRepeat` lets it pass.' }),
    onBreach,
  }),
} satisfies { [T in keyof Reasons]: z.ZodType<{ [K in keyof Reasons[T]]: unknown }> };

/** Why an approval is needed, or why rules refuse: every limit and rule that is exceeded. */
export const reasonShape = z
  .discriminatedUnion('type', [
    shapes.limitExceeded,
    shapes.currencyNotCovered,
    shapes.counterpartyNotAllowed,
    shapes.currencyNotAllowed,
    shapes.rateExceeded,
    shapes.outsideHours,
    shapes.newCounterparty,
    shapes.possibleDuplicate,
  ])
  .meta({ title: 'reason' });
/** A reason in a response. */
export type ReasonShown = z.output<typeof reasonShape>;

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
