/** The parts of an OpenAPI document that the reference shows. */
export type ApiDocument = {
  info: { description: string };
  tags: ReadonlyArray<{ name: string; description?: string }>;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

type Content = Readonly<Record<string, { schema?: Schema; example?: unknown }>>;

export type Operation = {
  operationId?: string;
  tags?: readonly string[];
  summary: string;
  description?: string;
  parameters?: ReadonlyArray<{ name: string; in?: string; description?: string }>;
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { $ref?: string; content?: Content }>>;
};

export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: string;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
};

/** Returns the schema of a property of a property; null if there is none. */
export function schemaAt(
  api: ApiDocument,
  schema: Schema | undefined,
  names: readonly string[],
): Schema | null {
  const found = schema && resolve(api, schema);
  const [name, ...others] = names;
  if (!found || name === undefined) return found ?? null;
  return schemaAt(api, found.properties?.[name], others);
}

/**
 * Returns a row for each property, and for what is inside of it: its name from the outermost on, its type and what it means.
 * `[]` stands for each entry of a list, `*` for any name.
 */
export function rowsOf(api: ApiDocument, schema: Schema | null): string[][] {
  return schema === null ? [] : rowsIn(api, schema, '');
}

function rowsIn(api: ApiDocument, schema: Schema, before: string): string[][] {
  const alternatives = objectsIn(api, schema);
  const names = new Set(alternatives.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const rows = [...names].flatMap((name) => rowsFor(api, alternatives, before, name));
  const { additionalProperties: values } = alternatives[0] ?? {};
  return typeof values === 'object' ? [...rows, ...rowsAt(api, values, `${before}*`, false)] : rows;
}

/** Returns the objects that a value may be: the value itself, or each alternative that is an object. */
function objectsIn(api: ApiDocument, schema: Schema): Schema[] {
  const found = resolve(api, schema);
  const alternatives = found.oneOf ?? found.anyOf;
  if (alternatives) return alternatives.flatMap((each) => objectsIn(api, each));
  return found.properties || found.additionalProperties ? [found] : [];
}

/** Returns the rows of a property that each of the alternatives has, or some have. */
function rowsFor(
  api: ApiDocument,
  alternatives: readonly Schema[],
  before: string,
  name: string,
): string[][] {
  const having = alternatives.flatMap((each) => {
    const property = each.properties?.[name];
    return property ? [{ each, property }] : [];
  });
  const isRequired = having.every(({ each }) => each.required?.includes(name));
  const path = `${before}${name}`;
  const [first] = having;
  if (!first) return [];
  if (having.length === 1 && alternatives.length === 1) return rowsAt(api, first.property, path, isRequired);
  const types = new Set(having.map(({ property }) => typeOf(api, withoutBounds(resolve(api, property)))));
  const type = `${[...types].join(isWord(first.property) ? ', ' : ' or ')}${isRequired ? ', required' : ''}`;
  return [[`\`${path}\``, type, differently(api, having, alternatives.length)]];
}

const isWord = ({ const: word }: Schema): boolean => word !== undefined;

/** Returns the same without bounds, which belong to one of several alternatives. */
function withoutBounds({ maxLength: _length, minimum: _minimum, ...schema }: Schema): Schema {
  return schema;
}

/** Returns what a property means in each of the alternatives that have it, each named by its type. */
function differently(
  api: ApiDocument,
  having: ReadonlyArray<{ each: Schema; property: Schema }>,
  among: number,
): string {
  const meanings = having.map(({ each, property }) => {
    const kind = each.properties?.['type'];
    return { kind: kind ? typeOf(api, kind) : '', about: aboutOf(api, property) };
  });
  const [first] = meanings;
  const isOne = new Set(meanings.map(({ about }) => about)).size === 1;
  if (isOne && having.length === among) return first?.about ?? '';
  const kinds = meanings.map(({ kind }) => kind).join(', ');
  if (isOne) return `With the type ${kinds}. ${first?.about ?? ''}`.trim();
  return meanings.map(({ kind, about }) => `${kind}: ${about}`).join(' ');
}

/** Returns the row of a value at this path, and a row for everything inside of it. */
function rowsAt(api: ApiDocument, schema: Schema, path: string, isRequired: boolean): string[][] {
  const found = resolve(api, schema);
  const row = [`\`${path}\``, `${typeOf(api, found)}${isRequired ? ', required' : ''}`, aboutOf(api, schema)];
  const inner = found.items ? rowsIn(api, found.items, `${path}[].`) : rowsIn(api, found, `${path}.`);
  return [row, ...inner];
}

function aboutOf(api: ApiDocument, schema: Schema): string {
  return schema.description ?? resolve(api, schema).description ?? '';
}

function resolve(api: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (api.components.schemas[name] ?? {});
}

function typeOf(api: ApiDocument, schema: Schema): string {
  const { type, items, enum: values } = schema;
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives)
    return [...new Set(alternatives.map((each) => typeOf(api, resolve(api, each))))].join(' or ');
  const types = typeof type === 'string' ? [type] : (type ?? ['any']);
  const [main = '', ...others] = types;
  const shown = main === 'array' && items ? listOf(api, items) : `${main}${boundsOf(schema)}`;
  return [shown, ...others].join(' or ');
}

function listOf(api: ApiDocument, items: Schema): string {
  const inner = typeOf(api, resolve(api, items));
  return `list of ${inner === 'object' ? 'objects' : inner}`;
}

/** Returns between which values a number is, and how many characters a text has, as far as it is bounded. */
function boundsOf({ minimum, maximum, maxLength, minLength = 0 }: Schema): string {
  if (maxLength !== undefined) {
    return minLength > 0
      ? ` of ${minLength} to ${maxLength} characters`
      : ` of up to ${maxLength} characters`;
  }
  if (minimum === undefined || minimum <= -Number.MAX_SAFE_INTEGER) return '';
  const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  return isBounded ? ` from ${minimum} to ${maximum}` : ` from ${minimum}`;
}

/** Returns the example of a body in JSON, or null. */
export function exampleOf(content: Content | undefined): string | null {
  const text = content?.['text/event-stream']?.example;
  if (typeof text === 'string') return text;
  const example = content?.['application/json']?.example;
  return example === undefined ? null : JSON.stringify(example, null, 2);
}
