import type { Body, Endpoint } from '../endpoint.ts';
import { type JsonSchema, requestSchema } from './schemas.ts';

/**
 * Builds an example of a value from the examples of its leaves. An optional property is included if it has an example
 * of its own. Throws if a leaf has no example.
 */
export function exampleOf(schema: JsonSchema, name = 'a response'): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return exampleOf(first, name);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object':
      return Object.fromEntries(shownProperties(schema).map(([key, inner]) => [key, exampleOf(inner, key)]));
    case 'array':
      return isSchema(schema.items) ? [exampleOf(schema.items, name)] : [];
    case 'boolean':
      return false;
    case 'null':
      return null;
    case 'integer':
    case 'number':
    case 'string':
    case undefined:
    default:
      throw new Error(`the OpenAPI document lacks an example of ${name}`);
  }
}

type Example = Readonly<Record<string, unknown>>;

/**
 * Returns an example of the response of an endpoint to its example of a request: what the request says, and what the route
 * line does, stand in place of the examples of the shape.
 */
export function responseExampleOf({ method, body, shows }: Endpoint, response: JsonSchema): unknown {
  const example = exampleOf(response);
  if (!isExample(example)) return example;
  const creates = method === 'POST' && body?.optional === false;
  const sent = body === null ? {} : { ...(creates && defaultsOf(body)), ...body.example };
  const fitted = (resource: unknown): unknown => {
    if (!isExample(resource) || !isExample(resource['attributes'])) return resource;
    const { attributes, relationships } = resource;
    return {
      ...resource,
      attributes: { ...saidOf(attributes, sent), ...shows?.attributes },
      ...(isExample(relationships) && { relationships: { ...relationships, ...shows?.relationships } }),
    };
  };
  const { data } = example;
  return { ...example, data: Array.isArray(data) ? data.map(fitted) : fitted(data) };
}

/** Returns what a new resource has of the attributes that a request leaves out. */
function defaultsOf({ attributes }: Body): Example {
  const { properties = {} } = requestSchema(attributes);
  const defaults = Object.entries(properties).flatMap(([name, schema]) =>
    isSchema(schema) && schema.default !== undefined ? [[name, schema.default] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...('tags' in properties && { tags: {} }) };
}

/** Returns an example with the values that a request has under the same names. */
function saidOf(shown: Example, sent: Example): Example {
  const entries = Object.entries(shown).map(([name, value]) => [
    name,
    name in sent ? saidIn(value, sent[name]) : value,
  ]);
  return Object.fromEntries(entries) as Example;
}

/** Returns what was sent; of objects in a list, what the response shows of them, beside what it shows else. */
function saidIn(shown: unknown, sent: unknown): unknown {
  if (!Array.isArray(shown) || !Array.isArray(sent)) return sent;
  const [first]: unknown[] = shown;
  return sent.map((each: unknown) => (isExample(first) && isExample(each) ? saidOf(first, each) : each));
}

function isExample(value: unknown): value is Example {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shownProperties({ properties = {}, required = [] }: JsonSchema): Array<[string, JsonSchema]> {
  return Object.entries(properties).filter(
    (entry): entry is [string, JsonSchema] =>
      isSchema(entry[1]) && (required.includes(entry[0]) || entry[1].examples !== undefined),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
