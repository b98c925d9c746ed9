import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { endpoints, streams } from '../../src/start/app.ts';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { eventsNow } from '../support/events.ts';
import { refusal, type Reply, resource, type Resource, resources } from '../support/http.ts';
import { approvalsOf, asAgent } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { byId, customer, main, stranger, testServer, to } from '../support/server.ts';
import { until } from './support.ts';

const server = testServer({ PURSER_SANDBOX_SETTLE_MS: '999999999' });

/** What everybody but the agent writes; no read may show it. */
const foreign = 'for-other-eyes';
const own = 'my-own';

/** Resources by their kind. */
type Things = Readonly<Record<'pay' | 'txn' | 'rfd' | 'trf' | 'prq' | 'apr' | 'evt', Resource[]>>;
let agent: TestAgent;
let other: TestAgent;
let mine: Things;
let others: Things;

/** Makes one of each thing as an agent: also what it asks for, gets back and has in review. */
async function makeAll({ id, key }: TestAgent, description: string): Promise<Things> {
  const caller = server.as(key);
  const terms = { description, tags: { about: description } };
  const toStranger = { ...to(stranger), ...terms };
  const done = resource(await caller.pay({ amount: 100, ...toStranger }));
  const waits = resource(await caller.pay({ amount: 5_000, ...toStranger }));
  const back = await server.as(stranger).post(`/payments/${done.id}/refund`, { amount: 1, description });
  const payer = byId(customer);
  const asked = resource(await caller.post('/payment-requests', { amount: 7, payer, ...terms }));
  const ofIt = await askFor(server, { payer: { type: 'agent_id', value: id }, ...terms });
  const sent = resource(await withdrawAs(id, terms));
  const refund = resource(back);
  const found: Omit<Things, 'evt'> = {
    pay: [done, waits],
    txn: [done, waits, refund, sent].map(transactionOf),
    rfd: [refund],
    trf: [sent],
    prq: [asked, ofIt],
    apr: await approvalsOf(server, waits),
  };
  return { ...found, evt: await eventsOf(found) };
}

const withdrawAs = (agentId: string, terms: object): Promise<Reply> =>
  server.post(
    '/transfers/withdraw',
    { amount: 50, externalAccountId: main.externalAccountId, ...terms },
    asAgent(agentId),
  );

/** Returns what stands for the transaction of a payment, refund or transfer. */
const transactionOf = (thing: Resource): Resource =>
  Object.assign({}, thing, { id: `txn_${thing.id.slice(4)}` });

const resourcesIn = (events: Resource[]): unknown[] =>
  events.map(({ attributes }) => attributes['resourceId']);

/** Waits for the events of these things, and returns them. */
async function eventsOf({ pay, rfd, trf, prq, apr }: Omit<Things, 'evt'>): Promise<Resource[]> {
  const ids = [...pay, ...rfd, ...trf, ...prq, ...apr].map(({ id }) => id);
  let events: Resource[] = [];
  await until('all things have events', async () => {
    events = await eventsNow(server);
    return ids.every((id) => resourcesIn(events).includes(id));
  });
  return events.filter(({ attributes }) => ids.includes(String(attributes['resourceId'])));
}

beforeAll(async () => {
  const limits = { perTransaction: 1_000 };
  agent = await newAgent(server, { name: 'Own', limits, reads: 'own' });
  other = await newAgent(server, { name: 'Other', limits });
  mine = await makeAll(agent, own);
  await server.as(stranger).pay({ amount: 3, ...to(main), description: foreign });
  await server.pay({ amount: 3, ...to(stranger), description: foreign });
  await askFor(server, { description: foreign });
  others = await makeAll(other, foreign);
  mine = { ...mine, evt: await eventsOf(mine) };
});

/** The two ways in which an agent reads. */
const ways: ReadonlyArray<[string, (path: string) => Promise<Reply>]> = [
  ['its key', (path) => server.as(agent.key).get(path)],
  ['the key of its party', (path) => server.get(path, asAgent(agent.id))],
];

const idsOf = (things: readonly Resource[]): string[] => things.map(({ id }) => id);
const allIds = (things: Things): string[] => Object.values(things).flatMap(idsOf);

