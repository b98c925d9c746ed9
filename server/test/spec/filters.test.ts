import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints, streams } from '../../src/start/app.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { resources } from '../support/http.ts';
import { main, customer, stranger } from '../support/server.ts';
import { newWebhook } from '../support/webhooks.ts';
import { makeWorld, type World } from './world.ts';

type Schema = { enum?: string[]; format?: string; pattern?: string };
type Parameter = { name: string; in: string; schema: Schema };
type Document = { paths: Record<string, Record<string, { parameters?: Parameter[] }>> };

const document = openApiDocument({ endpoints, streams, metrics: true }) as Document;
const pages = new Set(['limit', 'cursor']);
// An attempt to deliver an event is made in the background: server/test/api/webhooks.test.ts filters those.
const elsewhere = '/webhooks/{webhookId}/deliveries';
const filters = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const parameters = (get?.parameters ?? []).filter((each) => each.in === 'query');
  return path !== elsewhere && parameters.some(({ name }) => name === 'cursor')
    ? parameters.filter(({ name }) => !pages.has(name)).map((each) => [path, each.name, each.schema] as const)
    : [];
});

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  const { agentId } = main;
  const recipients = [{ type: 'email', value: customer.email }];
  const invitation = { recipients, permissions: ['payments.create'] };
  await newWebhook(world);
  await world.post(`/agents/${agentId}/customers`, invitation);
});
afterAll(() => world.close());

/** Returns values of a parameter of which one at least matches other rows than none does. */
function valuesOf(name: string, { enum: words, pattern = '', format }: Schema): string[] {
  if (words) return words.map((word) => `${name}=${word}`);
  if (format === 'date-time') return [`${name}=2001-01-01T00:00:00Z`, `${name}=2100-01-01T00:00:00Z`];
  if (name === 'tag') return ['tag[none]=none'];
  const [, prefix] = /^\^(?:\(\?:)?([a-z]{3})[_|]/.exec(pattern) ?? [];
  if (prefix) return [`${name}=${prefix}_${'0'.repeat(32)}`];
  return ['none', 'none@example.com', 'ISK'].map((value) => `${name}=${value}`);
}

/** Returns the ids of the first rows; none if the list has no such party, and null if the value is refused. */
async function idsIn(path: string, query: string, key: string): Promise<string[] | null> {
  const reply = await world.as(key).get(`${path}?limit=100&${query}`);
  if (reply.status === 404) return [];
  return reply.status === 200 ? resources(reply).map(({ id }) => id) : null;
}

it.each(filters)('%s: the parameter %s chooses among the rows', async (template, name, schema) => {
  for (const { apiKey } of [main, customer, stranger]) {
    const path = template.replace('{agentId}', main.agentId);
    const all = (await idsIn(path, '', apiKey)) ?? [];
    if (all.length === 0) continue;
    const found = await Promise.all(valuesOf(name, schema).map((query) => idsIn(path, query, apiKey)));
    // Some value leaves out rows that are there without it: a parameter that nothing reads leaves out none.
    expect(found.some((ids) => ids && all.some((id) => !ids.includes(id)))).toBe(true);
    return;
  }
  throw new Error(`no party has a row in ${template}: add one above`);
});
