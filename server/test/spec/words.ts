import type { Rule, Rules } from './rules.ts';

// The words that the tables are written in.

export const text: Rule = { text: null, says: 'text' };
export const integer: Rule = { integer: true };
export const boolean: Rule = { boolean: true };
export const digits: Rule = { text: /^[1-9][0-9]*$/, says: 'decimal digits' };
export const currency: Rule = { text: /^[A-Z]{3}$/, says: 'an ISO 4217 code' };
export const url: Rule = { text: /^https?:\/\/[^\s/]+\/[^\s]+$/, says: 'a URL' };

const moment = String.raw`^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]`;
/** A timestamp without milliseconds, in UTC. */
export const seconds: Rule = { text: new RegExp(`${moment}Z$`), says: 'a time like 2026-11-21T09:30:00Z' };
/** A timestamp with milliseconds, in UTC. */
export const millis: Rule = {
  text: new RegExp(String.raw`${moment}\.[0-9]{3}Z$`),
  says: 'a time like 2026-11-21T09:30:00.000Z',
};

export const id = (prefix: string): Rule => ({
  text: new RegExp(`^${prefix}_[0-9a-f]{32}$`),
  says: `${prefix}_ and 32 hex digits`,
});
export const words = (...all: string[]): Rule => ({ words: all });
export const listOf = (rule: Rule): Rule => ({ list: rule });
export const object = (rules: Rules): Rule => ({ object: rules });
export const oneOf = (...rules: Rule[]): Rule => ({ oneOf: rules });

/** Null or not, and the samples show both. */
export const orNull = (rule: Rule): Rule => ({ ...rule, null: 'both' });
/** May be null; nothing in the sandbox makes it so. */
export const orNullSometime = (rule: Rule): Rule => ({ ...rule, null: 'never' });
/** May have a value; nothing in the program gives it one yet, or not in this answer. */
export const onlyNull = (rule: Rule): Rule => ({ ...rule, null: 'only' });
/** Decided, not specified. */
export const beyond = (rule: Rule): Rule => ({ ...rule, beyond: true });
/** Not there in every answer. */
export const maybe = (rule: Rule): Rule => ({ ...rule, maybe: true });

/** A relationship to one resource, with the attributes it embeds if any. */
export function to(type: string, prefix: string, embedded?: Rules): Rule {
  return object({ data: one(type, prefix, embedded) });
}
export const toOneOrNone = (type: string, prefix: string): Rule =>
  object({ data: orNull(one(type, prefix)) });
export const toNone = (type: string, prefix: string): Rule => object({ data: onlyNull(one(type, prefix)) });
export const toMany = (type: string, prefix: string, embedded: Rules): Rule =>
  object({ data: listOf(one(type, prefix, embedded)) });

function one(type: string, prefix: string, embedded?: Rules): Rule {
  const attributes = embedded && { attributes: object(embedded) };
  return object({ type: words(type), id: id(prefix), ...attributes });
}

/** A resource; without relationships it has no such member. */
export function resource(type: string, prefix: string, attributes: Rules, relationships?: Rules): Rule {
  const related = relationships && { relationships: object(relationships) };
  return object({ type: words(type), id: id(prefix), attributes: object(attributes), ...related });
}

/** Answers: one resource, a page of a list in either spelling. */
export const single = (rule: Rule, meta?: Rules): Rule =>
  object({ data: rule, ...(meta && { meta: object(meta) }) });
export const batch = (rule: Rule, meta: Rules): Rule => object({ data: listOf(rule), meta: object(meta) });
export const page = (rule: Rule): Rule =>
  batch(rule, { pagination: object({ hasMore: boolean, nextCursor: orNull(text) }) });
export const snakePage = (rule: Rule): Rule =>
  batch(rule, { pagination: object({ has_more: boolean, next_cursor: orNull(text) }) });
