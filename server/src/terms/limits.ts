import { z } from 'zod';
import type { Limits } from '../engine/model/state.ts';
import { amountToJson } from '../lib/money.ts';
import { amountField } from '../http/fields.ts';
import { amountShape } from '../http/shapes.ts';

export const noLimits: Limits = { perTransaction: null, perDay: null, perMonth: null };
const windowField = amountField.nullable().default(null);

/** All limits in one value. A limit that is null or absent is not set, so null and an empty object clear all limits. */
export const limitsField = z
  .strictObject(
    { perTransaction: windowField, perDay: windowField, perMonth: windowField },
    'must be null or an object',
  )
  .nullable();

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

/** A new limit of a grant: an object with `perTransaction`, or null for no limit. */
export const changedLimitField = z
  .strictObject({ perTransaction: amountField }, 'must be null or an object')
  .nullable();

/** The limit of a grant, as a customer sets it: null for no limit, as is one that is not sent. */
export const transactionLimitField = changedLimitField.default(null);

export const transactionLimitShape = z
  .strictObject({ perTransaction: amountShape })
  .nullable()
  .meta({
    description: "Minor units of the customer's default currency. Null: no limit.",
    examples: [{ perTransaction: 10_000 }],
  });

export function transactionLimitToJson(
  perTransaction: bigint | null,
): z.output<typeof transactionLimitShape> {
  return perTransaction === null ? null : { perTransaction: amountToJson(perTransaction) };
}
