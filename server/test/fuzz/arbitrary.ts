import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import type { Operation, Parameter, Schema } from './document.ts';
import type { Draft } from './draft.ts';
import { samplesByName, tokenFor } from './good.ts';
import { fieldsOf } from './mutations.ts';
import { times } from './traps.ts';
import { misfit } from './validator.ts';
import type { Ids, World } from './world.ts';

/** The values that a request is built from: plain data, so that a failure can be read and reproduced. */
export type Recipe = {
  operation: string;
  actor: string;
  path: Record<string, string>;
  query: Record<string, string>;
  agent: { agentId: string; instanceId: string } | null;
  body: unknown;
  /** The index of the field to change and of its new value; both are taken modulo their number. */
  changes: ReadonlyArray<readonly [field: number, value: number]>;
};

/** Requests to any endpoint: valid parts in any combination, with up to two of them replaced. */
export function recipes(world: World): fc.Arbitrary<Recipe> {
  // A token can be used once, so that these requests would depend on one another.
  const ofOperations = world.document.operations
    .filter(({ isByToken }) => !isByToken)
    .map((operation) =>
      fc.record({
        operation: fc.constant(operation.id),
        actor: fc.oneof(
          { weight: 5, arbitrary: fc.constant('apiKey') },
          { weight: 1, arbitrary: fc.constantFrom(...Object.keys(actorsOf(world))) },
        ),
        path: recordOf(world, operation, 'path'),
        query: recordOf(world, operation, 'query'),
        agent: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: agents(world) }),
        body: bodiesOf(world, operation),
        changes: fc.oneof(
          fc.constant([]),
          fc.array(fc.tuple(fc.nat(9_999), fc.nat(9_999)), { maxLength: 2 }),
        ),
      }),
    );
  return fc.oneof(...ofOperations);
}

function bodiesOf(world: World, { body }: Operation): fc.Arbitrary<unknown> {
  if (body === null) return fc.constant(undefined);
  const bodies = valuesOf(body.schema, idsOf(world));
  return body.isRequired ? bodies : fc.option(bodies, { nil: undefined });
}

function actorsOf({ parties }: World): Record<string, string> {
  const { main, customer, stranger } = parties;
  const { apiKey, readOnlyApiKey, createOnlyApiKey, approverApiKey, revokedApiKey } = main;
  const { agentKey, limitedAgentKey } = main;
  const own = {
    apiKey,
    readOnlyApiKey,
    createOnlyApiKey,
    approverApiKey,
    revokedApiKey,
    agentKey,
    limitedAgentKey,
  };
  return { ...own, customer: customer.apiKey, stranger: stranger.apiKey, nobody: '' };
}

/** Ids of the main party, of other parties, and of no resource. */
function idsOf({ own, foreign }: World): string[] {
  const absent = Object.keys(own).map((prefix) => `${prefix}_${'0'.repeat(32)}`);
  const mine = Object.values(own);
  return [...mine, ...mine, ...mine, ...Object.values(foreign), ...absent];
}

const agents = ({ parties: { main, stranger } }: World) =>
  fc.record({
    agentId: fc.constantFrom(main.agentId, main.limitedAgentId, main.revokedAgentId, stranger.agentId),
    instanceId: fc.constantFrom('chat 1', 'Gespräch ü', 'x'.repeat(1024)),
  });

function recordOf(world: World, operation: Operation, place: 'path' | 'query') {
  const found = operation.parameters.filter((parameter) => parameter.in === place);
  const known = tokenFor(operation, world);
  const tokensOf = (name: string) => (known[name] === undefined ? [] : [fc.constant(known[name])]);
  const entries = found.map(({ name, schema }: Parameter) => [
    name,
    fc.oneof(...tokensOf(name), valuesOf(schema, idsOf(world)).map(String)),
  ]);
  const arbitraries = Object.fromEntries(entries) as Record<string, fc.Arbitrary<string>>;
  return fc.record(arbitraries, { requiredKeys: place === 'path' ? Object.keys(arbitraries) : [] });
}

