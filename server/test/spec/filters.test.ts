import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints, streams } from '../../src/start/app.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { codes, pagination, resources } from '../support/http.ts';
import { sentTerms, terms } from '../support/payment-terms.ts';
import { main, customer, stranger, to } from '../support/server.ts';
import { addressToConfirm } from '../support/contacts.ts';
import { until } from '../flows/support.ts';
import { newWebhook } from '../support/webhooks.ts';
import { makeWorld, type World } from './world.ts';

type Schema = { enum?: string[]; format?: string; pattern?: string };
type Parameter = { name: string; in: string; schema: Schema };
type Document = { paths: Record<string, Record<string, { parameters?: Parameter[] }>> };

const document = openApiDocument({ endpoints, streams, metrics: true }) as Document;
const pages = new Set(['limit', 'cursor']);
// An attempt to deliver an event is made in the background: server/test/api/webhooks.test.ts filters those.
const elsewhere = '/webhooks/{webhookId}/deliveries';
const tag = terms.tags.query;
// Each parameter, alone and beside a tag.
const filters = Object.entries(document.paths).flatMap(([path, { get }]) => {
  const parameters = (get?.parameters ?? []).filter((each) => each.in === 'query');
  const names = new Set(parameters.map(({ name }) => name));
  if (path === elsewhere || !names.has('cursor')) return [];
  const queries = names.has('tag') ? ['', `&${tag}`] : [''];
  return parameters
    .filter(({ name }) => !pages.has(name))
    .flatMap(({ name, schema }) => queries.map((query) => [path, name, query, schema] as const))
    .filter(([, name, query]) => !(name === 'tag' && query));
});

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await addressToConfirm(world);
  for (const agentId of [main.agentId, main.limitedAgentId]) {
    const recipients = [{ type: 'email', value: customer.email }];
    await newWebhook(world);
    await world.post(`/agents/${agentId}/customers`, { recipients, permissions: ['payments.create'] });
    const tags = terms.tags.value;
    const payer = { type: 'email', value: customer.email };
    await world.post('/payment-requests', { amount: 5, payer, tags });
    await world.post('/transfers/withdraw', { amount: 5, externalAccountId: main.externalAccountId, tags });
    const invitations = [{ email: `${agentId}@example.com`, role: 'MEMBER' }];
    await world.post('/party-invitations', { invitations, tags });
    await world.pay({ ...sentTerms, amount: 5, ...to(customer) });
  }
  await until('events are listed', async () => ((await idsIn('/events', '', main.apiKey)) ?? []).length > 1);
});
afterAll(() => world.close());

/** Returns values of a parameter of which one at least matches other rows than none does. */
function valuesOf(name: string, { enum: words, pattern = '', format }: Schema): string[] {
  if (words) return words.map((word) => `${name}=${word}`);
  if (format === 'date-time') return [`${name}=2001-01-01T00:00:00Z`, `${name}=2100-01-01T00:00:00Z`];
  if (name === 'tag') return ['tag[none]=none'];
  const anyId = /^\^\[a-z\]\{3\}_/;
  const [, prefix] = /^\^(?:\(\?:)?([a-z]{3})[_|]/.exec(pattern.replace(anyId, '^pay_')) ?? [];
  if (prefix) return [`${name}=${prefix}_${'0'.repeat(32)}`];
  return ['none', 'none@example.com', 'ISK'].map((value) => `${name}=${value}`);
}

/** Returns the ids of the first rows; none if the list has no such party, and null if the value is refused. */
async function idsIn(path: string, query: string, key: string): Promise<string[] | null> {
  const reply = await world.as(key).get(`${path}?limit=100&${query}`);
  if (reply.status === 404) return [];
  return reply.status === 200 ? resources(reply).map(({ id }) => id) : null;
}

it.each(filters)(
  '%s: the parameter %s%s chooses among the rows, and no cursor is valid beside it that was made without it',
  async (template, name, query, schema) => {
    for (const { apiKey } of [main, customer, stranger]) {
      const path = template.replace('{agentId}', main.agentId);
      const all = (await idsIn(path, query, apiKey)) ?? [];
      if (all.length < 2) continue;
      const queries = valuesOf(name, schema).map((each) => each + query);
      const found = await Promise.all(queries.map((each) => idsIn(path, each, apiKey)));
      // Some value leaves out rows that are there without it: a parameter that nothing reads leaves out none.
      expect(found.some((ids) => ids && all.some((id) => !ids.includes(id)))).toBe(true);
      const { nextCursor } = pagination(await world.as(apiKey).get(`${path}?limit=1${query}`));
      const replies = queries.map((each) => world.as(apiKey).get(`${path}?${each}&cursor=${nextCursor}`));
      const isCustomer = /^(party|customerParty)Id$/.test(name) && template !== '/party-invitations';
      const refused = isCustomer ? 'party_not_found' : 'invalid_pagination_cursor';
      expect((await Promise.all(replies)).flatMap(codes)).toContain(refused);
      return;
    }
    throw new Error(`no party has two rows in ${template}?${query}: add them above`);
  },
);
