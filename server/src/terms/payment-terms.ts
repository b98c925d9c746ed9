import type { z } from 'zod';
import type { PaymentTerms } from '../engine/model/records.ts';
import { descriptionField } from '../http/fields.ts';
import { textShape } from '../http/shapes.ts';

/**
 * What the client says of a payment, where its transaction and the lines of statements show it too. `viewers` in
 * `engine/model/tables.ts` says who sees it. Tags stand on the payment only; each resource shows money in its own way.
 */
export type SharedTerms = Omit<PaymentTerms, 'amount' | 'currency' | 'tags'>;

/** How clients send them: what is not sent is null. */
export const sharedFields = {
  description: descriptionField,
} satisfies { [K in keyof SharedTerms]: Field<z.ZodType<NonNullable<SharedTerms[K]>>> };

type Field<T extends z.ZodType> = z.ZodDefault<z.ZodNullable<T>>;

/** How responses show them. */
export const sharedShapes = {
  description: textShape('A second-hand atlas').nullable(),
} satisfies Record<keyof SharedTerms, z.ZodType>;

/** Whether lists filter by each: a row passes if it has the value of the query parameter of this name. */
const isFilter = { description: false } as const satisfies Record<keyof SharedTerms, boolean>;

type IsFilter = typeof isFilter;
type FilterName = { [K in keyof IsFilter]: IsFilter[K] extends true ? K : never }[keyof IsFilter];

export const filterNames = (Object.keys(isFilter) as Array<keyof IsFilter>).filter(
  (name): name is FilterName => isFilter[name],
);

/** All of these query parameters, each with the bounds of its field. */
export const sharedFilters = Object.fromEntries(filterNames.map((name) => [name, parameterOf(name)])) as {
  [K in FilterName]: (typeof sharedFields)[K] extends Field<infer T> ? z.ZodOptional<T> : never;
};

function parameterOf(name: keyof SharedTerms) {
  const field = sharedFields[name].unwrap().unwrap().optional();
  return field.meta({ description: `Only what has this ${name}.` });
}

/**
 * What people read before each: where an approval is asked for, on its page and in its mail, and in the mail to whom can
 * claim the money. Null where it is not shown.
 */
const namesForPeople = { description: { review: 'For', claim: 'They wrote' } } as const satisfies {
  [K in keyof SharedTerms]: { [R in Reading]: string | null };
};
type Reading = 'review' | 'claim';
type ReadIn<R extends Reading> = {
  [K in keyof SharedTerms]: (typeof namesForPeople)[K][R] extends null ? never : K;
}[keyof SharedTerms];

/** Returns those that people read there and that have a value, with their names. */
export function namedTerms<R extends Reading>(
  terms: Pick<SharedTerms, ReadIn<R>>,
  where: R,
): Array<readonly [name: string, value: string]> {
  const all: Partial<SharedTerms> = terms;
  return sharedTerms.flatMap((term) => {
    const [name, value] = [namesForPeople[term][where], all[term]];
    return name && value ? [[name, value] as const] : [];
  });
}

export const sharedTerms = Object.keys(sharedShapes) as Array<keyof SharedTerms>;

/** Returns them as responses show them. */
export function sharedToJson({ description }: SharedTerms): z.output<z.ZodObject<typeof sharedShapes>> {
  return { description };
}
