import { z } from 'zod';
import { type ErrorCode, errorTable } from '../../errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { reasonShape } from '../../terms/reasons.ts';
import { textShape } from '../shapes.ts';

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

export const errorShape = z
  .strictObject({
    status: z.string().meta({ description: 'The HTTP status code, as a string.', examples: ['409'] }),
    code: z.enum(codes).meta({
      description: 'A stable code for programs. New codes may be added.',
      examples: ['insufficient_funds'],
    }),
    title: textShape('Insufficient funds'),
    detail: textShape('The wallet does not have this amount available.'),
    source: z
      .union([
        z.strictObject({ pointer: textShape('/data/attributes/amount') }),
        z.strictObject({ parameter: textShape('paymentId') }),
        z.strictObject({ header: textShape('Idempotency-Key') }),
      ])
      .optional()
      .meta({
        description:
          'The source of the fault: a JSON pointer into the body, a path or query parameter, or a header.',
      }),
    links: z.strictObject({
      about: z.url().meta({
        description: 'The URL of a page about the code.',
        examples: ['https://purser.example/errors/insufficient_funds'],
      }),
    }),
    meta: z.strictObject({
      supportId: textShape('req_0198f3c2a4b17d6e8f90a1b2c3d4e5f6').meta({
        description: 'The value of the header `Request-Id`.',
      }),
      reasons: z.array(reasonShape).optional().meta({
        description: 'With `rule_broken`: every rule and limit that is exceeded.',
      }),
    }),
  })
  .meta({ title: 'error' });

/** The shape of every error response, with one entry per fault. */
export const errorsShape = z.strictObject({ errors: z.array(errorShape).min(1) }).meta({ title: 'errors' });

/** Returns the error codes of an endpoint by HTTP status: those of its kind, and its own. */
export function refusalsOf(endpoint: Endpoint): Map<number, ErrorCode[]> {
  const found = new Map<number, ErrorCode[]>();
  const add = (code: ErrorCode, status = errorTable[code].status): void => {
    const known = found.get(status) ?? [];
    if (!known.includes(code)) found.set(status, [...known, code].toSorted());
  };
  add('invalid_value', 400);
  if (endpoint.query && hasCursor(endpoint.query)) add('invalid_pagination_cursor');
  if (endpoint.scope !== null) for (const code of actorCodes) add(code);
  for (const code of commonCodes) add(code);
  if (endpoint.agentsRefused || endpoint.ownReads === 'refused') add('agent_not_allowed');
  else if (endpoint.method !== 'GET') add('agent_suspended');
  if (endpoint.method !== 'GET') add('outcome_unknown');
  if (endpoint.idempotency === 'required') add('idempotency_key_required');
  if (endpoint.idempotency !== 'none') for (const code of keyedCodes) add(code);
  if (endpoint.body) for (const code of bodyCodes) add(code);
  else if (endpoint.method !== 'GET') for (const code of ignoredBodyCodes) add(code);
  for (const code of endpoint.refuses ?? []) add(code);
  return new Map([...found].toSorted(([a], [b]) => a - b));
}

const actorCodes: readonly ErrorCode[] = [
  'unauthenticated',
  'forbidden', // an agent key with X-Agent-ID of another agent
  'insufficient_scope',
  'agent_not_found', // X-Agent-ID
];
const commonCodes: readonly ErrorCode[] = [
  'rate_limited',
  'server_error',
  'service_unavailable',
  'lock_timeout',
];
const keyedCodes: readonly ErrorCode[] = ['idempotency_key_reused', 'idempotency_request_in_progress'];
const bodyCodes: readonly ErrorCode[] = [
  'invalid_json',
  'invalid_value',
  'payload_too_large',
  'request_timeout',
  'unsupported_media_type',
];

// A body that is ignored must still arrive completely before the request is processed.
const ignoredBodyCodes: readonly ErrorCode[] = ['invalid_json', 'payload_too_large', 'request_timeout'];

function hasCursor(query: z.ZodType): boolean {
  return query instanceof z.ZodObject && 'cursor' in query.shape;
}
