import { z } from 'zod';
import { breachOutcomes } from '../engine/model/agent-rules.ts';
import { weeklyShape } from './rules-shape.ts';
import { currencyShape, idShape, textShape } from './shapes.ts';

function reason<T extends string, A extends z.ZodRawShape>(type: T, rest: A) {
  const title = `reason${type.charAt(0).toUpperCase()}${type.slice(1)}`;
  return z.strictObject({ type: z.literal(type), ...rest }).meta({ title });
}

const limitExceeded = reason('limitExceeded', {
  limitType: z.enum(['perTransactionAmount', 'dailyAmount', 'monthlyAmount']),
  limitAmount: z.int().meta({ description: 'The limit, in minor units.', examples: [10_000] }),
  actualAmount: z.int().meta({
    description:
      'The amount that exceeds the limit, in minor units. For a daily or monthly limit, the total with this amount.',
    examples: [25_000],
  }),
  currency: currencyShape,
});
const currencyNotCovered = reason('currencyNotCovered', {
  currency: currencyShape.meta({ examples: ['EUR'] }),
  limitCurrency: currencyShape,
});

const onBreach = z.enum(breachOutcomes).meta({ description: 'Whether a breach is reviewed or refused.' });
const counterparty = z.strictObject({
  type: z.enum(['email', 'phone', 'party_id', 'agent_id']),
  value: textShape('casey@example.com'),
});
const count = z.int().meta({ examples: [20] });

// The broken rules of an agent: each with its value and its limit.
const ruleReasons = [
  reason('counterpartyNotAllowed', {
    list: z
      .enum(['allow', 'block'])
      .meta({ description: 'The list that the counterparty is missing from (`allow`) or is on (`block`).' }),
    counterparty,
    onBreach,
  }),
  reason('currencyNotAllowed', {
    currency: currencyShape,
    allowed: z.array(currencyShape),
    onBreach,
  }),
  reason('rateExceeded', {
    period: z.enum(['hour', 'day']),
    limit: count,
    actual: count.meta({
      description: 'The number of payments in the period, with this one.',
      examples: [21],
    }),
    onBreach,
  }),
  reason('outsideHours', {
    localTime: textShape('sunday 03:04'),
    timeZone: textShape('Europe/Berlin'),
    weekly: weeklyShape,
    onBreach,
  }),
  reason('newCounterparty', { counterparty, onBreach }),
  reason('possibleDuplicate', {
    earlierPaymentId: idShape('pay'),
    withinSeconds: z.int().meta({ examples: [600] }),
    overridable: z.boolean().meta({ description: 'Whether `intendedRepeat` lets the payment pass.' }),
    onBreach,
  }),
] as const;

/** Why an approval is needed, or why rules refuse: every limit and rule that is exceeded. */
export const reasonShape = z
  .discriminatedUnion('type', [limitExceeded, currencyNotCovered, ...ruleReasons])
  .meta({ title: 'reason' });
