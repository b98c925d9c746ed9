import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { errors, places, refusal, resource, resources, type Resource, type Reply } from '../support/http.ts';
import { main, customer, stranger, byId, testServer } from '../support/server.ts';

const server = testServer();
const patch = (path: string, values: object, key = main.apiKey) => server.as(key).patch(path, values);
const rulesOf = (reply: Reply): unknown => resource(reply).attributes['rules'];

const manyRules = () => ({
  counterparties: {
    allow: [
      { type: 'email', value: 'casey@example.com' },
      { type: 'phone', value: '+14155550123' },
      { type: 'domain', value: 'example.org', includeSubdomains: true },
      byId(stranger),
    ],
    block: [
      { type: 'domain', value: 'example.net' },
      { type: 'external_account_id', value: main.externalAccountId },
    ],
    onBreach: 'refuse',
  },
  currencies: { allow: ['USD', 'EUR'], onBreach: 'refuse' },
  paymentsPerHour: { max: 5, onBreach: 'review' },
  paymentsPerDay: { max: 20, onBreach: 'refuse' },
  hours: {
    timeZone: 'Europe/Berlin',
    weekly: [{ days: ['monday', 'friday'], from: '09:00', to: '24:00' }],
    onBreach: 'refuse',
  },
  firstPaymentToNewPayee: { onBreach: 'refuse' },
  duplicates: {
    withinSeconds: 900,
    onBreach: 'refuse',
    overridable: true,
    match: 'payeeAndAmount',
    across: 'party',
  },
});