/** Values that a schema allows. */
export function valuesOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches) return fc.oneof(...branches.map((branch) => valuesOf(branch, ids)));
  switch (schema.type) {
    case 'object':
      return objectsOf(schema, ids);
    case 'array': {
      const most = Math.min(schema.maxItems ?? 5, 5);
      return fc.array(valuesOf(schema.items ?? {}, ids), {
        minLength: schema.minItems ?? 0,
        maxLength: most,
      });
    }
    case 'integer':
      return integersOf(schema);
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'string':
    case undefined:
    default:
      return fitting(schema, textsOf(schema, ids));
  }
}

/** The values of an arbitrary that fit a schema. Throws where they hardly ever do: such a filter would never end. */
function fitting<T>(schema: Schema, values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  let misfits = 0;
  return values.filter((value) => {
    const fits = misfit(schema, value) === '';
    misfits = fits ? 0 : misfits + 1;
    if (misfits > 10_000) throw new Error(`no value fits ${JSON.stringify(schema)}`);
    return fits;
  });
}

function objectsOf(
  { properties = {}, required = [] }: Schema,
  ids: readonly string[],
): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties).map(([name, inner]) => {
    const [sample, values] = [samplesByName[name], valuesOf(inner, ids)];
    return [name, sample === undefined ? values : fc.oneof(fc.constant(sample), values)];
  });
  const arbitraries = Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>;
  return fc.record(arbitraries, { requiredKeys: [...required], noNullPrototype: true });
}

function integersOf({ minimum = 0, maximum = 2 ** 53 - 1 }: Schema): fc.Arbitrary<number> {
  const range = { min: BigInt(minimum), max: BigInt(maximum) };
  return fc.oneof(
    fc.constantFrom(minimum, minimum + 1, maximum - 1, maximum),
    fc.integer({ min: minimum, max: Math.min(maximum, 5_000) }),
    fc.bigInt(range).map(Number),
  );
}

function textsOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  const known = ids.filter((id) => schema.pattern !== undefined && misfit(schema, id) === '');
  const { pattern, format, minLength = 0, maxLength = 100 } = schema;
  if (format === 'date-time') return fc.constantFrom(...times.map(([, text]) => String(text)));
  if (minLength > 0 || maxLength !== 100)
    return pattern === undefined ? anyText(minLength, maxLength) : ofPattern(pattern);
  if (pattern === undefined) return anyText(0, 100);
  const matching = fc.stringMatching(new RegExp(pattern, 'u'));
  return known.length === 0
    ? matching
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, matching);
}

/** Random text hardly ever fits a pattern, and the filter behind it would never end. */
const ofPattern = (pattern: string): fc.Arbitrary<string> => fc.stringMatching(new RegExp(pattern, 'u'));

const anyText = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 200) });

/** Builds the request of a recipe, with a new idempotency key. */
export function draftOf(world: World, recipe: Recipe): Draft {
  const operation = world.document.operations.find(({ id }) => id === recipe.operation);
  if (!operation) throw new Error(`the document lacks ${recipe.operation}`);
  const { agent, path, query, body } = recipe;
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  const draft: Draft = {
    operation,
    key: actorsOf(world)[recipe.actor] ?? '',
    path,
    query: Object.entries(query),
    headers: [
      ...(takesKey ? [['Idempotency-Key', randomUUID()] as const] : []),
      ...(agent
        ? [['X-Agent-ID', agent.agentId] as const, ['X-Instance-ID', agent.instanceId] as const]
        : []),
    ],
    body,
  };
  const ids = { ...tokenFor(operation, world), ...world.own };
  return recipe.changes.reduce((changed, [field, value]) => change(changed, ids, field, value), draft);
}

function change(draft: Draft, ids: Ids, field: number, value: number): Draft {
  const fields = fieldsOf(draft, ids, null);
  const mutations = fields[field % fields.length]?.mutations() ?? [];
  return mutations[value % mutations.length]?.draft ?? draft;
}
