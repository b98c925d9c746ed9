import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** What a request may hold: before its transforms, defaults not required. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/** What an answer holds. It is left open, since a later version may add names. */
export function responseSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}

/** Is the answer a list of resources? */
export function isList(response: JsonSchema): boolean {
  const data = response.properties?.['data'];
  return typeof data === 'object' && data.type === 'array';
}

/**
 * Schemas by their title. `refer` puts every titled one, at any depth, among the components and a reference in its
 * place. Throws where two different schemas have one title.
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

/** A schema with its inner ones exchanged: those keywords that hold schemas, no others, since examples are values. */
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
