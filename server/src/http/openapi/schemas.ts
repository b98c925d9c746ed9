import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Returns the JSON schema of a request: of the input before transforms, in which defaults are optional. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** Returns the JSON schema of a response. It allows additional properties, because a later version may add some. */
export function responseSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

/** Returns whether the response is a list of resources. */
export function isList(response: JsonSchema): boolean {
  const data = response.properties?.['data'];
  return typeof data === 'object' && data.type === 'array';
}

/**
 * Creates a collection of schemas by title. `refer` adds every schema with a title, at any depth, to the collection,
 * and replaces it by a reference. Throws if two different schemas have the same title.
 */
export function createComponents() {
  const schemas: Record<string, JsonSchema> = {};
  const refer = (schema: JsonSchema): JsonSchema => {
    const inner = mapInner(schema, refer);
    if (schema.title === undefined) return inner;
    const known = (schemas[schema.title] ??= inner);
    if (!isDeepStrictEqual(known, inner)) {
      throw new Error(`two schemas of the OpenAPI document have the title ${schema.title}`);
    }
    return { $ref: `#/components/schemas/${schema.title}` };
  };
  return { schemas, refer };
}

export type Components = ReturnType<typeof createComponents>;

/** Returns a schema with its inner schemas changed, and not its examples, which are values and not schemas. */
function mapInner(schema: JsonSchema, change: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const each = (inner: boolean | JsonSchema): boolean | JsonSchema =>
    typeof inner === 'object' ? change(inner) : inner;
  const copy: JsonSchema = { ...schema };
  if (schema.properties) {
    const entries = Object.entries(schema.properties);
    copy.properties = Object.fromEntries(entries.map(([name, inner]) => [name, each(inner)]));
  }
  if (schema.items !== undefined && !Array.isArray(schema.items)) copy.items = each(schema.items);
  if (schema.additionalProperties !== undefined) {
    copy.additionalProperties = each(schema.additionalProperties);
  }
  for (const keyword of ['anyOf', 'oneOf', 'allOf'] as const) {
    if (schema[keyword]) copy[keyword] = schema[keyword].map(change);
  }
  return copy;
}
