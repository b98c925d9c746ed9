import { randomUUID } from 'node:crypto';
import type { Operation, Schema } from './document.ts';
import type { Draft } from './draft.ts';
import { misfit } from './validator.ts';
import type { Ids, World } from './world.ts';

const exampleId = /^([a-z]{3})_0198f3c2a4b17d6e8f90a1b2c3d4e5f[0-9a-f]$/;

/** The documented example request, with existing ids. */
export async function exampleDraft(world: World, operation: Operation): Promise<Draft> {
  const ids = await world.target(operation);
  return { ...headOf(world, operation, ids), body: withIds(operation.body?.example, ids) };
}

/**
 * Valid requests to the operation that send every attribute, one for each alternative of each attribute. All
 * of them name the same resources.
 */
export function fullDrafts(world: World, operation: Operation): Draft[] {
  const ids = idsFor(world, operation);
  const head = (): Omit<Draft, 'body'> => headOf(world, operation, ids);
  if (operation.body === null) return [{ ...head(), body: undefined }];
  const { schema, example } = operation.body;
  const bodies = fullValues(schema, withIds(example, ids), ids);
  return bodies
    .flatMap((body) => inEitherForm(operation, body))
    .map((body) => {
      const draft = head();
      return Object.assign(draft, { body: withPathId(body, draft.path) });
    });
}

/** Attributes that say the same in two ways, of which a request takes one: of each operation the names of one way. */
const eitherWay: Readonly<Record<string, readonly string[]>> = {
  setPartyLimits: ['limits'],
  updateParty: ['name'],
};
const otherWay = new Set(['perTransaction', 'perDay', 'perMonth', 'currency', 'displayName']);

function inEitherForm({ id }: Operation, body: unknown): unknown[] {
  const one = eitherWay[id];
  if (!one) return [body];
  const { data } = body as { data: { attributes: object } };
  const without = (leftOut: (name: string) => boolean): unknown => {
    const kept = Object.entries(data.attributes).filter(([name]) => !leftOut(name));
    return { data: { ...data, attributes: Object.fromEntries(kept) } };
  };
  return [without((name) => otherWay.has(name)), without((name) => one.includes(name))];
}

/** Returns the ids that valid requests to the operation name. */
function idsFor({ own, foreign, payingWalletId }: World, { id }: Operation): Ids {
  if (id === 'createPayment' || id === 'previewCreatePayment') return { ...own, walletId: payingWalletId };
  // Nobody asks themselves to pay, nor their own agent.
  return id === 'createPaymentRequest' ? { ...own, agt: foreign['agt'] ?? '' } : own;
}

function headOf(world: World, operation: Operation, ids: Ids): Omit<Draft, 'body'> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path');
  const takesKey = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
  const known = { ...tokenFor(operation, world), ...ids };
  return {
    operation,
    key: world.keyFor(operation),
    path: Object.fromEntries(parameters.map(({ name, schema }) => [name, sampleText(name, schema, known)])),
    query: [],
    headers: takesKey ? [['Idempotency-Key', randomUUID()]] : [],
  };
}

/** Returns the token of the operation by its parameter's name; nothing if the operation takes none. */
export const tokenFor = ({ isByToken, path }: Operation, { tokens }: Pick<World, 'tokens'>): Ids =>
  isByToken ? { token: tokens[path.split('/')[1] ?? ''] ?? '' } : {};

/** A change may repeat only the id of its path. */
function withPathId(body: unknown, path: Draft['path']): unknown {
  const [id] = Object.values(path);
  const { data } = body as { data: object };
  return 'id' in data ? { data: { ...data, id } } : body;
}

function withIds(example: unknown, ids: Ids): unknown {
  if (example === undefined) return undefined;
  return JSON.parse(JSON.stringify(example), (name, value: unknown) => {
    const [, prefix] = typeof value === 'string' ? (exampleId.exec(value) ?? []) : [];
    return prefix === undefined ? value : (ids[name] ?? ids[prefix]);
  }) as unknown;
}

function fullValues(schema: Schema, example: unknown, ids: Ids): unknown[] {
  const branches = schema.oneOf ?? schema.anyOf?.slice(0, 1);
  if (branches) {
    const fitting = (branch: Schema): unknown => (misfit(branch, example) === '' ? example : undefined);
    return branches.flatMap((branch) => fullValues(branch, fitting(branch), ids));
  }
  if (schema.properties) return fullObjects(schema.properties, example, ids);
  if (schema.items) {
    const [first, ...others] = Array.isArray(example) ? (example as unknown[]) : [];
    const needed = others.slice(0, (schema.minItems ?? 1) - 1);
    return fullValues(schema.items, first, ids).map((value) => [value].concat(needed));
  }
  return [example ?? sampleOf(schema, ids)];
}

/** Values of properties whose schema does not say all about them. */
export const samplesByName: Readonly<Record<string, string>> = {
  timeZone: 'Europe/Berlin',
  routingNumber: '026009593',
  iban: 'GB82 WEST 1234 5698 7654 32',
};

/** The first value of each property, and a variant for each further value. */
function fullObjects(properties: Readonly<Record<string, Schema>>, example: unknown, ids: Ids): object[] {
  const given = (example ?? {}) as Record<string, unknown>;
  const alternatives = Object.entries(properties).map(
    ([name, schema]) =>
      [name, fullValues(schema, given[name] ?? ids[name] ?? samplesByName[name], ids)] as const,
  );
  const first = Object.fromEntries(alternatives.map(([name, values]) => [name, values[0]]));
  return [
    first,
    ...alternatives.flatMap(([name, values]) =>
      values.slice(1).map((value) => Object.assign({}, first, { [name]: value })),
    ),
  ];
}

function sampleOf(schema: Schema, ids: Ids): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') {
    const { propertyNames } = schema;
    const isFree = !propertyNames || misfit(propertyNames, 'order') === '';
    const name = isFree ? 'order' : sampleText('', propertyNames, ids);
    return { [name]: fullValues(additionalProperties, undefined, ids)[0] };
  }
  return sampleText('', schema, ids);
}

/** A string that the schema allows: an existing id or a sample. */
export function sampleText(name: string, schema: Schema, ids: Ids): string {
  const named = ids[name];
  if (named !== undefined) return named;
  const samples = [
    'Text',
    'USD',
    '+442071838750',
    'casey@example.com',
    '2999-11-21T09:30:00Z',
    '1',
    'example.com',
    '09:00',
    'https://example.com/hook',
  ];
  const known = [...(schema.enum ?? []), ...(schema.pattern ? Object.values(ids) : []), ...samples].map(
    String,
  );
  const fitting = known.find(
    (text) => misfit(schema, schema.type === 'integer' ? Number(text) : text) === '',
  );
  if (fitting === undefined) throw new Error(`no sample fits ${JSON.stringify(schema)}`);
  return fitting;
}
