/** The parts of an OpenAPI document that the reference shows. */
export type ApiDocument = {
  info: { description: string };
  tags: ReadonlyArray<{ name: string; description?: string }>;
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

type Content = Readonly<Record<string, { schema?: Schema; example?: unknown }>>;

export type Operation = {
  tags?: readonly string[];
  summary: string;
  description?: string;
  parameters?: ReadonlyArray<{ name: string; in?: string; description?: string }>;
  requestBody?: { content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
};

export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
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

/** Returns a row for each property: its name, its type and what it means. */
export function rowsOf(api: ApiDocument, schema: Schema | null): string[][] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const isRequired = schema?.required?.includes(name) ?? false;
    const found = resolve(api, property);
    const about = property.description ?? found.description ?? '';
    return [`\`${name}\``, `${typeOf(api, found)}${isRequired ? ', required' : ''}`, about];
  });
}

function resolve(api: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (api.components.schemas[name] ?? {});
}

function typeOf(api: ApiDocument, schema: Schema): string {
  const { type, anyOf, items, enum: values } = schema;
  if (values) return values.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (anyOf) return [...new Set(anyOf.map((each) => typeOf(api, resolve(api, each))))].join(' or ');
  if (type === 'array' && items) return `list of ${typeOf(api, resolve(api, items))}`;
  return typeof type === 'string' ? type : (type ?? ['any']).join(' or ');
}

/** Returns the example of a body in JSON, or null. */
export function exampleOf(content: Content | undefined): string | null {
  const text = content?.['text/event-stream']?.example;
  if (typeof text === 'string') return text;
  const example = content?.['application/json']?.example;
  return example === undefined ? null : JSON.stringify(example, null, 2);
}
