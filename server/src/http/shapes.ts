import { z } from 'zod';
import type { IdPrefix } from '../lib/id.ts';

// The shapes of responses, for the OpenAPI document, the types of the views, and tests. Responses are not validated
// against them at run time. Each leaf has an example.

const exampleDigits = '0198f3c2a4b17d6e8f90a1b2c3d4e5f6';

/** Returns the id of a resource in examples. */
export function exampleId(prefix: IdPrefix): string {
  return `${prefix}_${exampleDigits}`;
}

export function idShape(prefix: IdPrefix) {
  return z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`))
    .meta({ examples: [exampleId(prefix)] });
}

export function textShape(example: string) {
  return z.string().meta({ examples: [example] });
}

/** An amount in minor units. */
export const amountShape = z
  .int()
  .min(1)
  .max(Number.MAX_SAFE_INTEGER)
  .meta({
    description: 'An integer in minor units of the currency, such as cents of USD.',
    examples: [1250],
  });

export const currencyShape = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: 'An ISO 4217 currency code.', examples: ['USD'] });

/** The times of examples: when something happens, and an hour later. */
export const exampleTime = '2026-11-21T09:30:00Z';
export const exampleTimeLater = '2026-11-21T10:30:00Z';

/** A time to the second, in UTC. */
export const secondsShape = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  .meta({ format: 'date-time', examples: [exampleTime] });

/** The payment or withdrawal that something is about. */
export const targetShape = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('payment'), id: idShape('pay') }).meta({ title: 'paymentTarget' }),
  z.strictObject({ type: z.literal('withdrawal'), id: idShape('trf') }).meta({ title: 'withdrawalTarget' }),
]);

/** A time to the millisecond, in UTC. */
export const millisShape = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ format: 'date-time', examples: ['2026-11-21T09:30:00.000Z'] });

export function relatedShape<T extends string>(type: T, prefix: IdPrefix) {
  return z.strictObject({ data: z.strictObject({ type: z.literal(type), id: idShape(prefix) }) });
}

export function relatedOrNoneShape<T extends string>(type: T, prefix: IdPrefix) {
  return z.strictObject({
    data: z.strictObject({ type: z.literal(type), id: idShape(prefix) }).nullable(),
  });
}

/** Returns the shape of a relationship to one resource, with some of its attributes. */
export function embeddedShape<T extends string, A extends z.ZodRawShape>(
  type: T,
  prefix: IdPrefix,
  attributes: A,
) {
  return z.strictObject({
    data: z.strictObject({
      type: z.literal(type),
      id: idShape(prefix),
      attributes: z.strictObject(attributes),
    }),
  });
}

export function resourceShape<T extends string, A extends z.ZodRawShape, R extends z.ZodRawShape>(
  type: T,
  prefix: IdPrefix,
  attributes: A,
  relationships: R,
) {
  return z
    .strictObject({
      type: z.literal(type),
      id: idShape(prefix),
      attributes: z.strictObject(attributes),
      relationships: z.strictObject(relationships),
    })
    .meta({ title: type });
}

/** Returns the shape of a resource that has no relationships. */
export function bareResourceShape<T extends string, A extends z.ZodRawShape>(
  type: T,
  prefix: IdPrefix,
  attributes: A,
) {
  return z
    .strictObject({ type: z.literal(type), id: idShape(prefix), attributes: z.strictObject(attributes) })
    .meta({ title: type });
}

export function removedShape<T extends z.ZodType>(resource: T) {
  return z.strictObject({ data: resource, meta: z.strictObject({ deleted: z.literal(true) }) });
}

export function singleShape<R extends z.ZodType>(resource: R) {
  return z.strictObject({ data: resource }).meta(titled(resource, 'Response'));
}

/** Returns the title of a response from the title of its resource; a resource without one gives none. */
function titled(resource: z.ZodType, ending: string): { title?: string } {
  const title = resource.meta()?.title;
  return title === undefined ? {} : { title: `${title}${ending}` };
}

const nextCursor = z
  .string()
  .nullable()
  .meta({
    description: 'Send it as `cursor` to get the next page. Null on the last page.',
    examples: [null],
  });

export function listShape<R extends z.ZodType>(resource: R) {
  return z
    .strictObject({
      data: z.array(resource),
      meta: z.strictObject({ pagination: z.strictObject({ hasMore: z.boolean(), nextCursor }) }),
    })
    .meta(titled(resource, 'List'));
}

/** Returns the same for lists whose pagination has snake_case names in the specification: in both spellings. */
export function underscoredListShape<R extends z.ZodType>(resource: R) {
  return z
    .strictObject({
      data: z.array(resource),
      meta: z.strictObject({
        pagination: z.strictObject({
          hasMore: z.boolean(),
          nextCursor,
          has_more: z.boolean(),
          next_cursor: nextCursor,
        }),
      }),
    })
    .meta(titled(resource, 'List'));
}
