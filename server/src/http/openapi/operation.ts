import { type ErrorCode, errorTable } from '../../errors.ts';
import type { Body, Endpoint, Relationship } from '../endpoint.ts';
import { idField } from '../fields.ts';
import { errorsShape, refusalsOf } from './errors.ts';
import { responseExampleOf } from './examples.ts';
import { parametersOf, responseHeadersOf } from './headers.ts';
import {
  attributesSchema,
  type Components,
  isList,
  type JsonSchema,
  requestSchema,
  responseSchema,
} from './schemas.ts';

export type Responses = Record<string, object>;

/** Returns the operation of one endpoint. Adds its schemas and error responses to the components. */
export function operationOf(endpoint: Endpoint, components: Components, responses: Responses) {
  const response = responseSchema(endpoint.response);
  const operationId = operationIdOf(endpoint, isList(response));
  const refusals = [...refusalsOf(endpoint)].map(([status, codes]): [string, object] => [
    String(status),
    refusalReference(status, codes, components, responses),
  ]);
  return {
    operationId,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    security: endpoint.scope === null ? [] : [{ bearer: [] }],
    ...(endpoint.scope === null ? {} : { 'x-required-scope': endpoint.scope }),
    ...(endpoint.agentsRefused ? { 'x-agents': 'refused' } : {}),
    ...(endpoint.ownReads ? { 'x-own-reads': endpoint.ownReads } : {}),
    ...(endpoint.sandboxOnly ? { 'x-sandbox-only': true } : {}),
    parameters: parametersOf(endpoint),
    ...(endpoint.body ? { requestBody: requestBody(endpoint, endpoint.body, operationId, components) } : {}),
    responses: {
      [endpoint.status]: successOf(endpoint, response, components),
      ...Object.fromEntries(refusals),
    },
  };
}

function successOf(endpoint: Endpoint, response: JsonSchema, components: Components) {
  const { status, idempotency, csv } = endpoint;
  return {
    description: status === 201 ? 'Created.' : 'OK.',
    headers: responseHeadersOf(status, idempotency !== 'none'),
    content: {
      ...json(components.refer(response), responseExampleOf(endpoint, response)),
      ...(csv === null ? {} : csvContent(csv)),
    },
  };
}

/** Returns the tag of an endpoint: the resource with which its path begins. */
export function tagOf({ path }: Endpoint): string {
  return path.split('/')[1] ?? '';
}

function descriptionOf(endpoint: Endpoint): string {
  const { description, scope, agentScope, agentsRefused, ownReads, sandboxOnly } = endpoint;
  const rules = [
    scope === null
      ? 'Requires no credential: the token gives the authority.'
      : `Requires the scope \`${scope}\`.`,
  ];
  if (agentScope) rules.push(`For an agent, \`${agentScope}\` is enough.`);
  if (agentsRefused) rules.push('Not available to agents.');
  if (ownReads === 'filtered') rules.push('An agent with `reads: "own"` gets what is its own only.');
  if (ownReads === 'refused') rules.push('Not available to an agent with `reads: "own"`.');
  if (sandboxOnly) rules.push('Available only in a sandbox.');
  return [description, rules.join(' ')].filter((text) => text !== undefined).join('\n\n');
}

function requestBody(
  endpoint: Endpoint,
  { type, attributes, relationship, example, optional, takesId }: Body,
  name: string,
  components: Components,
) {
  const sent = attributesSchema(attributes);
  const isEmpty = Object.keys(sent.properties ?? {}).length === 0;
  const inner = isEmpty ? sent : components.refer({ ...sent, title: `${name}Attributes` });
  const schema: JsonSchema = strictObject({
    data: strictObject(
      {
        type: { type: 'string', const: type },
        ...(takesId ? { id: { ...idInPath(endpoint), description: 'The id in the path.' } } : {}),
        attributes: inner,
        ...(relationship ? { relationships: relationshipsSchema(relationship) } : {}),
      },
      ['attributes'],
    ),
  });
  const body = components.refer({ ...schema, title: `${name}Body` });
  return { required: !optional, content: json(body, { data: { attributes: example } }) };
}

