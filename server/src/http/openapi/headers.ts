import { printablePattern } from '../../lib/text.ts';
import type { Endpoint } from '../endpoint.ts';
import { requestSchema } from './schemas.ts';
import type { JsonSchema } from './schemas.ts';

/** Request headers, as components. */
export const headerParameters = {
  'X-Agent-ID': header('X-Agent-ID', {
    description: 'The agent of your party that acts. An agent key names it by itself.',
    schema: { type: 'string', pattern: '^agt_[0-9a-f]{32}$' },
  }),
  'X-Instance-ID': header('X-Instance-ID', {
    description: 'The session or conversation. Required with `X-Agent-ID`; a label, which gives no rights.',
    schema: { type: 'string', maxLength: 1024, pattern: printablePattern },
  }),
  'Idempotency-Key': header('Idempotency-Key', {
    required: true,
    description:
      'A new one per intent, the same one for a retry: one key has one effect, and the retry gets the first answer. Kept for 48 hours at least, for payments always.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x20-\x7e]+$` },
  }),
  'Idempotency-Key.optional': header('Idempotency-Key', {
    description: 'Makes a retry safe: one key has one effect, and the retry gets the first answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x20-\x7e]+$` },
  }),
};

function header(name: string, rest: { required?: true; description: string; schema: JsonSchema }) {
  return { name, in: 'header', ...rest };
}

const keyOf = {
  required: ['Idempotency-Key'],
  accepted: ['Idempotency-Key.optional'],
  none: [],
} as const;

/** The parameters of an endpoint: of its path, of its query, and the headers it reads. */
export function parametersOf({ params, query, idempotency }: Endpoint): object[] {
  const headers = ['X-Agent-ID', 'X-Instance-ID', ...keyOf[idempotency]];
  return [
    ...(params ? inPlace('path', requestSchema(params)) : []),
    ...(query ? inPlace('query', requestSchema(query)) : []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function inPlace(place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    description: typeof schema === 'object' ? schema.description : undefined,
    schema,
  }));
}

const everyAnswer = {
  'Request-Id': responseHeader('Names the request in logs and in `meta.supportId`.', {
    type: 'string',
    pattern: '^req_[0-9a-f]{32}$',
  }),
  'RateLimit-Policy': responseHeader(
    'How many requests at once (`q`) and in how many seconds they are back (`w`).',
    {
      type: 'string',
    },
  ),
  RateLimit: responseHeader('How many are left (`r`) and in how many seconds all are back (`t`).', {
    type: 'string',
  }),
  'X-RateLimit-Limit': responseHeader('How many requests at once.', { type: 'integer' }),
  'X-RateLimit-Remaining': responseHeader('How many are left.', { type: 'integer' }),
  'X-RateLimit-Reset': responseHeader('When all are back, in seconds since 1970.', { type: 'integer' }),
};

/** Headers of answers, as components. */
export const responseHeaders = {
  ...everyAnswer,
  'Idempotency-Replayed': responseHeader('The answer was given before, to the first request with this key.', {
    type: 'string',
    const: 'true',
  }),
  'X-Idempotency-Replayed': responseHeader('The same, as many clients spell it.', {
    type: 'string',
    const: 'true',
  }),
  'Retry-After': responseHeader('Seconds after which a retry makes sense.', { type: 'integer', minimum: 1 }),
  'WWW-Authenticate': responseHeader('How to authenticate.', { type: 'string', const: 'Bearer' }),
  Allow: responseHeader('The methods that the address has.', { type: 'string' }),
};

function responseHeader(description: string, schema: JsonSchema) {
  return { description, schema };
}

const ofStatus: Record<number, ReadonlyArray<keyof typeof responseHeaders>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The headers of an answer with this status; `replayed` where it may have been given before. */
export function responseHeadersOf(status: number, replayed = false): object {
  const replay = replayed ? ['Idempotency-Replayed', 'X-Idempotency-Replayed'] : [];
  const names = [...Object.keys(everyAnswer), ...replay, ...(ofStatus[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