describe('the rules of an agent', () => {
  it('are shown as they were set, when the agent is created, changed and read', async () => {
    const rules = manyRules();
    const made = await server.post('/agents', { name: 'Ruled', rules });
    expect(rulesOf(made)).toEqual(rules);
    const { id } = resource(made);
    expect(rulesOf(await server.get(`/agents/${id}`))).toEqual(rules);
    expect(rulesOf(await patch(`/agents/${id}`, { name: 'Still ruled' }))).toEqual(rules);
  });

  it('change where they are named, each as a whole, and stay where they are not; null removes one', async () => {
    const { paymentsPerDay, hours, ...rest } = manyRules();
    const made = await server.post('/agents', {
      name: 'Ruled',
      rules: { paymentsPerDay, ...rest, hours: null },
    });
    const { id } = resource(made);
    const changed = { duplicates: {}, paymentsPerDay: null };
    const left = {
      ...rest,
      duplicates: {
        withinSeconds: 600,
        onBreach: 'review',
        overridable: false,
        match: 'normalized',
        across: 'agent',
      },
    };
    expect(rulesOf(await patch(`/agents/${id}`, { rules: changed }))).toEqual(left);
    expect(rulesOf(await patch(`/agents/${id}`, { rules: {} }))).toEqual(left);
    expect(rulesOf(await patch(`/agents/${id}`, { rules: { hours } }))).toEqual({ ...left, hours });
    const none = Object.fromEntries(Object.keys(manyRules()).map((name) => [name, null]));
    expect(rulesOf(await patch(`/agents/${id}`, { rules: none }))).toBeNull();
  });

  it('get their defaults: a breach is reviewed, and a repeat within ten minutes cannot be overridden', async () => {
    const rules = {
      currencies: { allow: ['USD'] },
      paymentsPerDay: { max: 1 },
      firstPaymentToNewPayee: {},
      duplicates: {},
    };
    expect(rulesOf(await server.post('/agents', { name: 'Ruled', rules }))).toEqual({
      currencies: { allow: ['USD'], onBreach: 'review' },
      paymentsPerDay: { max: 1, onBreach: 'review' },
      firstPaymentToNewPayee: { onBreach: 'review' },
      duplicates: {
        withinSeconds: 600,
        onBreach: 'review',
        overridable: false,
        match: 'normalized',
        across: 'agent',
      },
    });
  });

  it('take the words review and allow for new payees, which mean an object and null', async () => {
    const made = await server.post('/agents', { name: 'Ruled', rules: { firstPaymentToNewPayee: 'review' } });
    expect(rulesOf(made)).toEqual({ firstPaymentToNewPayee: { onBreach: 'review' } });
    const path = `/agents/${resource(made).id}`;
    expect(rulesOf(await patch(path, { rules: { firstPaymentToNewPayee: 'allow' } }))).toBeNull();
  });

  it.each(['*.example.com', 'example.com/path', 'example', 'ex ample.com', 'a_b.example.com'])(
    'are refused with what is no domain: %s',
    async (value) => {
      const rules = { counterparties: { allow: [{ type: 'domain', value }] } };
      const reply = await server.post('/agents', { name: 'Ruled', rules });
      expect([reply.status, places(reply)]).toEqual([
        422,
        ['/data/attributes/rules/counterparties/allow/0/value'],
      ]);
    },
  );

  it('are refused with an account to which their agent can never withdraw, wherever they are set', async () => {
    const own = { type: 'external_account_id', value: main.externalAccountId };
    const made = await server
      .as(stranger)
      .post('/agents', { name: 'Ruled', rules: { counterparties: { block: [own] } } });
    const { id } = await received();
    const agents = [{ agentId: main.agentId, rules: { counterparties: { allow: [byId(stranger), own] } } }];
    const granted = await patch(`/delegations/${id}`, { agents }, customer.apiKey);
    expect([made, granted].map((reply) => [reply.status, places(reply)])).toEqual([
      [422, ['/data/attributes/rules/counterparties/block/0/value']],
      [422, ['/data/attributes/agents/0/rules/counterparties/allow/1/type']],
    ]);
  });

  it('are refused with a party that does not exist, wherever they are set', async () => {
    const nobody = { type: 'party_id', value: `pty_${'0'.repeat(32)}` };
    const rules = { counterparties: { allow: [byId(stranger), nobody], block: [nobody] } };
    const found = ['allow/1', 'block/0'].map((entry) => `rules/counterparties/${entry}/value`);
    const made = await server.post('/agents', { name: 'Ruled', rules });
    const changed = await patch(`/agents/${main.agentId}`, { rules });
    const { id } = await received();
    const agents = [{ agentId: main.agentId, rules }];
    const granted = await patch(`/delegations/${id}`, { agents }, customer.apiKey);
    const at = (place: string) => found.map((each) => `/data/attributes/${place}${each}`);
    expect([made, changed, granted].map((reply) => [reply.status, places(reply)])).toEqual([
      [422, at('')],
      [422, at('')],
      [422, at('agents/0/')],
    ]);
  });

  it('are removed by null', async () => {
    const { id } = resource(await server.post('/agents', { name: 'Ruled', rules: manyRules() }));
    expect(rulesOf(await patch(`/agents/${id}`, { rules: null }))).toBeNull();
    expect(rulesOf(await server.get(`/agents/${id}`))).toBeNull();
  });

  it('are refused with a pointer to each fault', async () => {
    const bad = {
      counterparties: { allow: [], block: [{ type: 'domain', value: 'Example.com' }, { type: 'agent_id' }] },
      currencies: { allow: ['XXX'], onBreach: 'ask' },
      paymentsPerHour: { max: 0 },
      paymentsPerDay: {},
      hours: { timeZone: '+01:00', weekly: [{ days: ['someday'], from: '24:00', to: '24:01' }] },
      firstPaymentToNewPayee: 'refuse',
      duplicates: { withinSeconds: 604_801, overridable: 'yes', match: 'fuzzy', across: 'all' },
    };
    const reply = await server.post('/agents', { name: 'Ruled', rules: bad });
    expect(reply.status).toBe(422);
    expect(places(reply).map((place) => place?.replace('/data/attributes/rules/', ''))).toEqual([
      'counterparties/allow',
      'counterparties/block/0/value',
      'counterparties/block/1/type',
      'currencies/allow/0',
      'currencies/onBreach',
      'paymentsPerHour/max',
      'paymentsPerDay/max',
      'hours/timeZone',
      'hours/weekly/0/days/0',
      'hours/weekly/0/from',
      'hours/weekly/0/to',
      'firstPaymentToNewPayee',
      'duplicates/withinSeconds',
      'duplicates/overridable',
      'duplicates/match',
      'duplicates/across',
    ]);
    const named = errors(reply).map(({ detail }) => /^`([^`]+)`/.exec(detail)?.[1]);
    expect(named).toEqual(places(reply).map((place) => place?.replace('/data/attributes/', '')));
  });

  it.each([{}, { onBreach: 'refuse' }])(
    'are refused with a rule about counterparties that lists none: %j',
    async (counterparties) => {
      const reply = await server.post('/agents', { name: 'Ruled', rules: { counterparties } });
      expect([reply.status, places(reply)]).toEqual([422, ['/data/attributes/rules/counterparties']]);
    },
  );

  it('cannot be set by an agent', async () => {
    const agent = await newAgent(server);
    expect(refusal(await patch(`/agents/${agent.id}`, { rules: null }, agent.key))[1]).toEqual([
      'agent_not_allowed',
    ]);
  });
});

const received = async (): Promise<Resource> => {
  const all = resources(await server.get('/delegations?direction=received'));
  return all.find((each) => each.relationships['customer']?.data?.id === customer.partyId) as Resource;
};
const grantOf = (reply: Reply, agentId: string): Record<string, unknown> | undefined =>
  (resource(reply).attributes['agents'] as Array<Record<string, unknown>>).find(
    (grant) => grant['agentId'] === agentId,
  );

describe('the rules of a grant', () => {
  it('are set by the customer alone, and shown to both sides', async () => {
    const { id } = await received();
    const rules = { paymentsPerDay: { max: 3, onBreach: 'refuse' } };
    const path = `/delegations/${id}`;
    const changed = await patch(path, { agents: [{ agentId: main.agentId, rules }] }, customer.apiKey);
    expect(grantOf(changed, main.agentId)).toMatchObject({ rules });
    expect(grantOf(await server.get(path), main.agentId)).toMatchObject({ rules });
    expect(refusal(await patch(path, { agents: [{ agentId: main.agentId, rules: null }] }))[1]).toEqual([
      'forbidden',
    ]);
    const cleared = await patch(path, { agents: [{ agentId: main.agentId, rules: null }] }, customer.apiKey);
    expect(grantOf(cleared, main.agentId)).toMatchObject({ rules: null });
  });
});
