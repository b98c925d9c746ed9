import { describe, expect, it } from 'vitest';
import { attributesOf as attributesSent, callProbe, pathOf } from '../../server/src/commands/smoke-call.ts';
import type { Ids, Probe } from '../../server/src/commands/smoke-people.ts';
import { probes } from '../../server/src/commands/smoke-probes.ts';
import { newestEvent } from '../../server/test/support/events.ts';
import { main, testServer } from '../../server/test/support/server.ts';
import { sandboxDocument } from '../scripts/generate.ts';
import { namedOperations } from '../scripts/model.ts';
import { attributesOf, parametersOf, resolve, responseOf, type Schema } from '../scripts/schema.ts';
import { type Call, Page, Purser } from '../src/index.ts';

const server = testServer();
const api = sandboxDocument();
const named = namedOperations(api);
type Named = (typeof named)[number];

type Sent = { method: string; path: string; query: Record<string, string>; body: unknown; headers: Headers };
type Resource = {
  type: string;
  id: string;
  attributes: object;
  relationships?: Record<string, { data: unknown }>;
};
type Body = { data: Resource | Resource[]; meta?: object };
type Shown = Record<string, unknown>;
type Exchange = { sent: Sent; status: number; body: Body };

/** Returns what leaves for the network. */
function sentOf(url: unknown, { method = '', body = null, headers }: RequestInit = {}): Sent {
  const { pathname, searchParams } = new URL(String(url));
  return {
    method,
    path: pathname,
    query: Object.fromEntries(searchParams),
    body: body === null ? null : (JSON.parse(body as string) as unknown),
    headers: new Headers(headers),
  };
}

/** Returns a `fetch` that passes on to the server and keeps what went by. */
function watched(exchanges: Exchange[]): typeof fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    const body = (await response.clone().json()) as Body;
    exchanges.push({ sent: sentOf(url, init), status: response.status, body });
    return response;
  };
}

/** Fails unless a resource came out with all that the answer has of it. */
function expectShown(shown: Shown, { type, id, attributes, relationships = {} }: Resource): void {
  expect([shown['object'], shown['id']]).toEqual([type, id]); // a preview has no id
  expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(attributes)));
  for (const [name, { data }] of Object.entries(relationships)) {
    if (name in attributes) continue;
    const references = [data].flat() as Array<Resource | null>;
    const ids = [shown[name]].flat() as Array<{ object: string; id: string } | null>;
    expect(ids.map((each) => [each?.object, each?.id])).toEqual(
      references.map((each) => [each?.type, each?.id]),
    );
  }
}

/** Calls the method of a probe and compares what left and what came back with the probe, which is written by hand. */
async function walk(probe: Probe, known: Ids): Promise<string | null> {
  const { route, as = main.apiKey, query = {} } = probe;
  const [method, template = ''] = route.split(' ');
  const path = pathOf(probe, known);
  const attributes = attributesSent(probe, known);
  const exchanges: Exchange[] = [];
  const purser = new Purser({
    apiKey: as,
    baseUrl: server.baseUrl,
    fetch: watched(exchanges),
    maxRetries: 0,
  });
  const call = callProbe(purser, probe, known);
  if (call === null) return null;
  const operation = named.find(
    (each) => each.verb === method && each.path === template.replaceAll(/:(\w+)/g, '{$1}'),
  );
  const { status, data } = (await call) as { status: number; data: Shown & { data: Shown[] } };
  const [{ sent, body } = { sent: null, body: { data: [] } }] = exchanges;
  const hasBody = method !== 'GET' && method !== 'DELETE';
  const isKeyed =
    method !== 'GET' &&
    operation !== undefined &&
    parametersOf(api, operation.operation).some(({ name }) => name === 'Idempotency-Key');
  const wanted = { method, path, query, body: hasBody ? { data: { attributes } } : null };
  expect({ route, ...sent, isKeyed: sent?.headers.has('Idempotency-Key') }).toMatchObject({
    route,
    ...wanted,
    isKeyed,
  });
  const isDocumented = String(status) in (operation?.operation.responses ?? {});
  const items = Array.isArray(body.data) ? data.data : [data];
  const whole = [body.data].flat();
  expect([route, isDocumented, exchanges.length, items.length]).toEqual([route, true, 1, whole.length]);
  whole.forEach((each, at) => expectShown(items[at] ?? {}, each));
  return operation?.operation.operationId ?? null;
}

