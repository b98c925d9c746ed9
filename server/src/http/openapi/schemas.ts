import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Returns the JSON schema of a request: of the input before transforms, in which defaults are optional. */
export function requestSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return forGenerators(rest);
}

/**
 * Returns the same for the attributes of a body, with defaults as words in the descriptions. Generated clients would
 * send a `default` that no person wrote, also null, and types generated for TypeScript would require the attribute.
 */
export function attributesSchema(schema: z.ZodType): JsonSchema {
  return withDefaultsAsWords(requestSchema(schema));
}

function withDefaultsAsWords({ default: value, ...schema }: JsonSchema): JsonSchema {
  const inner = mapInner(schema, withDefaultsAsWords);
  if (value === undefined || value === null) return inner;
  const rule = `By default \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`;
  return { ...inner, description: inner.description ? `${inner.description} ${rule}` : rule };
}

/** Returns the JSON schema of a response. It allows additional properties, because a later version may add some. */
export function responseSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return inOneSpelling(withTimesByFormat(forGenerators(rest)));
}

/**
 * Returns the same without the patterns of times, whose format says enough: clients in Go apply a pattern to the parsed
 * time, fail, and then find that a response is none of its alternatives.
 */
function withTimesByFormat({ pattern, ...schema }: JsonSchema): JsonSchema {
  const inner = mapInner(schema, withTimesByFormat);
  return pattern === undefined || schema.format === 'date-time' ? inner : { ...inner, pattern };
}

/**
 * Leaves out each name in camelCase that the same object has in snake_case, as the specification spells it: most
 * generators make one name of the two.
 */
function inOneSpelling(schema: JsonSchema): JsonSchema {
  const inner = mapInner(schema, inOneSpelling);
  const { properties = {}, required = [] } = inner;
  const twins = Object.keys(properties)
    .filter((name) => name.includes('_'))
    .map(camelCase)
    .filter((name) => name in properties);
  if (twins.length === 0) return inner;
  return {
    ...inner,
    description: `The response has these names too, with the same values: \`${twins.join('`, `')}\`.`,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !twins.includes(name))),
    required: required.filter((name) => !twins.includes(name)),
  };
}

function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Returns the same schema in the form that client generators understand: integers have a format, since most generators
 * take 32 bits otherwise, a value that can be null has a list of types instead of an alternative of type null, and a
 * constant is a word, because the OpenAPI Generator writes Java that does not compile for a constant true.
 */
function forGenerators({ const: constant, ...schema }: JsonSchema): JsonSchema {
  const inner = withNullType(mapInner(schema, forGenerators));
  if (typeof constant === 'boolean') {
    return { ...inner, examples: [constant], description: `Always \`${constant}\`.` };
  }
  if (constant !== undefined) return { ...inner, const: constant };
  if (inner.type !== 'integer' && !(Array.isArray(inner.type) && inner.type[0] === 'integer')) return inner;
  const { minimum = -Infinity, maximum = Infinity } = inner;
  return { ...inner, format: minimum >= -(2 ** 31) && maximum < 2 ** 31 ? 'int32' : 'int64' };
}

function withNullType({ anyOf, ...outer }: JsonSchema): JsonSchema {
  const [value, none, ...others] = anyOf ?? [];
  const isNullable = none?.type === 'null' && others.length === 0;
  if (!isNullable || typeof value?.type !== 'string') return anyOf ? { ...outer, anyOf } : outer;
  const { const: constant, ...rest } = value;
  const words = constant === undefined ? value.enum : [constant];
  return { ...rest, ...outer, type: [value.type, 'null'], ...(words && { enum: [...words, null] }) };
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
    const inner = { ...mapInner(schema, refer), ...discriminatorOf(schema) };
    if (schema.title === undefined) return inner;
    const known = (schemas[schema.title] ??= inner);
    if (!isDeepStrictEqual(known, inner)) {
      throw new Error(`two schemas of the OpenAPI document have the title ${schema.title}`);
    }
    return { $ref: referenceTo(schema.title) };
  };
  return { schemas, refer };
}

function referenceTo(title: string): string {
  return `#/components/schemas/${title}`;
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

/** Returns the discriminator of alternatives that have titles and differ in their constant `type`. */
function discriminatorOf({ oneOf = [] }: JsonSchema): { discriminator?: object } {
  const entries = oneOf.map(({ title, properties }) => {
    const type = properties?.['type'];
    return [typeof type === 'object' ? type.const : undefined, title] as const;
  });
  if (entries.length === 0 || entries.some(([word, title]) => !word || !title)) return {};
  const mapping = entries.map(([word, title]) => [String(word), referenceTo(title ?? '')]);
  return { discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
}
