import { readFile } from 'node:fs/promises';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints, endpointsIn, streams } from '../../src/start/app.ts';
import { errorTable } from '../../src/errors.ts';
import { bodySchema } from '../../src/http/body.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { requestSchema } from '../../src/http/openapi/schemas.ts';
import { attributes, call } from '../support/http.ts';
import { objectsIn } from '../support/objects.ts';
import { main, testServer } from '../support/server.ts';

type Parameter = { name: string; in: string; schema: object };
type Operation = {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: Array<Parameter | { $ref: string }>;
  responses: Record<string, { $ref?: string; content?: Record<string, { example: unknown }> }>;
};
type Document = Record<string, unknown> & {
  info: { version: string };
  openapi: string;
  servers: Array<{ url: string }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, { 'x-codes': string[] }> };
};

const server = testServer();
let document: Document;
beforeAll(async () => {
  document = await read('/openapi.json');
});
const documentedPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');
const withBody = endpoints.filter(({ body }) => body !== null);

async function read(path: string): Promise<Document> {
  const reply = await server.as(null).get(path);
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text) as Document;
}

const operationsOf = ({ paths }: Pick<Document, 'paths'>): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => !tags.includes('service'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );

function operationOf(method: string, path: string): Operation {
  const operation = document.paths[documentedPath(path)]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
}

describe('GET /openapi.json', () => {
  it('is public, is served under /api as well, and names the server', async () => {
    const reply = await server.as('nonsense').get('/openapi.json');
    expect(reply.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect((await server.as(null).get('/api/openapi.json')).text).toBe(reply.text);
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toHaveLength(1);
    expect(URL.canParse(document.servers[0]?.url ?? '')).toBe(true);
  });

  it('has the version of the program', async () => {
    const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    expect(document.info.version).toBe((JSON.parse(file) as { version: string }).version);
  });

  it('is a valid OpenAPI document', async () => {
    const outcome = await new Validator().validate(document);
    expect(outcome).toEqual({ valid: true });
  });

  it('describes exactly the endpoints and streams of the server', () => {
    const lines = [...endpoints, ...streams.map(({ endpoint }) => endpoint)].map(
      ({ method, path }) => `${method} ${documentedPath(path)}`,
    );
    expect(operationsOf(document).toSorted()).toEqual(lines.toSorted());
  });

  it('omits sandbox-only endpoints in prod', () => {
    const prod = openApiDocument({
      endpoints: endpointsIn({ environment: 'prod', requireIdempotencyKey: false }),
      streams: [],
      metrics: false,
    }) as Document;
    const lines = endpoints
      .filter(({ sandboxOnly }) => !sandboxOnly)
      .map(({ method, path }) => `${method} ${documentedPath(path)}`);
    expect(operationsOf(prod).toSorted()).toEqual(lines.toSorted());
    expect(Object.keys(prod.paths)).not.toContain('/metrics');
  });

  it('gives every operation a unique name, a summary and one group', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const names = operations.map(({ operationId }) => operationId);
    expect(
      names.filter((name, index) => names.indexOf(name) !== index || !/^[a-z][A-Za-z]+$/.test(name)),
    ).toEqual([]);
    expect(operations.filter(({ summary, tags }) => summary === '' || tags.length !== 1)).toEqual([]);
  });

  it('declares every parameter of every path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods)) {
        const found = parameters.filter((each): each is Parameter => 'in' in each && each.in === 'path');
        expect([path, found.map(({ name }) => name)]).toEqual([path, wanted]);
      }
    }
  });

  it('describes every value: no schema is empty', () => {
    const values = /\/(example|examples|default)(\/|$)|\/properties$/;
    const empty = [...objectsIn(document)].filter(
      ([place, object]) => Object.keys(object).length === 0 && !values.test(place) && !Array.isArray(object),
    );
    expect(empty.map(([place]) => place)).toEqual([]);
  });

  it('bounds every number of a request', () => {
    const { schemas } = document.components;
    const requests = Object.entries(schemas).filter(([name]) => name.endsWith('Attributes'));
    const loose = [...objectsIn(Object.fromEntries(requests))].filter(
      ([, object]) =>
        'type' in object &&
        (object.type === 'number' || object.type === 'integer') &&
        !(
          object.type === 'integer' &&
          Number(object.minimum) > Number.MIN_SAFE_INTEGER &&
          'maximum' in object
        ),
    );
    expect(loose.map(([place]) => place)).toEqual([]);
  });

  it('resolves all of its references', () => {
    const references = [...objectsIn(document)].flatMap(([, object]) =>
      '$ref' in object ? [String(object.$ref)] : [],
    );
    const unresolved = references.filter((reference) => {
      const steps = reference.slice(2).split('/');
      return (
        steps.reduce<unknown>(
          (inner, step) => (inner as Record<string, unknown> | undefined)?.[step],
          document,
        ) === undefined
      );
    });
    expect(references.length).toBeGreaterThan(20);
    expect(unresolved).toEqual([]);
  });

  it('names only existing error codes, with their actual status', () => {
    for (const [name, { 'x-codes': codes }] of Object.entries(document.components.responses)) {
      const statuses = codes.map((code) =>
        // In path, query or header the status is 400.
        code === 'invalid_value' && name.startsWith('400.')
          ? 400
          : errorTable[code as keyof typeof errorTable].status,
      );
      expect(new Set(statuses)).toEqual(new Set([Number(name.split('.')[0])]));
    }
  });
});

