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

/** The query parameters of those by which lists filter: a row passes if it has this value. */
export const sharedFilters = {} satisfies { [K in keyof SharedTerms]?: z.ZodType };

export const filterNames = Object.keys(sharedFilters) as Array<keyof typeof sharedFilters>;
export const sharedTerms = Object.keys(sharedShapes) as Array<keyof SharedTerms>;

/** Returns them as responses show them. */
export function sharedToJson({ description }: SharedTerms): z.output<z.ZodObject<typeof sharedShapes>> {
  return { description };
}