describe('every operation', () => {
  it('is called on the server: its request leaves as it should, and its answer comes out whole', async () => {
    await newestEvent(server);
    const known: Ids = {};
    const called = new Set<string | null>();
    for (const probe of probes(server.parties)) called.add(await walk(probe, known));
    const absent = named.filter(({ operation }) => !called.has(operation.operationId));
    expect(absent.map(({ operation }) => operation.operationId)).toEqual([]);
    expect(called.size).toBeGreaterThan(120);
  });

  it.each(named.map((each): [string, Named] => [`${each.noun}.${each.method}`, each]))(
    'takes each argument to where the document has it: %s',
    async (_name, each) => {
      const { operation, verb, path, noun, method } = each;
      const found = parametersOf(api, operation).filter((parameter) => parameter.in !== 'header');
      const placed = (place: string): Record<string, unknown> =>
        Object.fromEntries(
          found.filter((one) => one.in === place).map(({ name, schema }) => [name, sample(schema, name)]),
        );
      const attributes = exampleOf(each);
      const [inPath, inQuery] = [placed('path'), placed('query')];
      const sent: Sent[] = [];
      const data = isList(each) ? [] : { type: 'thing', id: 'thing_1', attributes: {} };
      const offline: typeof fetch = async (url, init) => {
        sent.push(sentOf(url, init));
        return Response.json({ data, meta: {} });
      };
      const purser = new Purser({ apiKey: 'key', baseUrl: 'https://purser.example', fetch: offline });
      const nouns = purser as unknown as Record<string, Record<string, (args: object) => Call<unknown>>>;
      const shown = await nouns[noun]?.[method]?.({ ...attributes, ...inQuery, ...inPath });
      expect(sent).toMatchObject([
        {
          method: verb,
          path: path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(inPath[name])),
          query: Object.fromEntries(Object.entries(inQuery).flatMap(([name, value]) => pairsOf(name, value))),
          body: verb === 'GET' || verb === 'DELETE' ? null : { data: { attributes } },
        },
      ]);
      expect(sent[0]?.headers.has('Authorization')).toBe(!isWithoutKey(operation));
      const isPage = 'pagination' in (responseOf(api, operation).properties?.['meta']?.properties ?? {});
      expect(shown instanceof Page).toBe(isPage);
    },
  );
});

/** Returns a value of a parameter: its name, where it is a text, so that no two are alike. */
function sample(schema: Schema, name: string): unknown {
  const { type, properties, additionalProperties } = resolve(api, schema);
  if (type === 'integer') return 7;
  if (type === 'boolean') return true;
  if (properties || typeof additionalProperties === 'object') return { [name]: `its-${name}` };
  return `a-${name}`;
}

const pairsOf = (name: string, value: unknown): Array<[string, string]> =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([key, each]) => [`${name}[${key}]`, String(each)])
    : [[name, String(value)]];

/** Returns the attributes of the document's example, and a value for each attribute that it leaves out. */
function exampleOf({ operation }: Named): object {
  const content = operation.requestBody?.content?.['application/json'] as
    | { example?: { data: { attributes: object } } }
    | undefined;
  const schema = attributesOf(api, operation);
  const all = Object.keys((schema && resolve(api, schema).properties) ?? {});
  const others = Object.fromEntries(all.map((name) => [name, `a-${name}`]));
  return { ...others, ...content?.example?.data.attributes };
}

const isList = ({ operation }: Named): boolean =>
  responseOf(api, operation).properties?.['data']?.type === 'array';

const isWithoutKey = (operation: Named['operation']): boolean =>
  'security' in operation && Array.isArray(operation.security) && operation.security.length === 0;
