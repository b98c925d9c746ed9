import { z } from 'zod';
import { breachOutcomes, weekdays } from '../engine/model/agent-rules.ts';
import type { AgentRules, ListedCounterparty } from '../engine/model/agent-rules.ts';
import { publicId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { currencyShape, textShape } from './shapes.ts';

const onBreachShape = z.enum(breachOutcomes);
const listedShape = z.strictObject({
  type: z.enum(['email', 'phone', 'domain', 'party_id']),
  value: textShape('casey@example.com'),
});
const countShape = z
  .strictObject({ max: z.int().meta({ examples: [20] }), onBreach: onBreachShape })
  .optional();

/** The spans of time in which an agent may pay. */
export const weeklyShape = z.array(
  z.strictObject({ days: z.array(z.enum(weekdays)), from: textShape('09:00'), to: textShape('17:00') }),
);

/** The rules of an agent in a response: only those that are set, or null if there are none. */
export const rulesShape = z
  .strictObject({
    counterparties: z
      .strictObject({
        allow: z.array(listedShape).optional(),
        block: z.array(listedShape).optional(),
        onBreach: onBreachShape,
      })
      .optional(),
    currencies: z.strictObject({ allow: z.array(currencyShape), onBreach: onBreachShape }).optional(),
    paymentsPerHour: countShape,
    paymentsPerDay: countShape,
    hours: z
      .strictObject({
        timeZone: textShape('Europe/Berlin'),
        weekly: weeklyShape,
        onBreach: onBreachShape,
      })
      .optional(),
    firstPaymentToNewPayee: z.enum(['allow', 'review']).optional(),
    duplicates: z
      .strictObject({
        withinSeconds: z.int().meta({ examples: [600] }),
        onBreach: onBreachShape,
        overridable: z.boolean(),
      })
      .optional(),
  })
  .nullable()
  .meta({
    description: 'What bounds the agent beyond amounts. Null: no rules.',
    examples: [{ duplicates: { withinSeconds: 600, onBreach: 'review', overridable: true } }],
  });

/** Returns the rules as JSON. */
export function rulesToJson(rules: AgentRules | null): z.output<typeof rulesShape> {
  if (rules === null) return null;
  const { counterparties } = rules;
  if (!counterparties) return rules as z.output<typeof rulesShape>;
  const { allow, block } = counterparties;
  const lists = { ...(allow && { allow: allow.map(shown) }), ...(block && { block: block.map(shown) }) };
  return { ...rules, counterparties: { ...counterparties, ...lists } } as z.output<typeof rulesShape>;
}

function shown({ type, value }: ListedCounterparty): z.output<typeof listedShape> {
  return type === 'party_id' ? { type, value: publicId('pty', value as Id<'pty'>) } : { type, value };
}
