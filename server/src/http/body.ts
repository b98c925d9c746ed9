import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { PurserError, fault } from '../errors.ts';
import type { ErrorSource, Fault } from '../errors.ts';
import { parseStrictJson } from '../lib/strict-json.ts';
import type { Body } from './endpoint.ts';
import { faultsOf, jsonPointer } from './faults.ts';

/** Bytes; larger ones are refused before they are read (guarantees, rule 15). */
export const maxBodyLength = 256 * 1024;

/** An answer names so many faults at most: what was wrong a thousand times needs no thousand entries. */
const maxFaults = 100;

const jsonTypes = new Set(['application/json', 'application/vnd.api+json']);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What stands for a body that an endpoint does not need and a caller did not send. */
export const emptyBody = Buffer.from('{"data":{"attributes":{}}}');

/** Says the head of the request that a body follows? */
export function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Did no body come? */
export function isEmpty(bytes: unknown): boolean {
  return !(bytes instanceof Uint8Array) || bytes.length === 0;
}

/** Refuses a body by its announced length (413), type and coding (415), before a byte of it is read. */
export function checkAnnouncement(headers: IncomingHttpHeaders): void {
  if (Number(headers['content-length'] ?? 0) > maxBodyLength) throw tooLarge();
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (!jsonTypes.has(type.trim()) || !isUtf8) {
    throw fault('unsupported_media_type', 'Send the body as application/json in UTF-8.', {
      header: 'Content-Type',
    });
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw fault('unsupported_media_type', 'Send the body as it is, not compressed.', {
      header: 'Content-Encoding',
    });
  }
}

/** 413. */
export function tooLarge(): PurserError {
  return fault('payload_too_large', `The body is larger than ${maxBodyLength} bytes.`);
}

/**
 * Reads `{data: {attributes}}`: 400 where it is no JSON, 422 with every fault of its values. `id` is the path's, which
 * `data.id` may repeat in a change.
 */
export function readAttributes(
  bytes: unknown,
  schema: BodySchema,
  { acceptFlat, id }: { acceptFlat: boolean; id: string },
): unknown {
  const sent = parse(bytes);
  const flat = acceptFlat && isObject(sent) && !('data' in sent);
  const body = flat ? { data: { attributes: sent } } : sent;
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    checkId(parsed.data.data.id, id);
    return parsed.data.data.attributes;
  }
  const sourceOf = (path: readonly PropertyKey[]): ErrorSource => jsonPointer(flat ? path.slice(2) : path);
  const [first, ...others] = faultsOf(parsed.error, body, sourceOf).slice(0, maxFaults);
  const unnamed: Fault = {
    code: 'invalid_value',
    detail: 'The body is not acceptable.',
    source: { pointer: '' },
  };
  throw new PurserError([first ?? unnamed, ...others]);
}

export type BodySchema = ReturnType<typeof bodySchema>;

/** The wrapper around an endpoint's attributes. Relationships have no place in it; an id only in a change. */
export function bodySchema({ type, attributes, takesId }: Body) {
  const noId: z.ZodType<string | undefined> = z.undefined('has no place here');
  return z.strictObject(
    {
      data: z.strictObject(
        {
          type: z.literal(type, `must be ${type}`).optional(),
          id: (takesId ? z.string('must be an id') : noId).optional(),
          attributes,
        },
        'must be an object with `attributes`',
      ),
    },
    'must be an object with `data`',
  );
}

function checkId(sent: string | undefined, inPath: string): void {
  if (sent === undefined || sent === inPath) return;
  throw fault('invalid_value', '`id` must be the one in the path.', { pointer: '/data/id' });
}

function parse(bytes: unknown): unknown {
  try {
    return parseStrictJson(utf8.decode(bytes instanceof Uint8Array ? bytes : new Uint8Array()));
  } catch (error) {
    throw new PurserError(
      [
        {
          code: 'invalid_json',
          detail: 'The body is not JSON in UTF-8 with unique names, at most 32 levels deep.',
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
