import { z } from 'zod';
import { breachOutcomes } from '../engine/model/agent-rules.ts';
import { weeklyShape } from './rules-shape.ts';
import { currencyShape, idShape, textShape } from './shapes.ts';

const limitExceeded = z.strictObject({
  type: z.literal('limitExceeded'),
  limitType: z.enum(['perTransactionAmount', 'dailyAmount', 'monthlyAmount']),
  limitAmount: z.int().meta({ description: 'The limit, in minor units.', examples: [10_000] }),
  actualAmount: z.int().meta({
    description:
      'The amount that exceeds the limit, in minor units. For a daily or monthly limit, the total with this amount.',
    examples: [25_000],
  }),
  currency: currencyShape,
});
const currencyNotCovered = z.strictObject({
  type: z.literal('currencyNotCovered'),
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
  z.strictObject({
    type: z.literal('counterpartyNotAllowed'),
    list: z
      .enum(['allow', 'block'])
      .meta({ description: 'The list that the counterparty is missing from (`allow`) or is on (`block`).' }),
    counterparty,
    onBreach,
  }),
  z.strictObject({
    type: z.literal('currencyNotAllowed'),
    currency: currencyShape,
    allowed: z.array(currencyShape),
    onBreach,
  }),
  z.strictObject({
    type: z.literal('rateExceeded'),
    period: z.enum(['hour', 'day']),
    limit: count,
    actual: count.meta({
      description: 'The number of payments in the period, with this one.',
      examples: [21],
    }),
    onBreach,
  }),
  z.strictObject({
    type: z.literal('outsideHours'),
    localTime: textShape('sunday 03:04'),
    timeZone: textShape('Europe/Berlin'),
    weekly: weeklyShape,
    onBreach,
  }),
  z.strictObject({ type: z.literal('newCounterparty'), counterparty, onBreach }),
  z.strictObject({
    type: z.literal('possibleDuplicate'),
    earlierPaymentId: idShape('pay'),
    withinSeconds: z.int().meta({ examples: [600] }),
    overridable: z.boolean().meta({ description: 'Whether `intendedRepeat` lets the payment pass.' }),
    onBreach,
  }),
] as const;

/** Why an approval is needed, or why rules refuse: every limit and rule that is exceeded. */
export const reasonShape = z.union([limitExceeded, currencyNotCovered, ...ruleReasons]);
