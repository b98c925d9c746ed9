/** A schema of the document, as far as the generator reads it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  description?: string;
  format?: string;
};

type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  description?: string;
};
type Content = { content?: Record<string, { schema: Schema }> };
export type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, { $ref?: string } & Content>;
};

/** The OpenAPI document. */
export type Api = {
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Content>;
  };
};

/** Returns the name of the component that a reference leads to. */
export const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** Returns the schema, following a reference to a component. */
export function resolve({ components }: Api, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = components.schemas[nameIn(schema.$ref)];
  if (!found) throw new Error(`there is no ${schema.$ref}`);
  return found;
}

/** Returns the schema of an operation's successful response in JSON. */
export function responseOf(api: Api, { operationId, responses }: Operation): Schema {
  const [response] = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, each]) => (each.$ref === undefined ? each : api.components.responses[nameIn(each.$ref)]));
  const schema = response?.content?.['application/json']?.schema;
  if (!schema) throw new Error(`${operationId} has no response in JSON`);
  return resolve(api, schema);
}

/** Returns the schema of the attributes that an operation takes; null if it takes none. */
export function attributesOf(api: Api, { requestBody }: Operation): Schema | null {
  const body = requestBody?.content?.['application/json']?.schema;
  if (!body) return null;
  const data = resolve(api, body).properties?.['data'];
  return (data && resolve(api, data).properties?.['attributes']) ?? null;
}

export function parametersOf({ components }: Api, { parameters = [] }: Operation): Parameter[] {
  return parameters.map((each) => {
    const found = each.$ref === undefined ? each : components.parameters[nameIn(each.$ref)];
    if (!found) throw new Error(`there is no ${each.$ref}`);
    return found;
  });
}

/** Returns whether a schema is a resource: its attributes and relationships come out flat. What a preview returns has no id. */
export const isResource = ({ properties }: Schema): boolean =>
  properties !== undefined && 'type' in properties && 'attributes' in properties;
