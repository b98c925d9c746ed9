import { printablePattern } from '../../lib/text.ts';
import type { Endpoint } from '../endpoint.ts';
import { type JsonSchema, requestSchema } from './schemas.ts';

const keyDescription = `Makes retries safe. Use a new key for each intent, and the same key to retry: the request takes
effect once, and a retry gets the first response. Keys are stored for at least 48 hours, and those of payments
permanently.`;

/** Request headers, as components. */
export const headerParameters = {
  'X-Agent-ID': header('X-Agent-ID', {
    description:
      'The agent of your party that makes the request. Not needed with an agent key, which belongs to one agent.',
    schema: { type: 'string', pattern: '^agt_[0-9a-f]{32}$' },
  }),
  'X-Instance-ID': header('X-Instance-ID', {
    description:
      'The session or conversation of the agent. Required with `X-Agent-ID`. A label for logs, which grants no rights.',
    schema: { type: 'string', maxLength: 1024, pattern: printablePattern },
  }),
  'Idempotency-Key': header('Idempotency-Key', {
    required: true,
    description: keyDescription,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x20-\x7e]+$` },
  }),
  'Idempotency-Key.optional': header('Idempotency-Key', {
    description: keyDescription,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: String.raw`^[\x20-\x7e]+$` },
  }),
};

function header(name: string, rest: { required?: true; description: string; schema: JsonSchema }) {
  return { name, in: 'header', ...rest };
}

const keyHeaders = {
  required: ['Idempotency-Key'],
  requirable: ['Idempotency-Key.optional'],
  accepted: ['Idempotency-Key.optional'],
  none: [],
} as const;

/** Returns the parameters of an endpoint: path, query and headers. */
export function parametersOf({ params, query, idempotency, scope }: Endpoint): object[] {
  const headers = [...(scope === null ? [] : ['X-Agent-ID', 'X-Instance-ID']), ...keyHeaders[idempotency]];
  return [
    ...(params ? parametersIn('path', requestSchema(params)) : []),
    ...(query ? parametersIn('query', requestSchema(query)) : []),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function parametersIn(location: 'path' | 'query', { properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    description: typeof schema === 'object' ? schema.description : undefined,
    style: typeof schema === 'object' && schema.type === 'object' ? 'deepObject' : undefined,
    schema,
  }));
}

const commonHeaders = {
  'Request-Id': responseHeader('The id of the request in logs and in `meta.supportId`.', {
    type: 'string',
    pattern: '^req_[0-9a-f]{32}$',
  }),
  'RateLimit-Policy': responseHeader(
    'The size of the token bucket (`q`), and the seconds in which an empty bucket refills (`w`).',
    {
      type: 'string',
    },
  ),
  RateLimit: responseHeader('The remaining tokens (`r`), and the seconds until the bucket is full (`t`).', {
    type: 'string',
  }),
  'X-RateLimit-Limit': responseHeader(
    'The size of the token bucket: how many requests can be sent at once.',
    { type: 'integer', format: 'int32', minimum: 1 },
  ),
  'X-RateLimit-Remaining': responseHeader('The remaining tokens.', {
    type: 'integer',
    format: 'int32',
    minimum: 0,
  }),
  'X-RateLimit-Reset': responseHeader('The time at which the bucket is full, in seconds since 1970.', {
    type: 'integer',
    format: 'int64',
    minimum: 0,
  }),
};

/** Response headers, as components. */
export const responseHeaders = {
  ...commonHeaders,
  'Idempotency-Replayed': responseHeader(
    'The response is a replay of the first response to this idempotency key.',
    {
      type: 'string',
      const: 'true',
    },
  ),
  'X-Idempotency-Replayed': responseHeader('The same as `Idempotency-Replayed`.', {
    type: 'string',
    const: 'true',
  }),
  'Retry-After': responseHeader('The number of seconds to wait before a retry.', {
    type: 'integer',
    format: 'int32',
    minimum: 1,
  }),
  'WWW-Authenticate': responseHeader('The authentication scheme.', { type: 'string', const: 'Bearer' }),
};

function responseHeader(description: string, schema: JsonSchema) {
  return { description, schema };
}

const headersByStatus: Record<number, ReadonlyArray<keyof typeof responseHeaders>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** Returns the headers of a response with this status; `canReplay` if it may be a replay. */
export function responseHeadersOf(status: number, canReplay = false): object {
  const replay = canReplay ? ['Idempotency-Replayed', 'X-Idempotency-Replayed'] : [];
  const names = [...Object.keys(commonHeaders), ...replay, ...(headersByStatus[status] ?? [])];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