/** What is filtered: which things a read by id and a list are about, and queries to try beside none. */
const filtered: Readonly<Record<string, { kind: keyof Things; queries?: () => string[] }>> = {
  '/transactions': { kind: 'txn', queries: () => ['type=payment', 'type=transfer', `tag[about]=${own}`] },
  '/transactions/:transaction_id': { kind: 'txn' },
  '/payment-requests': { kind: 'prq', queries: () => [`tag[about]=${own}`] },
  '/payment-requests/incoming': { kind: 'prq', queries: () => ['status=OPEN'] },
  '/payment-requests/:paymentRequestId': { kind: 'prq' },
  '/payments': {
    kind: 'pay',
    queries: () => ['direction=OUTBOUND', `agentId=${agent.id}`, `tag[about]=${own}`],
  },
  '/payments/:paymentId': { kind: 'pay' },
  '/transfers': { kind: 'trf', queries: () => [`tag[about]=${own}`] },
  '/transfers/:transferId': { kind: 'trf' },
  '/events': { kind: 'evt', queries: () => [`resourceId=${mine.pay[0]?.id}`, 'eventType=payment.completed'] },
  '/events/:eventId': { kind: 'evt' },
  '/approvals': { kind: 'apr', queries: () => [`targetId=${mine.pay[1]?.id}`] },
  '/approvals/:approvalId': { kind: 'apr' },
};
/** What is filtered by the agent in its path, not by what it made: `server/test/api/usage.test.ts` and `agents.test.ts`. */
const byAgent = [
  '/agents/:agentId',
  '/agents/:agentId/usage',
  '/delegations/:delegationId/usage',
  '/events/stream',
];

const reads = [...endpoints, ...streams.map(({ endpoint }) => endpoint)].filter(
  ({ method, scope }) => method === 'GET' && scope !== null,
);
const withOwn = (wanted: Endpoint['ownReads']) => reads.filter(({ ownReads }) => ownReads === wanted);

it('each read says what an agent gets of it that reads its own only, unless no agent may use it', () => {
  const silent = reads.filter(({ ownReads, agentsRefused }) => (ownReads === null) !== agentsRefused);
  expect(silent.map(({ path }) => path)).toEqual([]);
  expect(
    withOwn('filtered')
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...Object.keys(filtered), ...byAgent].toSorted());
  expect(withOwn('same').map(({ path }) => path)).toEqual(['/simulations/clock']);
});

const prefixes: Readonly<Record<string, string>> = {
  agentId: 'agt',
  apiKeyId: 'apy',
  partyId: 'pty',
  delegationId: 'dlg',
  walletId: 'wal',
  externalAccountId: 'eac',
  invitationId: 'adi',
};
const withIds = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_all, name: string) => `${prefixes[name]}_${'0'.repeat(32)}`);

describe.each(ways)('an agent that reads its own only, by %s', (_way, read) => {
  it.each(withOwn('refused').map(({ path }) => path))('does not read %s', async (path) => {
    expect(refusal(await read(withIds(path))).slice(0, 2)).toEqual([403, ['agent_not_allowed']]);
  });

  it.each(Object.entries(filtered).filter(([path]) => path.includes(':')))(
    'reads what it made by %s, and nothing else is there',
    async (path, { kind }) => {
      const at = (id: string) => read(path.replace(/:\w+/, id));
      for (const id of idsOf(mine[kind])) expect([id, (await at(id)).status]).toEqual([id, 200]);
      for (const id of idsOf(others[kind])) expect([id, (await at(id)).status]).toEqual([id, 404]);
    },
  );

  it.each(Object.entries(filtered).filter(([path]) => !path.includes(':')))(
    'reads what it made in the list %s, and nothing else',
    async (path, { queries = () => [] }) => {
      for (const query of ['', ...queries()]) {
        const reply = await read(`${path}?limit=100&${query}`);
        const { text } = reply;
        expect([query, reply.status, resources(reply).length > 0]).toEqual([query, 200, true]);
        expect([query, text.includes(foreign), allIds(others).filter((id) => text.includes(id))]).toEqual([
          query,
          false,
          [],
        ]);
        const known = new Set([...allIds(mine), ...allIds(mine).map((id) => id.slice(4))]);
        const strange = resources(reply).filter(({ id }) => !known.has(id) && !known.has(id.slice(4)));
        expect(strange).toEqual([]);
      }
    },
  );

  it('reads all that it made, page by page', async () => {
    const found = (await eventsNow({ ...server, get: read })).map(({ id }) => id);
    expect(found.toSorted()).toEqual(idsOf(mine.evt).toSorted());
    for (const [path, kind] of [
      ['/transactions', 'txn'],
      ['/payments', 'pay'],
      ['/transfers', 'trf'],
      ['/approvals', 'apr'],
    ] as const) {
      expect([path, idsOf(resources(await read(path))).toSorted()]).toEqual([
        path,
        idsOf(mine[kind]).toSorted(),
      ]);
    }
  });

  it('finds nothing by what others wrote', async () => {
    for (const path of [
      `/payments?tag[about]=${foreign}`,
      `/payments?agentId=${other.id}`,
      `/transactions?tag[about]=${foreign}`,
      `/transfers?tag[about]=${foreign}`,
      `/payment-requests?tag[about]=${foreign}`,
      `/approvals?targetId=${others.pay[1]?.id}`,
      `/events?resourceId=${others.pay[0]?.id}`,
    ]) {
      expect([path, resources(await read(path))]).toEqual([path, []]);
    }
  });
});

