/** A JSON Schema of the document, with all references resolved. */
export type Schema = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  /** The schema of members with any name. */
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  required?: readonly string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
};

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };

/** The document's description of one endpoint. */
export type Operation = {
  id: string;
  method: string;
  path: string;
  scope: string;
  /** The token in its path is its only credential. */
  isByToken: boolean;
  isRefusedToAgents: boolean;
  parameters: readonly Parameter[];
  body: { schema: Schema; isRequired: boolean; example: unknown } | null;
  status: number;
  response: { schema: Schema; example: unknown };
  /** The schemas of its successes, by status. */
  schemas: ReadonlyMap<number, Schema>;
  /** The codes of its refusals, by status. */
  refusals: ReadonlyMap<number, ReadonlySet<string>>;
};

/** The endpoints that need a credential or a token, and the schema of all refusals. */
export type Document = { operations: readonly Operation[]; errors: Schema; codes: ReadonlySet<string> };

type Raw = Readonly<Record<string, unknown>>;
type RawOperation = {
  operationId: string;
  'x-required-scope'?: string;
  'x-agents'?: string;
  parameters: readonly Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Readonly<Record<string, { content: Content; 'x-codes'?: readonly string[] }>>;
};
type Content = { 'application/json': { schema: Schema; example?: unknown } };

/** Reads the document from the running server. */
export async function readDocument(baseUrl: string): Promise<Document> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  const raw = (await response.json()) as Raw;
  const whole = resolved(raw, raw) as {
    paths: Record<string, Record<string, RawOperation>>;
    components: { schemas: Record<string, Schema> };
  };
  const operations = Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, each]) => each['x-required-scope'] !== undefined || isByToken(method, each))
      .filter(([, each]) => !isStream(each) && !isForm(each))
      .map(([method, operation]) => readOperation(method.toUpperCase(), path, operation)),
  );
  const codes = new Set<string>();
  for (const { refusals } of operations)
    for (const each of refusals.values()) each.forEach((code) => codes.add(code));
  return { operations, errors: whole.components.schemas['errors'] ?? {}, codes };
}

/** Returns whether the token in the path is the credential. By GET, a token opens a page instead. */
function isByToken(method: string, { parameters = [] }: Partial<RawOperation>): boolean {
  return method.toUpperCase() === 'POST' && parameters.some(({ name }) => name === 'token');
}

/** Returns whether a response would not end. What a stream refuses is tested in flows/event-stream.test.ts. */
const isStream = ({ responses }: RawOperation): boolean =>
  'text/event-stream' in (responses['200']?.content ?? {});

/** Returns whether it takes the form of a page: `pages.test.ts` sends those. */
const isForm = ({ requestBody }: RawOperation): boolean =>
  requestBody !== undefined && !('application/json' in requestBody.content);

function readOperation(method: string, path: string, raw: RawOperation): Operation {
  const responses = Object.entries(raw.responses).map(([status, response]) => ({
    status: Number(status),
    response,
  }));
  const successes = responses.filter(({ status }) => status < 300).toSorted((a, b) => a.status - b.status);
  const success = successes.at(-1);
  if (!success) throw new Error(`${raw.operationId} documents no success`);
  const json = success.response.content['application/json'];
  const sent = raw.requestBody;
  return {
    id: raw.operationId,
    method,
    path,
    scope: raw['x-required-scope'] ?? '',
    isByToken: isByToken(method, raw),
    isRefusedToAgents: raw['x-agents'] === 'refused',
    parameters: raw.parameters.map(concrete),
    body: sent
      ? {
          schema: sent.content['application/json'].schema,
          isRequired: sent.required,
          example: sent.content['application/json'].example,
        }
      : null,
    status: success.status,
    response: { schema: json.schema, example: json.example },
    schemas: new Map(
      successes.map(({ status, response }) => [status, response.content['application/json'].schema]),
    ),
    refusals: new Map(
      responses
        .filter(({ status }) => status >= 400)
        .map(({ status, response }) => [status, new Set(response['x-codes'])]),
    ),
  };
}

/** Returns one of the parameters that an object in the query stands for: `tag[order]` for `tag`. */
function concrete(parameter: Parameter): Parameter {
  const { additionalProperties } = parameter.schema;
  if (typeof additionalProperties !== 'object') return parameter;
  return { ...parameter, name: `${parameter.name}[order]`, schema: additionalProperties };
}

/** Returns the value with every reference replaced by its target. */
function resolved(value: unknown, root: Raw): unknown {
  if (Array.isArray(value)) return value.map((inner) => resolved(inner, root));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return resolved(at(root, String(value.$ref)), root);
  const inner = Object.entries(value).map(([name, each]) => [name, resolved(each, root)] as const);
  return withAlternatives(Object.fromEntries(inner));
}

/**
 * Returns a schema with a list of types as alternatives, one for each type, and without the words of an entry that is
 * validated separately: with another word, the request is accepted and the response names the entry.
 */
function withAlternatives(schema: Raw): Raw {
  if (schema['x-validated-per-entry'] === true) return { type: schema['type'] };
  const { type, examples, ...rest } = schema;
  if (!Array.isArray(type) || type[1] !== 'null') return schema;
  const words = Array.isArray(rest['enum']) ? { enum: rest['enum'].filter((word) => word !== null) } : {};
  return {
    ...(examples === undefined ? {} : { examples }),
    anyOf: [{ ...rest, type: type[0] as unknown, ...words }, { type: 'null' }],
  };
}

function at(root: Raw, reference: string): unknown {
  const steps = reference.slice(2).split('/');
  return steps.reduce<unknown>((inner, step) => (inner as Raw)[step], root);
}

/** Returns the operation of a method and path, as the document writes them. */
export function findOperation({ operations }: Document, name: string): Operation {
  const found = operations.find(({ method, path }) => `${method} ${path}` === name);
  if (!found) throw new Error(`the document lacks ${name}`);
  return found;
}
