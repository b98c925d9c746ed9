import type { Rule, Rules } from './rules.ts';

// The rules that the tables are written with.

export const text: Rule = { text: null, expected: 'text' };
export const integer: Rule = { integer: true };
export const boolean: Rule = { boolean: true };
export const digits: Rule = { text: /^[1-9][0-9]*$/, expected: 'decimal digits' };
export const currency: Rule = { text: /^[A-Z]{3}$/, expected: 'an ISO 4217 code' };
export const url: Rule = { text: /^https?:\/\/[^\s/]+\/[^\s]+$/, expected: 'a URL' };

const moment = String.raw`^[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]`;
/** A timestamp without milliseconds, in UTC. */
export const seconds: Rule = {
  text: new RegExp(`${moment}Z$`),
  expected: 'a time like 2026-11-21T09:30:00Z',
};
/** A timestamp with milliseconds, in UTC. */
export const millis: Rule = {
  text: new RegExp(String.raw`${moment}\.[0-9]{3}Z$`),
  expected: 'a time like 2026-11-21T09:30:00.000Z',
};

export const id = (prefix: string): Rule => ({
  text: new RegExp(`^${prefix}_[0-9a-f]{32}$`),
  expected: `${prefix}_ and 32 hex digits`,
});
export const words = (...all: string[]): Rule => ({ words: all });
export const listOf = (rule: Rule): Rule => ({ list: rule });
export const object = (rules: Rules): Rule => ({ object: rules });
export const oneOf = (...rules: Rule[]): Rule => ({ oneOf: rules });

/** Null or a value; the samples show both. */
export const orNull = (rule: Rule): Rule => ({ ...rule, null: 'both' });
/** May be null, but is not in the sandbox. */
export const orNullSometime = (rule: Rule): Rule => ({ ...rule, null: 'never' });
/** May have a value, but has none yet or not in this response. */
export const onlyNull = (rule: Rule): Rule => ({ ...rule, null: 'only' });
/** Not in the specification. */
export const beyond = (rule: Rule): Rule => ({ ...rule, beyond: true });
/** The tags of a resource: texts by name. */
export const tags: Rule = beyond({ map: text });
/** Absent from some responses. */
export const maybe = (rule: Rule): Rule => ({ ...rule, maybe: true });

/** A relationship to one resource, with its embedded attributes if any. */
export function to(type: string, prefix: string, embedded?: Rules): Rule {
  return object({ data: one(type, prefix, embedded) });
}
export const toOneOrNone = (type: string, prefix: string): Rule =>
  object({ data: orNull(one(type, prefix)) });
/** The agent that acted, or none. */
export const agentOrNone: Rule = beyond(toOneOrNone('agent', 'agt'));
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

/** Responses: one resource, or a page of a list in either spelling. */
export const single = (rule: Rule, meta?: Rules): Rule =>
  object({ data: rule, ...(meta && { meta: object(meta) }) });
export const batch = (rule: Rule, meta: Rules): Rule => object({ data: listOf(rule), meta: object(meta) });
export const page = (rule: Rule): Rule =>
  batch(rule, { pagination: object({ hasMore: boolean, nextCursor: orNull(text) }) });
export const snakePage = (rule: Rule): Rule =>
  batch(rule, {
    pagination: object({
      hasMore: beyond(boolean),
      nextCursor: beyond(orNull(text)),
      has_more: boolean,
      next_cursor: orNull(text),
    }),
  });
