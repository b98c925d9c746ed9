import { z } from 'zod';
import type { Id } from '../lib/id.ts';
import { hash } from 'node:crypto';

/** Returns the fingerprint of a request from its parsed attributes and the acting agent. */
export type RequestFingerprint = (attributes: unknown, agentId: Id<'agt'> | null) => Buffer;

/**
 * Returns the fingerprint function of an endpoint; `schema` is null if the endpoint takes no attributes. An attribute
 * that is absent or equal to its default is left out of the fingerprint, at any depth, so that a new optional attribute
 * leaves stored fingerprints valid. Throws `TypeError` if the schema hides members from the fingerprint.
 */
export function requestFingerprint(schema: z.ZodType | null): RequestFingerprint {
  const form = schema ? formOf(schema) : () => ({});
  return (attributes, agentId) => fingerprint([form(attributes), agentId]);
}

/** Returns a parsed value in its canonical form, without absent members and defaults. */
type Form = (value: unknown) => unknown;

function formOf(schema: z.core.$ZodType): Form {
  if (!hasMembers(schema)) return canonical;
  if (schema instanceof z.ZodObject) return objectForm(schema.shape);
  if (schema instanceof z.ZodArray) return listForm(formOf(schema.element));
  if (schema instanceof z.ZodRecord) return recordForm(formOf(schema.valueType));
  if (schema instanceof z.ZodDiscriminatedUnion) return unionForm(schema.def);
  if (isWrapper(schema)) return wrappedForm(formOf(schema.unwrap()));
  if (schema instanceof z.ZodUnion) return wordForm(schema.options.filter(hasMembers));
  throw new TypeError(
    'a fingerprint cannot see the members in this schema: reshape the value in the verb instead',
  );
}

const leaves = new Set([
  'string',
  'number',
  'boolean',
  'bigint',
  'date',
  'enum',
  'literal',
  'null',
  'transform',
]);

/** Returns whether values may contain objects whose members the schema names; true for an unknown type of schema. */
function hasMembers(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodArray) return hasMembers(schema.element);
  if (schema instanceof z.ZodRecord) return hasMembers(schema.valueType);
  if (schema instanceof z.ZodUnion) return schema.options.some(hasMembers);
  if (schema instanceof z.ZodPipe) return hasMembers(schema.in) || hasMembers(schema.out);
  if (isWrapper(schema)) return hasMembers(schema.unwrap());
  return !(schema instanceof z.ZodType && leaves.has(schema.type));
}

function isWrapper(
  schema: z.core.$ZodType,
): schema is z.ZodOptional | z.ZodNullable | z.ZodDefault | z.ZodPrefault {
  return (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  );
}

function objectForm(shape: Readonly<Record<string, z.core.$ZodType>>): Form {
  const members = Object.entries(shape)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => memberForm(name, schema));
  return (value) => {
    const parsed = value as Record<string, unknown>;
    const form: Record<string, unknown> = {};
    for (const { name, formOfMember, isDefault } of members) {
      const member = parsed[name];
      if (member !== undefined && !isDefault(member)) form[name] = formOfMember(member);
    }
    return form;
  };
}

function memberForm(name: string, schema: z.core.$ZodType) {
  const formOfMember = formOf(schema);
  // The default is the result of parsing an absent value, which also works inside wrappers.
  const { data } = z.safeParse(schema, undefined);
  if (data instanceof Date || JSON.stringify(data) !== JSON.stringify(z.safeParse(schema, undefined).data)) {
    throw new TypeError(`a fingerprint needs a default that stays the same: ${name}`);
  }
  if (data === undefined) return { name, formOfMember, isDefault: () => false };
  const isPlain = data === null || typeof data !== 'object';
  const text = JSON.stringify(formOfMember(data));
  const isDefault = (value: unknown): boolean =>
    isPlain ? value === data : JSON.stringify(formOfMember(value)) === text;
  return { name, formOfMember, isDefault };
}

function listForm(formOfElement: Form): Form {
  return (value) => (value as unknown[]).map((element) => formOfElement(element));
}

function recordForm(formOfValue: Form): Form {
  return (value) => {
    const form: Record<string, unknown> = {};
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members).toSorted()) form[name] = formOfValue(members[name]);
    return form;
  };
}

function wrappedForm(formOfInner: Form): Form {
  return (value) => (value === null ? null : formOfInner(value));
}

function unionForm({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): Form {
  const forms = new Map(
    options.flatMap((option) => {
      const form = formOf(option);
      const literal = option instanceof z.ZodObject ? option.shape[discriminator] : null;
      if (!(literal instanceof z.ZodLiteral)) throw new TypeError(`${discriminator} must be a literal`);
      return [...literal.values].map((name): [unknown, Form] => [name, form]);
    }),
  );
  return (value) => {
    const form = forms.get((value as Record<string, unknown>)[discriminator]);
    if (!form) throw new TypeError(`no option of the schema has this ${discriminator}`);
    return form(value);
  };
}

/** Returns the form of a union of plain values and one kind of object. */
function wordForm(objects: readonly z.core.$ZodType[]): Form {
  const [only, ...others] = objects;
  if (!only || others.length > 0)
    throw new TypeError('a union without a discriminator has one kind of object');
  const form = formOf(only);
  return (value) => (typeof value === 'object' && value !== null ? form(value) : canonical(value));
}

/**
 * Returns a value in a canonical form (names sorted, bigints as digits), so that a retry that was serialized
 * differently is still the same request.
 */
export function canonical(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object' || value instanceof Date) return value; // JSON.stringify converts dates
  if (Array.isArray(value)) return value.map(canonical);
  const members = value as Record<string, unknown>;
  const inOrder: Record<string, unknown> = {};
  for (const name of Object.keys(members).toSorted()) inOrder[name] = canonical(members[name]);
  return inOrder;
}

/** Returns the SHA-256 of a value in its canonical form. */
export function fingerprint(form: unknown): Buffer {
  // Via hex digits: for a digest in bytes Node allocates separate memory, which costs three times as much.
  return Buffer.from(hash('sha256', JSON.stringify(form), 'hex'), 'hex');
}
