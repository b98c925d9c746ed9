import { z } from 'zod';

const inner = z.strictObject({ inner: z.number().default(1) });

/** What a later version may add to any object: optional attributes with and without a default. */
const added = {
  addedText: z.string().default('new'),
  addedNull: z.string().nullable().default(null),
  addedObject: inner.default({ inner: 1 }),
  addedList: z.array(inner).optional(),
};

/** Returns the schema with additional attributes in every object, at any depth. */
export function extendObjects(schema: z.core.$ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) return extendObject(schema);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options.map((option) => extendObject(option as z.ZodObject));
    return z.discriminatedUnion(schema.def.discriminator, options as [z.ZodObject, ...z.ZodObject[]]);
  }
  if (schema instanceof z.ZodArray) return z.array(extendObjects(schema.element));
  if (schema instanceof z.ZodOptional) return extendObjects(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return extendObjects(schema.unwrap()).nullable();
  if (schema instanceof z.ZodDefault) return extendObjects(schema.unwrap()).default(schema.def.defaultValue);
  return schema as z.ZodType;
}

function extendObject({ shape }: z.ZodObject): z.ZodObject {
  const members = Object.entries(shape).map(([name, member]) => [name, extendObjects(member)] as const);
  return z.strictObject({ ...Object.fromEntries(members), ...added });
}

/** Returns the names of an object's attributes. */
export const namesOf = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
