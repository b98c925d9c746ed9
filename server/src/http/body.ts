import { z } from 'zod';
import { type ErrorSource, fault, type Fault, PurserError } from '../errors.ts';
import { parseStrictJson } from '../lib/strict-json.ts';
import type { Body, Relationship } from './endpoint.ts';
import { faultsOf, jsonPointer, maxFaults } from './faults.ts';
import { idField } from './fields.ts';

/** The maximum length of a body in bytes. A longer body is refused before it is read (guarantees, rule 15). */
export const maxBodyLength = 256 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Replaces an optional body that the client did not send. */
export const emptyBody = Buffer.from('{"data":{"attributes":{}}}');

export function isEmpty(bytes: unknown): boolean {
  return !(bytes instanceof Uint8Array) || bytes.length === 0;
}

export function tooLarge(): PurserError {
  return fault('payload_too_large', `The body is larger than ${maxBodyLength} bytes.`);
}

/**
 * Returns the attributes of a body `{data: {attributes}}`. Throws a 400 if it is not valid JSON, and a 422 with up to
 * `maxFaults` faults if its values are invalid. `id` is the last segment of the path, which `data.id` may repeat if the
 * schema has one. `acceptFlat` also allows the attributes without the wrapper.
 */
export function readAttributes(
  bytes: unknown,
  schema: BodySchema,
  {
    acceptFlat,
    id,
    changedElsewhere,
  }: { acceptFlat: boolean; id: string } & Partial<Pick<Body, 'changedElsewhere'>>,
): unknown {
  const sent = readJson(bytes);
  const flat = acceptFlat && isObject(sent) && !('data' in sent);
  const body = flat ? { data: { attributes: sent } } : sent;
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    checkId(parsed.data.data.id, id);
    return parsed.data.data.attributes;
  }
  const sourceOf = (path: readonly PropertyKey[]): ErrorSource => jsonPointer(flat ? path.slice(2) : path);
  const [first, ...others] = faultsOf(parsed.error, body, sourceOf, changedElsewhere).slice(0, maxFaults);
  const unnamed: Fault = {
    code: 'invalid_value',
    detail: 'The body is not acceptable.',
    source: { pointer: '' },
  };
  throw new PurserError([first ?? unnamed, ...others]);
}

export type BodySchema = z.ZodType<{ data: { id?: string | undefined; attributes: unknown } }>;

/**
 * Returns the schema of a whole body. It takes an id only for a PATCH, and a relationship only where an attribute can be
 * sent as one.
 */
export function bodySchema({ type, attributes, relationship, takesId }: Body): BodySchema {
  const noId: z.ZodType<string | undefined> = z.undefined('has no place here');
  const members = {
    type: z.literal(type, `must be ${type}`).optional(),
    id: (takesId ? z.string('must be an id') : noId).optional(),
    attributes,
  };
  const rule = 'must be an object with `attributes`';
  return z.strictObject(
    { data: relationship ? withRelationship(members, relationship, rule) : z.strictObject(members, rule) },
    'must be an object with `data`',
  );
}

type Members = {
  type: z.ZodType<string | undefined>;
  id: z.ZodType<string | undefined>;
  attributes: z.ZodType;
};

/** Returns the schema of `data` with a relationship, which becomes the attribute that it stands for. */
function withRelationship(members: Members, { type, prefix, attribute }: Relationship, rule: string) {
  const target = z.strictObject({ type: z.literal(type, `must be ${type}`), id: idField(prefix) });
  const relationships = z.strictObject(
    { [type]: z.strictObject({ data: target }, 'must be an object with `data`') },
    `must be an object with \`${type}\``,
  );
  const data = z.strictObject({ ...members, relationships: relationships.optional() }, rule);
  return data.transform(({ relationships: sent, ...rest }, check) => {
    const read = rest.attributes as Record<string, unknown>;
    const id = sent?.[type]?.data.id;
    if (id === undefined) return rest;
    if ((read[attribute] ?? id) === id) return { ...rest, attributes: { ...read, [attribute]: id } };
    const path = ['relationships', type, 'data', 'id'];
    check.issues.push({ code: 'custom', input: id, path, message: `must be the same as \`${attribute}\`` });
    return z.NEVER;
  });
}

function checkId(sent: string | undefined, inPath: string): void {
  if (sent === undefined || sent === inPath) return;
  throw fault('invalid_value', '`id` must be the one in the path.', { pointer: '/data/id' });
}

/** Returns the value of a body of JSON, as strictly as `parseStrictJson` reads it. Throws `invalid_json`. */
export function readJson(bytes: unknown): unknown {
  try {
    return parseStrictJson(utf8.decode(bytes instanceof Uint8Array ? bytes : new Uint8Array()));
  } catch (error) {
    throw new PurserError(
      [
        {
          code: 'invalid_json',
          detail:
            'The body is not JSON in UTF-8 with unique names, at most 32 levels deep and with at most 2,000 values.',
          source: { pointer: '' },
        },
      ],
      { cause: error },
    );
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
