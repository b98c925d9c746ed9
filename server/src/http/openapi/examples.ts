import type { JsonSchema } from './schemas.ts';

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

function shownProperties({ properties = {}, required = [] }: JsonSchema): Array<[string, JsonSchema]> {
  return Object.entries(properties).filter(
    (entry): entry is [string, JsonSchema] =>
      isSchema(entry[1]) && (required.includes(entry[0]) || entry[1].examples !== undefined),
  );
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
