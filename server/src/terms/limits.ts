import { z } from 'zod';
import { type Limits, noLimits } from '../engine/model/state.ts';
import { amountToJson } from '../lib/money.ts';
import { amountField } from '../http/fields.ts';
import { amountShape } from '../http/shapes.ts';

export const limitNames = ['perTransaction', 'perDay', 'perMonth'] as const;
const changedField = amountField.nullable().optional();
const windowField = amountField.nullable().default(null);

/** All limits in one value. A limit that is null or absent is not set, so null and an empty object set none. */
export const limitsField = z
  .strictObject(
    { perTransaction: windowField, perDay: windowField, perMonth: windowField },
    'must be null or an object',
  )
  .nullable();

/** Limits in a change: null removes one, or all, and what is absent stays. */
export const changedLimitsField = z
  .strictObject(
    { perTransaction: changedField, perDay: changedField, perMonth: changedField },
    'must be null or an object',
  )
  .nullable();

/** Returns limits after a change: those that it names, and the others as they were. */
export function changedLimits(before: Limits, sent: z.output<typeof changedLimitsField> | undefined): Limits {
  const named = sent === undefined ? before : (sent ?? noLimits);
  const {
    perTransaction = before.perTransaction,
    perDay = before.perDay,
    perMonth = before.perMonth,
  } = named;
  return { perTransaction, perDay, perMonth };
}

/** Limits in a response: only those that are set, or null if there are none. */
export const limitsShape = z
  .strictObject({
    perTransaction: amountShape.optional(),
    perDay: amountShape.optional(),
    perMonth: amountShape.optional(),
  })
  .nullable()
  .meta({
    description: 'Minor units of the default currency; days and months are those of UTC. Null: no limit.',
    examples: [{ perTransaction: 10_000, perDay: 50_000 }],
  });

export function limitsToJson(limits: Limits): z.output<typeof limitsShape> {
  const { perTransaction, perDay, perMonth } = limits;
  const set = Object.entries({ perTransaction, perDay, perMonth }).flatMap(([name, amount]) =>
    amount === null ? [] : [[name, amountToJson(amount)] as const],
  );
  return set.length === 0 ? null : Object.fromEntries(set);
}

/** What a customer limits of an agent that acts for it. */
export const grantLimitsShape = limitsShape.meta({
  description: `Minor units of the customer's default currency; days and months are those of UTC. What the agent spends of
the customer's money counts. Null: no limit.`,
  examples: [{ perTransaction: 10_000, perMonth: 50_000 }],
});
