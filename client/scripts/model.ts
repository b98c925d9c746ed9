import { byHand, names } from '../../server/src/http/openapi/library-names.ts';
import { moneyNotes, noteOf } from '../../server/src/http/openapi/library-notes.ts';
import {
  type Api,
  attributesOf,
  isResource,
  nameIn,
  type Operation,
  parametersOf,
  resolve,
  responseOf,
  type Schema,
} from './schema.ts';

/** A type, whatever language it is written in. Resources are flat. */
export type Type =
  | { kind: 'integer' | 'number' | 'string' | 'time' | 'boolean' | 'null' | 'unknown' }
  | { kind: 'named'; name: string }
  | { kind: 'literal'; value: unknown }
  | { kind: 'union'; of: Type[] }
  | { kind: 'list' | 'map'; of: Type }
  | ObjectType;

/** `isOpen`: it may have members that the document does not name. */
export type ObjectType = { kind: 'object'; members: Member[]; isOpen: boolean };

export type Member = { name: string; note: string | undefined; type: Type; isRequired: boolean };

/** How an operation may be repeated: a read, a write under a key, or a write without one. */
export type Kind = 'read' | 'keyed' | 'once';

/** An operation as programs call it. */
export type Method = {
  noun: string;
  name: string;
  operation: Operation;
  verb: string;
  path: string;
  kind: Kind;
  note: string;
  /** What stands in path and query. */
  parameters: Member[];
  /** What stands in the body, and its type; null if there is no body. */
  attributes: { type: Type; members: Member[] } | null;
  /** The names that go into the body and the query. */
  body: string[];
  query: string[];
  result: Result;
};

/** What an operation returns: a page of things, several things, or one; and what stands beside, or may. */
export type Result = { form: 'page' | 'several' | 'one'; of: Type; meta: Member | null };

type Named = { noun: string; method: string; verb: string; path: string; operation: Operation };

/** Returns the operations with their names. Throws for one without a name, and for a name without one. */
export function namedOperations({ paths }: Api): Named[] {
  const found = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => ({ verb: verb.toUpperCase(), path, operation })),
  );
  const ids = new Set(found.map(({ operation }) => operation.operationId));
  const known = [...Object.keys(names), ...byHand, ...Object.keys(moneyNotes)];
  const gone = known.filter((id) => !ids.has(id));
  if (gone.length > 0) throw new Error(`the libraries name operations that are gone: ${gone.join(', ')}`);
  return found.flatMap(({ operation, verb, path }) => {
    if (byHand.has(operation.operationId)) return [];
    const name = names[operation.operationId];
    if (!name) throw new Error(`library-names.ts has no name for ${operation.operationId}`);
    const [noun, method] = name;
    return [{ operation, verb, path, noun, method }];
  });
}