it('an agent that reads its own only learns nothing of others by what it writes', async () => {
  const caller = server.as(agent.key);
  const [, waits] = others.pay;
  const [asked, ofOther] = others.prq;
  const toParty = await askFor(server, { description: foreign });
  const replies = [
    await caller.post(`/payments/${waits?.id}/cancel`),
    await server.post(`/transfers/${others.trf[0]?.id}/cancel`, {}, asAgent(agent.id)),
    await caller.post(`/payment-requests/${asked?.id}/cancel`),
    await caller.post(`/payment-requests/${ofOther?.id}/decline`),
    await caller.post(`/payment-requests/${toParty.id}/decline`),
    await fulfil(caller, toParty),
    await caller.post(`/payment-requests/${toParty.id}/fulfill/preview`, {
      paymentSource: { type: 'wallet' },
    }),
  ];
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
  expect((await fulfil(caller, mine.prq[1] ?? toParty)).status).toBe(200);
});

it('an agent that reads its own only is not told whom its party has paid', async () => {
  const payment = { amount: 1, ...to(stranger) };
  const knownSince = async (key: string): Promise<unknown> => {
    const payee = resource(await server.as(key).post('/payments/preview', payment)).attributes['payee'];
    return (payee as Record<string, unknown>)['knownSince'];
  };
  expect([typeof (await knownSince(other.key)), await knownSince(agent.key)]).toEqual(['string', null]);
  const path = `/approvals?targetId=${mine.pay[1]?.id}`;
  const [approval] = resources(await server.as(agent.key).get(path));
  expect(approval?.attributes['payee']).toMatchObject({ partyId: stranger.partyId, knownSince: null });
  expect((await server.as(agent.key).get('/events?limit=100')).text).not.toContain('"knownSince":"');
});

it('what an agent reads can be changed, and holds from the next request on', async () => {
  const changing = await newAgent(server, { name: 'Changing' });
  const caller = server.as(changing.key);
  const request = await askFor(server, { description: foreign });
  const path = `/payments/${others.pay[0]?.id}`;
  const set = async (reads: string) =>
    resource(await server.patch(`/agents/${changing.id}`, { reads })).attributes['reads'];
  expect(resource(await server.get(`/agents/${changing.id}`)).attributes['reads']).toBe('party');
  expect((await caller.get(path)).status).toBe(200);
  await caller.pay({ amount: 1, ...to(stranger) }); // which is authenticated from the cache afterwards
  expect(await set('own')).toBe('own');
  expect([(await fulfil(caller, request)).status, (await caller.get(path)).status]).toEqual([404, 404]);
  expect((await caller.post(`/payments/${others.pay[1]?.id}/cancel`)).status).toBe(404);
  expect(await set('party')).toBe('party');
  expect([(await fulfil(caller, request)).status, (await caller.get(path)).status]).toEqual([200, 200]);
  expect(refusal(await server.patch(`/agents/${changing.id}`, { reads: 'all' }))).toEqual([
    422,
    ['invalid_value'],
    ['/data/attributes/reads'],
  ]);
});

it('of a customer, such an agent reads what it paid itself', async () => {
  await server.as(customer).pay({ amount: 1, ...to(stranger), description: foreign });
  const agentOfCustomer = server.as(main.agentKey);
  await server.patch(`/agents/${main.agentId}`, { reads: 'own' });
  const { partyId } = customer;
  const payment = resource(
    await agentOfCustomer.pay({ amount: 1, ...to(stranger), customerPartyId: partyId, description: own }),
  );
  await eventsOf({ pay: [payment], txn: [], rfd: [], trf: [], prq: [], apr: [] });
  const found = [];
  for (const path of ['/payments', '/transactions', '/events', '/transfers']) {
    const { status, text } = await agentOfCustomer.get(`${path}?partyId=${partyId}&limit=100`);
    found.push([status, text.includes(foreign), text.includes(payment.id.slice(4))]);
  }
  const seen = [200, false, true];
  expect(found).toEqual([seen, seen, seen, [200, false, false]]);
  expect((await agentOfCustomer.get(`/payments/${payment.id}?partyId=${partyId}`)).status).toBe(200);
  await server.patch(`/agents/${main.agentId}`, { reads: 'party' });
});

it('the stream sends such an agent its own events only', async () => {
  const leaving = new AbortController();
  const [first] = mine.evt.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const response = await fetch(`${server.baseUrl}/events/stream`, {
    headers: { Authorization: `Bearer ${agent.key}`, 'Last-Event-ID': first?.id ?? '' },
    signal: leaving.signal,
  });
  let text = '';
  const follow = async (): Promise<void> => {
    for await (const bytes of response.body ?? []) text += Buffer.from(bytes).toString();
  };
  void follow().catch(() => undefined);
  await server.pay({ amount: 1, ...to(stranger), description: foreign });
  const last = resource(await server.as(agent.key).pay({ amount: 1, ...to(stranger), description: own }));
  await until('the last payment has arrived', () => text.includes(last.id));
  leaving.abort();
  const sent = [...text.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id);
  expect([text.includes(foreign), sent.length]).toEqual([false, new Set(sent).size]);
  expect(sent).toEqual(expect.arrayContaining(idsOf(mine.evt).filter((id) => id > (first?.id ?? ''))));
});
