import { z } from 'zod';
import type { Limits } from '../engine/model/state.ts';
import { amountToJson } from '../lib/money.ts';
import { amountField } from './fields.ts';
import { amountShape } from './shapes.ts';

/** No limit at all. */
export const noLimits: Limits = { perTransaction: null, perDay: null, perMonth: null };
const windowField = amountField.nullable().default(null);

/** All limits at once: what is null or left out is no limit, so that null and an empty object clear them all. */
export const limitsField = z
  .strictObject(
    { perTransaction: windowField, perDay: windowField, perMonth: windowField },
    'must be null or an object',
  )
  .nullable();

/** Limits as answers show them: those that are set, or null where there is none. */
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

/** The limits that are set, or null. */
export function limitsToJson(limits: Limits): z.output<typeof limitsShape> {
  const { perTransaction, perDay, perMonth } = limits;
  const set = Object.entries({ perTransaction, perDay, perMonth }).flatMap(([name, amount]) =>
    amount === null ? [] : [[name, amountToJson(amount)] as const],
  );
  return set.length === 0 ? null : Object.fromEntries(set);
}

/** The one limit that a customer sets: an object with `perTransaction`, or null for none. */
export const transactionLimitField = z
  .strictObject({ perTransaction: amountField }, 'must be null or an object')
  .nullable()
  .default(null);

/** The same in answers. */
export const transactionLimitShape = z
  .strictObject({ perTransaction: amountShape })
  .nullable()
  .meta({
    description: "Minor units of the customer's default currency. Null: no limit.",
    examples: [{ perTransaction: 10_000 }],
  });

/** A limit per transaction, or null where there is none. */
export function transactionLimitToJson(
  perTransaction: bigint | null,
): z.output<typeof transactionLimitShape> {
  return perTransaction === null ? null : { perTransaction: amountToJson(perTransaction) };
}
