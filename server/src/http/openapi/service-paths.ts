import { type ErrorCode, errorTable } from '../../errors.ts';
import type { JsonSchema } from './schemas.ts';

/** Returns the error response with these codes, or a reference to it. */
type Refuse<Response = object> = (status: number, codes: readonly ErrorCode[]) => Response;

/** Returns the paths that are not endpoints: they need no credential and have no envelope. */
export function servicePaths(
  { metrics }: { metrics: boolean },
  refuse: Refuse,
  refuseWhole: Refuse<Content>,
): Record<string, object> {
  const limited = { 429: refuse(429, ['rate_limited']) };
  const code = pathParameter('code', 'An error code.', { type: 'string', enum: Object.keys(errorTable) });
  const token = pathParameter('token', 'The secret part of the link.', { type: 'string' });
  const paths = {
    '/healthz': page('getHealth', 'Check that the process is running', health, {
      description: 'For a liveness probe. It uses no database and has no rate limit.',
    }),
    '/readyz': page('getReadiness', 'Check that the server can serve requests', readiness, {
      description: 'For a readiness probe. It has no rate limit.',
      others: { 503: { description: 'The server is stopping, or its database is unavailable.', ...unready } },
    }),
    ...(metrics && {
      '/metrics': page('getMetrics', 'Retrieve metrics for Prometheus', text('text/plain'), {
        description: 'In prod it needs the bearer token of the setting `PURSER_METRICS_TOKEN`.',
        others: { ...limited, 401: refuse(401, ['unauthenticated']) },
      }),
    }),
    '/errors': page('listErrorPages', 'Retrieve the page with all error codes', text('text/html'), {
      description: 'The page is for people; the codes are also in the schema `error`.',
    }),
    '/errors/{code}': page('getErrorPage', 'Retrieve the page about an error code', text('text/html'), {
      description: 'The page to which `links.about` of an error points.',
      others: { 404: orPage(refuseWhole(404, ['not_found'])) },
      parameters: [code],
    }),
    '/pay/{token}': page('getPayPage', 'Retrieve the page of a payment link', text('text/html'), {
      description:
        'The page to which `paymentLinkUrl` points. It shows a payment request in any state, and changes nothing by itself.',
      others: { 404: noSuchLink, 429: tooMany },
      parameters: [token],
    }),
    '/openapi.json': page('getOpenApiDocument', 'Retrieve this document', json(anyObject), {
      description: 'OpenAPI 3.1, with the URL of this server.',
      others: limited,
    }),
  };
  const documented = Object.entries(paths).map(([path, get]) => [path, { get: withFaults(get, refuse) }]);
  const { '/pay/{token}': payPage, ...others } = Object.fromEntries(documented) as Record<string, object>;
  return { ...others, '/pay/{token}': { ...payPage, post: withFaults(payForm(token), refuse) } };
}

const noSuchLink = { description: 'No request has this link.', ...text('text/html') };
const tooMany = { description: 'Too many requests.', ...text('text/html') };

/** Returns the operation behind the form of the page of a payment link. */
function payForm(token: object): Page {
  const sent: JsonSchema = { type: 'string', maxLength: 255 };
  const form: JsonSchema = {
    type: 'object',
    properties: {
      key: { ...sent, description: 'The idempotency key of the form.' },
      verdict: { type: 'string', enum: ['pay', 'decline'] },
      amount: { ...sent, description: 'What the page showed, in minor units.' },
      currency: { ...sent, description: 'The currency of the amount.' },
      source: { ...sent, description: 'The id of the wallet or external account that pays.' },
    },
    required: ['key', 'verdict'],
  };
  const { responses: _, ...operation } = page(
    'sendPayForm',
    'Send the form of a payment link',
    text('text/html'),
    {
      description: `What the page's own form does, for a browser that is signed in: pays or declines. Programs call
\`POST /payment-requests/{paymentRequestId}/fulfill\`. A form that no page of this server sent is refused.`,
      parameters: [token],
    },
  );
  const refused = { description: 'The page, with the reason of a refusal.', ...text('text/html') };
  return Object.assign(operation, {
    requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema: form } } },
    responses: {
      303: { description: 'Done: back to the page. Not signed in: to the sign-in.', headers: locationHeader },
      404: noSuchLink,
      429: tooMany,
      '4XX': refused,
    },
  });
}

const locationHeader = {
  Location: { description: 'The page to go on with.', schema: { type: 'string', format: 'uri-reference' } },
};

type Content = { content: Record<string, { schema: JsonSchema }> };
type Page = { responses: Record<number, object> };

function json(schema: JsonSchema): Content {
  return { content: { 'application/json': { schema } } };
}

function text(type: 'text/plain' | 'text/html'): Content {
  return { content: { [type]: { schema: { type: 'string' } } } };
}

/** Adds that a response is a page for whoever asks for one. */
function orPage(response: Content): object {
  return { ...response, content: { ...response.content, ...text('text/html').content } };
}

const anyObject: JsonSchema = { type: 'object', additionalProperties: true };
const health = json(statusSchema('ok'));
const readiness = json(statusSchema('ready'));
const unready = json(statusSchema('unavailable', { reason: { type: 'string' } }));

function statusSchema(word: string, others: Record<string, JsonSchema> = {}): JsonSchema {
  const properties = { status: { type: 'string', const: word } as const, ...others };
  return { type: 'object', properties, required: Object.keys(properties) };
}

function pathParameter(name: string, description: string, schema: JsonSchema): object {
  return { name, in: 'path', required: true, description, schema };
}

function page(
  operationId: string,
  summary: string,
  content: Content,
  more: { description: string; others?: Record<number, object>; parameters?: object[] },
): Page {
  const { description, others = {}, parameters = [] } = more;
  const responses = { 200: { description: 'OK.', ...content }, ...others };
  return Object.assign(
    { operationId, tags: ['service'], summary, description, security: [], parameters },
    { responses },
  );
}

/** Any request can be faulty in its Host header or its URL. */
function withFaults({ responses, ...rest }: Page, refuse: Refuse): object {
  return { ...rest, responses: { ...responses, 400: refuse(400, ['invalid_value']) } };
}