/** The document as all libraries read it: nouns with their methods, and the types that these need. */
export class Model {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Returns the nouns, sorted, each with its methods. */
  nouns(): Array<[noun: string, methods: Method[]]> {
    const methods = namedOperations(this.#api).map((each) => this.#method(each));
    return [...Map.groupBy(methods, ({ noun }) => noun)].toSorted(([one], [other]) =>
      one.localeCompare(other),
    );
  }

  /** Returns the components that these types need, directly or through another one, sorted by name. */
  components(types: readonly Type[]): Array<{ name: string; note: string | undefined; type: Type }> {
    const found = new Map<string, Type>();
    const look = (type: Type): void => {
      for (const name of namesIn(type)) {
        if (found.has(name)) continue;
        const own = this.#of(resolve(this.#api, { $ref: name }));
        found.set(name, own);
        look(own);
      }
    };
    types.forEach(look);
    return [...found]
      .map(([name, type]) => ({ name, type, note: resolve(this.#api, { $ref: name }).description }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  }

  /** Returns the type of a component. */
  component(name: string): Type {
    return this.#of(resolve(this.#api, { $ref: name }));
  }

  #method({ operation, verb, path, noun, method }: Named): Method {
    const parameters = parametersOf(this.#api, operation).filter((each) => each.in !== 'header');
    const attributes = attributesOf(this.#api, operation);
    const given = attributes ? resolve(this.#api, attributes) : null;
    const body = Object.keys(given?.properties ?? {});
    const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
    const twice = [...body, ...query].filter(
      (name) => path.includes(`{${name}}`) || (body.includes(name) && query.includes(name)),
    );
    if (twice.length > 0) throw new Error(`${operation.operationId} takes ${twice.join(', ')} twice`);
    const kind = this.#kind(verb, operation);
    return {
      noun,
      name: method,
      operation,
      verb,
      path,
      kind,
      note: noteOf(operation, kind === 'once'),
      parameters: parameters.map(({ name, schema, description = schema.description, required }) => ({
        name,
        note: description,
        type: this.#of(schema),
        isRequired: required === true,
      })),
      attributes:
        attributes && given && body.length > 0
          ? { type: this.#of(attributes), members: this.#members(given) }
          : null,
      body,
      query,
      result: this.#result(operation),
    };
  }

  #kind(verb: string, operation: Operation): Kind {
    if (verb === 'GET' || /^(?:preview|backtest)/.test(operation.operationId)) return 'read';
    return parametersOf(this.#api, operation).some(({ name }) => name === 'Idempotency-Key')
      ? 'keyed'
      : 'once';
  }

  #result(operation: Operation): Result {
    const response = responseOf(this.#api, operation);
    const { data, meta: beside } = response.properties ?? {};
    if (!data) throw new Error(`${operation.operationId} answers without data`);
    const [meta = null] = this.#members({ ...response, properties: beside ? { meta: beside } : {} });
    if (data.type !== 'array') return { form: 'one', of: this.#of(data), meta };
    const of = this.#of(data.items ?? {});
    if (beside !== undefined && 'pagination' in (beside.properties ?? {}))
      return { form: 'page', of, meta: null };
    return { form: 'several', of, meta };
  }

  #of(schema: Schema): Type {
    if (schema.$ref !== undefined) return { kind: 'named', name: nameIn(schema.$ref) };
    const either = schema.oneOf ?? schema.anyOf;
    if (either) return { kind: 'union', of: either.map((each) => this.#of(each)) };
    if (schema.const !== undefined) return { kind: 'literal', value: schema.const };
    if (schema.enum) return { kind: 'union', of: schema.enum.map((value) => ({ kind: 'literal', value })) };
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    const [only, ...others] = types.map((type) => this.#ofType(type, schema));
    if (!only) throw new Error('a schema has an empty list of types');
    return others.length === 0 ? only : { kind: 'union', of: [only, ...others] };
  }

  #ofType(type: string | undefined, schema: Schema): Type {
    switch (type) {
      case 'string':
        return { kind: schema.format === 'date-time' ? 'time' : 'string' };
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return { kind: type };
      case 'array':
        return { kind: 'list', of: this.#of(schema.items ?? {}) };
      case 'object':
        return this.#object(schema);
      case undefined:
      default:
        return { kind: 'unknown' };
    }
  }

  #object(schema: Schema): Type {
    if (isResource(schema)) return this.#resource(schema);
    const { properties, additionalProperties: rest } = schema;
    if (properties === undefined && typeof rest === 'object') return { kind: 'map', of: this.#of(rest) };
    return { kind: 'object', members: this.#members(schema), isOpen: false };
  }

  #members({ properties = {}, required = [] }: Schema): Member[] {
    return Object.entries(properties).map(([name, each]) => ({
      name,
      note: each.description ?? (each.$ref === undefined ? undefined : resolve(this.#api, each).description),
      type: this.#of(each),
      isRequired: required.includes(name),
    }));
  }

  /** A resource has its attributes and relationships beside each other. What a preview returns has no id. */
  #resource({ properties = {} }: Schema): ObjectType {
    const { type, id, attributes = {}, relationships } = properties;
    const given = resolve(this.#api, attributes);
    const head = { object: type ?? {}, ...(id && { id }) };
    const own = this.#members({
      properties: { ...head, ...given.properties },
      required: ['object', 'id', ...(given.required ?? [])],
    });
    const related = Object.entries(relationships?.properties ?? {})
      .filter(([name]) => !(name in (given.properties ?? {})))
      .map(([name, each]) => ({
        name,
        note: each.description,
        type: this.#related(each),
        isRequired: relationships?.required?.includes(name) ?? false,
      }));
    return { kind: 'object', members: [...own, ...related], isOpen: given.properties === undefined };
  }

  /** Returns what a relationship leads to: a reference, several, or none. */
  #related(schema: Schema): Type {
    const either = schema.anyOf ?? schema.oneOf;
    if (either) return { kind: 'union', of: either.map((each) => this.#related(each)) };
    const data = schema.properties?.['data'] ?? {};
    const isList = data.type === 'array';
    const one = (isList ? data.items : data) ?? {};
    const { type, id, attributes } = one.properties ?? {};
    const members = this.#members({
      properties: { object: type ?? {}, id: id ?? {}, ...attributes?.properties },
      required: ['object', 'id', ...(attributes?.required ?? [])],
    });
    const reference: ObjectType = { kind: 'object', members, isOpen: false };
    if (isList) return { kind: 'list', of: reference };
    const isNullable = Array.isArray(one.type) && one.type.includes('null');
    return isNullable ? { kind: 'union', of: [reference, { kind: 'null' }] } : reference;
  }
}

function namesIn(type: Type): string[] {
  if (type.kind === 'named') return [type.name];
  if (type.kind === 'union') return type.of.flatMap(namesIn);
  if (type.kind === 'list' || type.kind === 'map') return namesIn(type.of);
  return type.kind === 'object' ? type.members.flatMap((each) => namesIn(each.type)) : [];
}

/** Returns a name as a type has it: `paymentPreview` becomes `PaymentPreview`. */
export const pascal = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** Returns a text for people in lines that are this long at most. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text
    .replaceAll(/\s*\n(?!\n)/g, ' ')
    .trim()
    .split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

/** Nouns to which the libraries add methods by hand. */
export const extended: ReadonlySet<string> = new Set(['events', 'webhooks']);
