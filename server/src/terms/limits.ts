import { z } from 'zod';
import {
  type AmountLimits,
  limitNames,
  type Limits,
  limitsIn,
  noLimits,
  type StoredLimits,
} from '../engine/model/state.ts';
import { fault } from '../errors.ts';
import { amountToJson } from '../lib/money.ts';
import { amountField, currencyField } from '../http/fields.ts';
import { amountShape } from '../http/shapes.ts';

const changedField = amountField.nullable().optional();
const windowField = amountField.nullable().default(null);
const windows = { perTransaction: windowField, perDay: windowField, perMonth: windowField };
const rule = 'must be null or an object';

const mostCurrencies = 20;
const currenciesRule = `must be null or an object of at most ${mostCurrencies} currencies`;
const currencyRule = 'must be null or an object with at least one limit';

/** The limits in one currency: at least one. */
const inCurrencyField = z
  .strictObject(
    {
      perTransaction: amountField.optional(),
      perDay: amountField.optional(),
      perMonth: amountField.optional(),
    },
    currencyRule,
  )
  .refine((limits) => Object.keys(limits).length > 0, currencyRule)
  .meta({ minProperties: 1 })
  .nullable();
type InCurrency = NonNullable<z.output<typeof inCurrencyField>>;

/** Limits by currency. What is named is replaced whole. */
const currenciesField = z
  .record(currencyField.unwrap(), inCurrencyField, {
    error: ({ code }) =>
      code === 'invalid_key' ? 'has a name that is not an ISO 4217 code like EUR' : currenciesRule,
  })
  .refine((limits) => Object.keys(limits).length <= mostCurrencies, currenciesRule)
  .meta({
    maxProperties: mostCurrencies,
    description:
      'Limits in other currencies than the default one, by currency. A payment in a currency that is not limited needs an approval as soon as any is. Where the default currency is named here too, both limits hold. No change leaves more currencies than these.',
  })
  .nullable();

/** All limits in one value. A limit that is null or absent is not set, so null and an empty object set none. */
export const limitsField = z
  .strictObject({ ...windows, currencies: currenciesField.default(null) }, rule)
  .nullable()
  .meta({ description: 'The most that may be spent, in the default currency. Null: no limit.' });

/** Limits in a change: null removes one, or all, and what is absent stays. */
export const changedLimitsField = z
  .strictObject(
    {
      perTransaction: changedField,
      perDay: changedField,
      perMonth: changedField,
      currencies: currenciesField.optional(),
    },
    rule,
  )
  .nullable()
  .meta({
    description: 'The most that may be spent, in the default currency: null removes a limit, or all.',
  });

type Sent = z.output<typeof changedLimitsField>;

/**
 * Returns limits after a change: those that it names, and the others as they were. Throws `invalid_value`, with the place of
 * the limits in the body, if the change leaves more currencies than limits may have.
 */
export function changedLimits(
  before: Limits,
  sent: Sent | undefined,
  place = '/data/attributes/limits',
): Limits {
  if (sent === null) return noLimits;
  const {
    perTransaction = before.perTransaction,
    perDay = before.perDay,
    perMonth = before.perMonth,
    currencies = {},
  } = sent ?? {};
  const currencyLimits = currencies && named(before.currencyLimits ?? {}, currencies);
  if (sent?.currencies && Object.keys(currencyLimits ?? {}).length > mostCurrencies) {
    throw fault('invalid_value', `Limits have at most ${mostCurrencies} currencies.`, {
      pointer: `${place}/currencies`,
    });
  }
  return { perTransaction, perDay, perMonth, currencyLimits };
}

/** Returns the limits by currency after a change: null if none is left. */
function named(
  before: Readonly<Record<string, StoredLimits>>,
  sent: Readonly<Record<string, InCurrency | null>>,
): Limits['currencyLimits'] {
  const changes = Object.entries(sent).map(
    ([currency, limits]) => [currency, limits && toStored(limits)] as const,
  );
  const left = Object.entries({ ...before, ...Object.fromEntries(changes) }).flatMap(([currency, limits]) =>
    limits === null ? [] : [[currency, limits] as const],
  );
  if (left.length === 0) return null;
  return Object.fromEntries(left.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function toStored(limits: AmountLimits | InCurrency): StoredLimits {
  return Object.fromEntries(
    limitNames.flatMap((name) => {
      const amount = limits[name] ?? null;
      return amount === null ? [] : [[name, amountToJson(amount)] as const];
    }),
  );
}

const amountsShape = {
  perTransaction: amountShape.optional(),
  perDay: amountShape.optional(),
  perMonth: amountShape.optional(),
};

/** The limits that examples have, in requests and responses. */
export const exampleLimits = {
  perTransaction: 10_000,
  perDay: 50_000,
  currencies: { EUR: { perMonth: 40_000 } },
};

/** Limits in a response: only those that are set, or null if there are none. */
export const limitsShape = z
  .strictObject({
    ...amountsShape,
    currencies: z
      .record(z.string(), z.strictObject(amountsShape))
      .optional()
      .meta({ description: 'Limits in other currencies, by currency.' }),
  })
  .nullable()
  .meta({
    description: 'Minor units of the default currency; days and months are those of UTC. Null: no limit.',
    examples: [exampleLimits],
  });

export function limitsToJson(limits: Limits): z.output<typeof limitsShape> {
  const { currencyLimits } = limits;
  const shown = { ...toStored(limits), ...(currencyLimits && { currencies: currencyLimits }) };
  return Object.keys(shown).length === 0 ? null : shown;
}

const fromStored = (value: number | undefined): bigint | null => (value === undefined ? null : BigInt(value));

/** Reads limits that the database keeps as in a response. */
export function limitsFromJson(kept: z.output<typeof limitsShape>): Limits {
  return {
    perTransaction: fromStored(kept?.perTransaction),
    perDay: fromStored(kept?.perDay),
    perMonth: fromStored(kept?.perMonth),
    currencyLimits: kept?.currencies ?? null,
  };
}

/** What a customer limits of an agent that acts for it. */
export const grantLimitsShape = limitsShape.meta({
  description: `Minor units of the customer's default currency; days and months are those of UTC. What the agent spends of
the customer's money counts. Null: no limit.`,
  examples: [{ perTransaction: 10_000, perMonth: 50_000 }],
});

// Stand for the default currency of whoever sets limits, and for one that no limits name.
const [itsOwn, unnamed] = ['', '-'];

/** Returns whether a change lifts any limit, or lets a currency pass that the limits did not cover. */
export function isWidened(before: Limits, after: Limits): boolean {
  const both = [before, after].flatMap(({ currencyLimits }) => Object.keys(currencyLimits ?? {}));
  return [itsOwn, unnamed, ...both].some((currency) => {
    const [had, has] = [limitsIn(before, currency, itsOwn), limitsIn(after, currency, itsOwn)];
    if (!had || !has) return has !== null;
    return limitNames.some((name) => {
      const [limit, next] = [had[name], has[name]];
      return limit !== null && (next === null || next > limit);
    });
  });
}
