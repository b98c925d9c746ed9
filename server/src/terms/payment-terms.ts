import type { z } from 'zod';
import type { PaymentTerms } from '../engine/model/records.ts';
import { descriptionField } from '../http/fields.ts';
import { textShape } from '../http/shapes.ts';

/**
 * What the client says of a payment, where its transaction and the lines of statements show it too. `viewers` in
 * `engine/model/tables.ts` says who sees it. Tags stand on the payment only; each resource shows money in its own way.
 */
export type SharedTerms = Omit<PaymentTerms, 'amount' | 'currency' | 'tags'>;

/** How clients send them. */
export const sharedFields = {
  description: descriptionField,
} satisfies { [K in keyof SharedTerms]: z.ZodType<SharedTerms[K]> };

/** How responses show them. */
export const sharedShapes = {
  description: textShape('A second-hand atlas').nullable(),
} satisfies Record<keyof SharedTerms, z.ZodType>;

/** The query parameter of each by which lists filter, a row passes if it has this value; null if they do not. */
const filters = {
  description: null,
} satisfies { [K in keyof SharedTerms]: z.ZodType<SharedTerms[K] | undefined> | null };

type Filters = typeof filters;
type FilterName = { [K in keyof Filters]: Filters[K] extends null ? never : K }[keyof Filters];

export const filterNames = (Object.keys(filters) as Array<keyof Filters>).filter(
  (name): name is FilterName => filters[name] !== null,
);

/** All of these query parameters. */
export const sharedFilters = Object.fromEntries(filterNames.map((name) => [name, filters[name]])) as {
  [K in FilterName]: Filters[K];
};

export const sharedTerms = Object.keys(sharedShapes) as Array<keyof SharedTerms>;

/** Returns them as responses show them. */
export function sharedToJson({ description }: SharedTerms): z.output<z.ZodObject<typeof sharedShapes>> {
  return { description };
}
