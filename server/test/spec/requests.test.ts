import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { places, refusal, type Reply } from '../support/http.ts';
import { type Endpoint, endpoints, nameOf, type Query } from './endpoints.ts';
import { type Sample, samplesOf, send } from './samples.ts';
import { makeWorld, type World } from './world.ts';
import { main } from '../support/server.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
});
afterAll(() => world.close());

/** Returns the first sample without its query, new on each call. */
function sampleOf(endpoint: Endpoint): Sample {
  const [sample] = samplesOf(endpoint, world);
  return { ...sample, path: sample.path.split('?')[0] ?? '' };
}
const sendSample = (endpoint: Endpoint, change: Partial<Sample> = {}) =>
  send(world, endpoint, sampleOf(endpoint), change);

const done = ({ status }: Endpoint) => [status, [], []];
const absent = '0'.repeat(32);
const agentHeaders = (agent: string | undefined, instance: string | undefined) => ({
  'X-Agent-ID': agent,
  'X-Instance-ID': instance,
});

describe.each(endpoints.map((each) => [nameOf(each), each] as const))('%s', (_name, endpoint) => {
  it.each(['', '/api'])('follows the header rules under “%s”', async (prefix) => {
    const path = prefix + sampleOf(endpoint).path;
    const withHeaders = (headers: Sample['headers']) =>
      sendSample(endpoint, { path, ...(headers && { headers }) });
    expect(refusal(await withHeaders({ Authorization: '' }))).toEqual([
      401,
      ['unauthenticated'],
      ['Authorization'],
    ]);
    const refused: Array<[string | undefined, string | undefined, string]> = [
      ['agent', 'i', 'X-Agent-ID'],
      [`pty_${absent}`, 'i', 'X-Agent-ID'],
      [`agt_${absent.toUpperCase()}0`, 'i', 'X-Agent-ID'],
      [main.agentId, undefined, 'X-Instance-ID'],
      [main.agentId, '', 'X-Instance-ID'],
      [main.agentId, 'i'.repeat(1025), 'X-Instance-ID'],
      [undefined, 'i'.repeat(1025), 'X-Instance-ID'],
    ];
    for (const [agent, instance, place] of refused) {
      const reply = await withHeaders(agentHeaders(agent, instance));
      expect([agent, instance, ...refusal(reply)]).toEqual([
        agent,
        instance,
        400,
        ['invalid_value'],
        [place],
      ]);
    }
    expect((await withHeaders(agentHeaders(undefined, 'i'.repeat(1024)))).status).toBe(endpoint.status);
    const asAgent = await withHeaders(agentHeaders(main.agentId, 'i'.repeat(1024)));
    const notAllowed = [403, ['agent_not_allowed'], [undefined]];
    expect(refusal(asAgent)).toEqual(endpoint.agents === 'refused' ? notAllowed : done(endpoint));
  });

  it(`treats an Idempotency-Key as ${endpoint.key}`, async () => {
    const sample = sampleOf(endpoint);
    const missing = await sendSample(endpoint, { headers: { 'Idempotency-Key': undefined } });
    const required = [400, ['idempotency_key_required'], ['Idempotency-Key']];
    expect(refusal(missing)).toEqual(endpoint.key === 'required' ? required : done(endpoint));
    const headers = { 'Idempotency-Key': endpoint.key === 'ignored' ? 'é'.repeat(300) : randomUUID() };
    const first = await send(world, endpoint, sample, { headers });
    const again = await send(world, endpoint, sample, { headers, path: `/api${sample.path}` });
    expect([first.status, again.status]).toEqual([endpoint.status, endpoint.status]);
    const replayed = endpoint.key === 'ignored' ? null : 'true';
    for (const name of ['Idempotency-Replayed', 'X-Idempotency-Replayed']) {
      expect([first.headers.get(name), again.headers.get(name)]).toEqual([null, replayed]);
    }
    expect(replayed && again.text).toBe(replayed && first.text);
  });

  if (endpoint.named) checkId(endpoint, endpoint.named);
  for (const [name, query] of Object.entries(endpoint.query ?? {})) checkQuery(endpoint, name, query);
});