/** Returns whether the example has this name in snake_case: the document describes a name in both spellings once. */
function isThereInSnakeCase(example: unknown, place: readonly PropertyKey[]): boolean {
  const name = String(place.at(-1)).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const around = place.slice(0, -1).reduce((at, key) => (at as Record<PropertyKey, unknown>)[key], example);
  return name.includes('_') && Object.hasOwn(around as object, name);
}

describe('the documented example', () => {
  it.each(
    endpoints.map(({ method, path, status, response }) => ({
      name: `${method} ${path}`,
      method,
      path,
      status,
      response,
    })),
  )('of a response of $name has the documented shape', ({ method, path, status, response }) => {
    const example = operationOf(method, path).responses[status]?.content?.['application/json']?.example;
    const issues = response.safeParse(example).error?.issues ?? [];
    expect(issues.filter(({ path: place }) => !isThereInSnakeCase(example, place))).toEqual([]);
  });

  it.each(
    withBody.map(({ method, path, body, sandboxOnly }) => ({
      name: `${method} ${path}`,
      method,
      path,
      body,
      sandboxOnly,
    })),
  )(
    'of a request to $name is accepted, by its schema and by the server',
    async ({ method, path, body, sandboxOnly }) => {
      if (!body) throw new Error('only endpoints with a body are listed');
      const sent = attributes(body.example);
      expect(bodySchema(body).safeParse(sent).error?.issues ?? []).toEqual([]);
      const documented = z.fromJSONSchema(requestSchema(body.attributes));
      expect(documented.safeParse(body.example).error?.issues ?? []).toEqual([]);
      if (sandboxOnly) return; // it may advance the clock
      const address = path.replaceAll(/:\w+/g, (name) => exampleId(method, path, name.slice(1)));
      const headers = { 'Idempotency-Key': crypto.randomUUID() };
      const reply = await call(server.baseUrl, method, address, { key: main.apiKey, body: sent, headers });
      expect([reply.text, [200, 201, 404, 409].includes(reply.status)]).toEqual([reply.text, true]);
    },
  );
});

/** An id in the documented format that belongs to no resource. */
function exampleId(method: string, path: string, name: string): string {
  const found = operationOf(method, path).parameters.find((each) => 'name' in each && each.name === name);
  const pattern = found && 'schema' in found && 'pattern' in found.schema ? String(found.schema.pattern) : '';
  return `${pattern.slice(1, 5)}${'0'.repeat(32)}`;
}

describe('the documented values of requests', () => {
  it('are as narrow as the validation rules', () => {
    const payment = endpoints.find(({ method, path }) => method === 'POST' && path === '/payments')?.body;
    const { properties } = requestSchema(payment?.attributes ?? z.never());
    expect(properties?.['amount']).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
    });
    expect(properties?.['currency']).toMatchObject({ type: 'string', pattern: '^[A-Z]{3}$', default: 'USD' });
    expect(properties?.['customerPartyId']).toMatchObject({ type: 'string', pattern: '^pty_[0-9a-f]{32}$' });
    const list = operationOf('GET', '/transactions').parameters.filter((each) => 'name' in each);
    expect(list.find(({ name }) => name === 'limit')?.schema).toMatchObject({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 50,
    });
  });
});
