import { expect } from 'vitest';

// The notation of expected shapes: values, matchers, and objects and lists of them, compared with toStrictEqual, so
// that nothing is missing or extra. Each shape stands once, by hand: a test that asks the code would agree with it.

const moment = String.raw`^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]`;

/** Times in UTC, without and with milliseconds. */
export const seconds: unknown = expect.stringMatching(new RegExp(`${moment}Z$`));
export const millis: unknown = expect.stringMatching(new RegExp(String.raw`${moment}\.[0-9]{3}Z$`));
export const text: unknown = expect.any(String);
export const boolean: unknown = expect.any(Boolean);
export const integer: unknown = expect.toSatisfy((value) => Number.isSafeInteger(value), 'is an integer');
export const currency: unknown = expect.stringMatching(/^[A-Z]{3}$/);

export const idOf = (prefix: string): unknown =>
  expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f]{32}$`));

/** One of these words. */
export const words = (...all: string[]): unknown => expect.toBeOneOf(all);

/** An object whose members all hold what is asked of them. */
export const objectWhere = (holds: (name: string, value: unknown) => boolean): unknown =>
  expect.toSatisfy(
    (found) =>
      typeof found === 'object' &&
      found !== null &&
      !Array.isArray(found) &&
      Object.entries(found).every(([name, value]) => holds(name, value)),
  );

/** Tags: texts by name. */
export const tags = objectWhere((_, value) => typeof value === 'string');

/** What the matchers of `oneOf` and `list` contain. */
const choices = new WeakMap<object, readonly unknown[]>();
const elements = new WeakMap<object, unknown>();

/** One of these shapes. */
export function oneOf(...shapes: unknown[]): unknown {
  const matcher = expect.toBeOneOf(shapes) as object;
  choices.set(matcher, shapes);
  return matcher;
}

export const orNull = (shape: unknown): unknown => oneOf(shape, null);

/** A list, perhaps empty, in which everything has this shape. */
export const list = (shape: unknown): unknown =>
  listWhere((found) => found.every((each) => fits(each, shape)), shape);

/** The same, but not empty. */
export const fullList = (shape: unknown): unknown =>
  listWhere((found) => found.length > 0 && found.every((each) => fits(each, shape)), shape);

function listWhere(holds: (found: unknown[]) => boolean, shape: unknown): unknown {
  const matcher = expect.toSatisfy((found) => Array.isArray(found) && holds(found)) as object;
  elements.set(matcher, shape);
  return matcher;
}

const fits = (value: unknown, shape: unknown): boolean =>
  (expect.toBeOneOf([shape]) as { asymmetricMatch: (value: unknown) => boolean }).asymmetricMatch(value);

const nextCursor = orNull(text);

/** The response of a list that is not empty, in which every resource has one of the shapes. */
export function listOf(...shapes: object[]): object {
  return { data: everyOne(shapes), meta: { pagination: { hasMore: boolean, nextCursor } } };
}

/** The same response where the specification spells it with underscores. */
export function underscoredListOf(...shapes: object[]): object {
  const pagination = { hasMore: boolean, nextCursor, has_more: boolean, next_cursor: nextCursor };
  return { data: everyOne(shapes), meta: { pagination } };
}

function everyOne(shapes: object[]): unknown {
  const shape = shapes.length === 1 ? shapes[0] : oneOf(...shapes);
  return listWhere((found) => {
    expect(found).toEqual(found.map(() => shape)); // throws with the difference
    return found.length > 0;
  }, shape);
}

/** A relationship to one resource, with its embedded attributes if any. */
export function related(type: string, prefix: string, attributes?: object): object {
  return { data: { type, id: idOf(prefix), ...(attributes && { attributes }) } };
}

export function relatedOrNone(type: string, prefix: string): object {
  return { data: orNull({ type, id: idOf(prefix) }) };
}

export const relatedToNone = { data: null };

type Shape<Attributes extends object, Relationships extends object> = {
  type: string;
  id: unknown;
  attributes: Attributes;
  relationships?: Relationships;
};

/** What a party is told of a payee, besides its name. */
export const payeeShape = {
  address: orNull(text),
  partyId: orNull(idOf('pty')),
  knownSince: orNull(seconds),
  lastPaidAt: orNull(seconds),
  nameWarning: orNull({ partyId: idOf('pty'), name: text }),
};

/** Why a payment or withdrawal waits; null if it does not. */
export const askedApprovals = orNull(
  fullList({
    id: idOf('apr'),
    reasons: list(expect.objectContaining({ type: text })),
    deciderPartyId: idOf('pty'),
    expiresAt: seconds,
  }),
);

/** A resource; without relationships it has no such member. */
export function resource<Attributes extends object, Relationships extends object>(
  type: string,
  prefix: string,
  attributes: Attributes,
  relationships?: Relationships,
): Shape<Attributes, Relationships> {
  return { type, id: idOf(prefix), attributes, ...(relationships && { relationships }) };
}

/** The same resource where some of its attributes and relationships are known more exactly. */
export const having = <Attributes extends object, Relationships extends object>(
  { relationships, ...shape }: Shape<Attributes, Relationships>,
  known: { [Name in keyof Attributes]?: unknown },
  knownOnes: { [Name in keyof Relationships]?: unknown } = {},
): Shape<{ [Name in keyof Attributes]: unknown }, { [Name in keyof Relationships]: unknown }> => ({
  ...shape,
  attributes: { ...shape.attributes, ...known },
  ...(relationships && { relationships: { ...relationships, ...knownOnes } }),
});

/**
 * Returns, by path, the choices of a shape that no value takes: of what may be null, that it was never null, or never
 * anything else.
 */
export function unseen(shape: unknown, values: readonly unknown[], at: string): string[] {
  if (typeof shape !== 'object' || shape === null) return [];
  if (elements.has(shape)) return unseen(elements.get(shape), values.filter(Array.isArray).flat(), `${at}[]`);
  const choice = choices.get(shape);
  if (choice) {
    const never = choice.filter((each) => !values.some((value) => fits(value, each)));
    const missing = never.map((each) => `${at} was never ${each === null ? 'null' : 'a value'}`);
    return missing.concat(choice.flatMap((each) => unseen(each, values, at)));
  }
  if ('asymmetricMatch' in shape) return [];
  return Object.entries(shape).flatMap(([name, inside]) =>
    unseen(inside, membersOf(values, name), `${at}.${name}`),
  );
}

function membersOf(values: readonly unknown[], name: string): unknown[] {
  const members = values.flatMap((value) => Object.entries(value ?? {}));
  return members.flatMap(([each, value]: [string, unknown]) => (each === name ? [value] : []));
}
