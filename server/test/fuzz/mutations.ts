import type { Parameter, Schema } from './document.ts';
import { type Draft, type Place, rawJson, renewed } from './draft.ts';
import { sampleText } from './good.ts';
import { nearMisses, strangeNames, texts, times, type Trap, trapsOf } from './traps.ts';
import { misfit } from './validator.ts';
import type { Ids } from './world.ts';

/** A request that differs from a valid one in one place. */
export type Mutation = {
  place: Place;
  what: string;
  draft: Draft;
  /** The new text in that place, unless a response may repeat it. */
  secret?: string | undefined;
};

/** A place of a request, its valid value, and all other values to try there. */
export type Field = { place: Place; good: unknown; mutations: () => Mutation[] };

type Step = string | number;

/**
 * Returns every place of a request that the document names. `ids` are valid; `cursor`, if any, belongs to its
 * list.
 */
export function fieldsOf(draft: Draft, ids: Ids, cursor: string | null): Field[] {
  const { body } = draft.operation;
  const fields = [
    ...draft.operation.parameters.map((parameter) => parameterField(draft, parameter, ids, cursor)),
    ...(body && draft.body !== undefined ? bodyFields(draft, body.schema, draft.body, []) : []),
  ];
  return fields.map(({ place, good, mutations }) => ({
    place,
    good,
    mutations: () => mutations().map(withNewKey),
  }));
}

/** A different request gets a different key, unless the key itself differs. */
function withNewKey(mutation: Mutation): Mutation {
  const { place, draft } = mutation;
  return place.header === 'Idempotency-Key' ? mutation : { ...mutation, draft: renewed(draft) };
}

function parameterField(draft: Draft, parameter: Parameter, ids: Ids, cursor: string | null): Field {
  const { name, schema } = parameter;
  const good = (name === 'cursor' ? cursor : null) ?? sampleText(name, schema, ids);
  const place: Place = parameter.in === 'header' ? { header: name } : { parameter: name };
  const values = (): string[] => [good, ...textTraps(schema, good).map(([, value]) => String(value))];
  const mutate = (what: string, changed: Partial<Draft>): Mutation => ({
    place,
    what,
    draft: { ...draft, ...changed },
    secret: sentText(schema, what),
  });
  const mutations = (): Mutation[] => {
    if (parameter.in === 'path') {
      return values().map((text) => mutate(text, { path: { ...draft.path, [name]: text } }));
    }
    if (parameter.in === 'query') {
      const twice = mutate('twice', { query: [...draft.query, [name, good], [name, good]] });
      return [...values().map((text) => mutate(text, { query: [...draft.query, [name, text]] })), twice];
    }
    return headerMutations(draft, name, values().filter(isCarried), mutate);
  };
  return { place, good, mutations };
}

/**
 * Returns whether a header can carry the text: C0 controls other than the tab end a header or the request.
 */
const isCarried = (text: string): boolean =>
  !/[^\t\P{Cc}\x80-\x9f]/u.test(text) && text.isWellFormed() && text.length < 4_000;

function headerMutations(
  draft: Draft,
  name: string,
  values: readonly string[],
  mutate: (what: string, changed: Partial<Draft>) => Mutation,
): Mutation[] {
  const others = draft.headers.filter(([known]) => known !== name);
  // An agent is always sent with its conversation.
  const beside = name === 'X-Agent-ID' ? [...others, ['X-Instance-ID', 'chat 1'] as const] : others;
  const good = values[0] ?? '';
  return [
    ...values.map((value) => mutate(value, { headers: [...beside, [name, value]] })),
    mutate('twice', { headers: [...beside, [name, good], [name, good]] }),
    mutate('missing', { headers: others }),
  ];
}

function textTraps(schema: Schema, good: string): Trap[] {
  const bounds = [schema.minimum, schema.maximum].filter((bound) => bound !== undefined);
  const numbers = [...bounds, ...bounds.map((bound) => bound + 1), ...bounds.map((bound) => bound - 1)];
  const spellings = ['01', '+1', '1.0', '1e1', '0x1', '-0', '1 ', '9'.repeat(400)];
  const long = schema.maxLength === undefined ? [] : [schema.maxLength, schema.maxLength + 1];
  return [
    ...texts,
    ...nearMisses(good),
    ...(schema.format === 'date-time' ? times : []),
    ...[...numbers.map(String), ...spellings, ...long.map((length) => 'k'.repeat(length))].map(
      (text): Trap => [text, text],
    ),
    ...(schema.enum ?? []).map((word): Trap => [String(word), word]),
  ];
}

function bodyFields(draft: Draft, schema: Schema, value: unknown, steps: readonly Step[]): Field[] {
  const place: Place = { pointer: pointerTo(steps) };
  const change = (what: string, changed: unknown): Mutation => ({
    place,
    what,
    draft: { ...draft, body: replaced(draft.body, steps, changed) },
    secret: sentText(leafOf(schema, value), changed),
  });
  const mutations = (): Mutation[] => [
    ...trapsOf(leafOf(schema, value), value).map(([what, trap]) => change(what, trap)),
    ...(typeof steps.at(-1) === 'string'
      ? [change('missing', undefined), change('nothing', rawJson(' '))]
      : []),
    ...extraNames(draft, value, steps),
  ];
  return [{ place, good: value, mutations }, ...innerFields(draft, schema, value, steps)];
}

function innerFields(draft: Draft, schema: Schema, value: unknown, steps: readonly Step[]): Field[] {
  const { properties = {}, additionalProperties, items } = leafOf(schema, value);
  if (Array.isArray(value)) return items ? bodyFields(draft, items, value[0], [...steps, 0]) : [];
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  if (typeof additionalProperties === 'object') {
    return Object.keys(members).flatMap((name) =>
      bodyFields(draft, additionalProperties, members[name], [...steps, name]),
    );
  }
  return Object.entries(properties).flatMap(([name, inner]) =>
    bodyFields(draft, inner, members[name], [...steps, name]),
  );
}

/** Documented enum values may appear in a response, so they are not secret. */
const sentText = ({ enum: words, const: word }: Schema, value: unknown): string | undefined =>
  typeof value === 'string' && !words && word === undefined ? value : undefined;

/** Returns the alternative that the value belongs to. */
function leafOf(schema: Schema, value: unknown): Schema {
  const branches = schema.oneOf ?? schema.anyOf;
  const fitting = branches?.find((branch) => misfit(branch, value) === '');
  return fitting ? leafOf(fitting, value) : schema;
}

function extraNames(draft: Draft, value: unknown, steps: readonly Step[]): Mutation[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return strangeNames.map((name) => ({
    place: { pointer: pointerTo([...steps, name]) },
    what: 'an unknown name',
    draft: { ...draft, body: replaced(draft.body, [...steps, name], 1) },
  }));
}

/** RFC 6901. */
const pointerTo = (steps: readonly Step[]): string =>
  steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function replaced(whole: unknown, [step, ...steps]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (Array.isArray(whole)) {
    const changed = replaced(whole[Number(step)], steps, value);
    return whole.with(Number(step), changed);
  }
  const { [step]: inner, ...others } = whole as Record<string, unknown>;
  const changed = replaced(inner, steps, value);
  return changed === undefined ? others : { ...others, [step]: changed };
}