function checkId(endpoint: Endpoint, { prefix, notFound }: { prefix: string; notFound: string }): void {
  const parameter = /\{(\w+)\}/.exec(endpoint.path)?.[1] ?? '';
  const withId = (id: string) => sendSample(endpoint, { path: endpoint.path.replace(`{${parameter}}`, id) });

  it(`accepts only ${prefix}_ and 32 hex digits for ${parameter}`, async () => {
    for (const id of [
      'x',
      absent,
      `${prefix}_`,
      `usr_${absent}`,
      `${prefix}_${absent}0`,
      `${prefix}_${'A'.repeat(32)}`,
    ]) {
      expect([id, ...refusal(await withId(id))]).toEqual([id, 400, ['invalid_value'], [parameter]]);
    }
    expect(refusal(await withId(`${prefix}_${absent}`))).toEqual([404, [notFound], [parameter]]);
  });
}

function checkQuery(endpoint: Endpoint, name: string, query: Query): void {
  const withQuery = (value: string) =>
    sendSample(endpoint, { path: `${sampleOf(endpoint).path}?${name}=${value}` });

  it(`accepts only valid values for ${name}`, async () => {
    const good = 'words' in query ? query.words : [];
    for (const value of good) expect([value, (await withQuery(value)).status]).toEqual([value, 200]);
    for (const value of badValues(query)) {
      expect([value, ...refusal(await withQuery(value))]).toEqual([value, 400, ['invalid_value'], [name]]);
    }
  });

  if (!('words' in query) || query.default === undefined) return;
  it(`defaults to ${query.default} without ${name}`, async () => {
    expect((await sendSample(endpoint)).text).toBe((await withQuery(query.default ?? '')).text);
  });
}

function badValues(query: Query): string[] {
  if ('email' in query) return ['nonsense', 'a@', ''];
  if ('words' in query)
    return ['', 'nonsense', `${query.words[0]},${query.words[1]}`, `${query.words[0]}%20`];
  return ['', 'x', absent, `usr_${absent}`, `${query.id}_${'A'.repeat(32)}`];
}

describe.each(
  endpoints.flatMap((endpoint) =>
    Object.entries(endpoint.body?.attributes ?? {}).map(
      ([name, attribute]) => [nameOf(endpoint), name, endpoint, attribute] as const,
    ),
  ),
)('%s: the attribute %s', (_endpoint, name, endpoint, attribute) => {
  const pointer = `/data/attributes/${name}`;
  const withValue = (value: unknown) =>
    sendSample(endpoint, { attributes: { ...sampleOf(endpoint).attributes, [name]: value } });
  const without = (): Promise<Reply> => {
    const { [name]: _left, ...others } = sampleOf(endpoint).attributes ?? {};
    return sendSample(endpoint, { attributes: others });
  };

  it('accepts valid values', async () => {
    for (const value of attribute.good) {
      const reply = await withValue(value);
      expect([value, reply.status, places(reply)]).toEqual([value, endpoint.status, []]);
    }
  });

  it('refuses invalid values, and points at them', async () => {
    for (const value of attribute.bad) {
      const reply = await withValue(value);
      const elsewhere = places(reply).filter(
        (place) => place !== pointer && !place?.startsWith(`${pointer}/`),
      );
      expect([value, reply.status, elsewhere]).toEqual([value, 422, []]);
    }
  });

  it(`is ${attribute.required ? 'required' : 'not required'}`, async () => {
    const reply = await without();
    const required = [422, ['invalid_value'], [pointer]];
    expect(refusal(reply)).toEqual(attribute.required ? required : done(endpoint));
  });

  const { omitted } = attribute;
  if (!omitted && (attribute.required || endpoint.method !== 'POST')) return;
  it(`shows ${omitted ? 'its default' : 'nothing'} when omitted`, async () => {
    const { data } = JSON.parse((await without()).text) as { data: Shown | Shown[] };
    const shown = (Array.isArray(data) ? data[0] : data)?.attributes ?? {};
    const { daysOn, as = name } = omitted && 'daysOn' in omitted ? omitted : { daysOn: null };
    const found = daysOn === null ? shown[name] : daysFrom(shown['createdAt'], shown[as]);
    expect(found).toEqual(omitted && 'shows' in omitted ? omitted.shows : (daysOn ?? undefined));
  });
});

type Shown = { attributes: Record<string, unknown> };

/** Returns the whole days between two times, ignoring seconds that one of them does not show. */
const daysFrom = (from: unknown, to: unknown): number =>
  Math.floor((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000);