function relationshipsSchema({ type, prefix, attribute }: Relationship): JsonSchema {
  const id = requestSchema(idField(prefix));
  const target = strictObject({ type: { type: 'string', const: type }, id });
  const schema = strictObject({ [type]: strictObject({ data: target }) });
  return { ...schema, description: `Another way to send \`${attribute}\`.` };
}

function idInPath({ params }: Endpoint): JsonSchema {
  const last = Object.values((params && requestSchema(params).properties) ?? {}).at(-1);
  return typeof last === 'object' ? last : { type: 'string' };
}

function strictObject(
  properties: Record<string, JsonSchema>,
  required = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false };
}

/** Returns a reference to the error response with these codes, which all endpoints that have it share. */
export function refusalReference(
  status: number,
  codes: readonly ErrorCode[],
  components: Components,
  responses: Responses,
): object {
  const name = [status, ...codes].join('.');
  responses[name] ??= refusalResponse(status, codes, components);
  return { $ref: `#/components/responses/${name}` };
}

/** Returns that error response itself, for a place that says more than the reference could. */
export function refusalResponse(status: number, codes: readonly ErrorCode[], components: Components) {
  return {
    description: codes.map((code) => `\`${code}\`: ${errorTable[code].meaning}`).join('\n\n'),
    headers: responseHeadersOf(status),
    content: {
      'application/json': {
        schema: components.refer(responseSchema(errorsShape)),
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleError(status, code) }])),
      },
    },
    'x-codes': codes,
  };
}

function exampleError(status: number, code: ErrorCode): object {
  const { title, meaning } = errorTable[code];
  const links = { about: `https://purser.example/errors/${code}` };
  const meta = { supportId: 'req_0198f3c2a4b17d6e8f90a1b2c3d4e5f6' };
  return { errors: [{ status: String(status), code, title, detail: meaning, links, meta }] };
}

function json(schema: JsonSchema, example: unknown): object {
  return { 'application/json': { schema, example } };
}

function csvContent(example: string): object {
  return { 'text/csv': { schema: { type: 'string' }, example } };
}

const verbs = { GET: 'get', POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'delete' } as const;

/**
 * Returns the id of an operation from its method and path: `createPayment`, `listAgentCustomers`, `cancelPayment`,
 * `setPartyLimits`, `simulateAdvanceClock`. That of a preview is the one of what it previews: `previewCreatePayment`.
 * Clients are generated from it, so the rule must not change.
 */
function operationIdOf(
  { method, path, status }: Pick<Endpoint, 'method' | 'path' | 'status'>,
  returnsList: boolean,
): string {
  const previewed = /^(.+)\/preview$/.exec(path)?.[1];
  if (previewed)
    return camelCase(['preview', operationIdOf({ method, path: previewed, status }, returnsList)]);
  const segments = path.slice(1).split('/');
  const isSimulation = segments[0] === 'simulations' && method !== 'GET';
  const steps = segments.map((text, index) => ({
    text,
    // `me` stands for one resource: the actor's party.
    isNoun: !isOne(text) && !(isSimulation && index === 0),
    isSingular: text === 'simulations' || isOne(segments[index + 1]),
    isLast: index === segments.length - 1,
  }));
  // In POST /payments/:paymentId/cancel, the last segment is an action on the resource before it.
  const isAction = method === 'POST' && status === 200 && segments.length > 1 && !isOne(segments.at(-1));
  const nouns = steps.filter(({ isNoun, isLast }) => isNoun && !(isAction && isLast));
  const names = nouns.map(({ text, isSingular }, index) => {
    const createsOne = method === 'POST' && !returnsList && index === nouns.length - 1;
    return isSingular || createsOne ? singular(text) : text;
  });
  const verb = isAction ? (segments.at(-1) ?? '') : method === 'GET' && returnsList ? 'list' : verbs[method];
  return camelCase([...(isSimulation ? ['simulate'] : []), verb, ...names]);
}

function isOne(segment: string | undefined): boolean {
  return segment !== undefined && (segment.startsWith(':') || segment === 'me');
}

function singular(plural: string): string {
  return plural.endsWith('ies') ? `${plural.slice(0, -3)}y` : plural.replace(/s$/, '');
}

function camelCase(parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split('-'));
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
