import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent, newApiKey, type TestAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, type Reply, resource, resources, withoutRequestId } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { asAgent } from '../support/moves.ts';
import { byId, customer, delegate, main, stranger, testServer } from '../support/server.ts';
import {
  idOf,
  integer,
  list,
  oneOf,
  orNull,
  related,
  resource as shapeOf,
  seconds,
  words,
} from '../support/shapes.ts';

const server = testServer();
const absent = '0'.repeat(32);

const ofMoney = {
  window: words('perDay', 'perMonth'),
  currency: 'USD',
  limit: integer,
  used: integer,
  left: integer,
  resetsAt: seconds,
};
const ofPayment = { ...ofMoney, window: 'perTransaction', used: null, resetsAt: null };
const ofCount = {
  ...ofMoney,
  window: words('paymentsPerHour', 'paymentsPerDay'),
  currency: null,
  resetsAt: orNull(seconds),
};
const uses = oneOf(ofMoney, ofPayment, ofCount);
const grantUses = oneOf(
  ...[ofMoney, ofPayment, ofCount].map((each) => Object.assign({ agentId: idOf('agt') }, each)),
);

let delegationId = '';
beforeAll(async () => {
  const [invited] = resources(
    await invite(server, [byId(customer)], { limits: { perTransaction: 5, perDay: 50 } }),
  );
  await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
  const given = resources(await server.as(customer).get('/delegations?direction=given'));
  delegationId =
    given.find(({ relationships }) => relationships['delegate']?.data?.id === main.partyId)?.id ?? '';
});

checkEndpoint('GET /agents/{agentId}/usage', server, {
  path: () => `/agents/${main.agentId}/usage`,
  scope: 'payments.read',
  response: {
    data: shapeOf(
      'agentUsage',
      'agt',
      { limits: list(uses), spendable: { USD: integer, EUR: integer } },
      { agent: related('agent', 'agt') },
    ),
  },
});

checkEndpoint('GET /parties/me/usage', server, {
  scope: 'payments.read',
  response: {
    data: shapeOf('partyUsage', 'pty', { limits: list(uses) }, { party: related('party', 'pty') }),
  },
});

checkEndpoint('GET /delegations/{delegationId}/usage', server, {
  path: () => `/delegations/${delegationId}/usage`,
  scope: 'payments.read',
  response: {
    data: shapeOf(
      'delegationUsage',
      'dlg',
      { limits: list(grantUses) },
      { delegation: related('delegation', 'dlg') },
    ),
  },
});

/** Returns the refusal for an id that does not exist, and how many of the replies differ from it. */
function compared(missing: Reply, ...replies: Reply[]): unknown[] {
  const absence = withoutRequestId(missing);
  return [...refusal(missing), replies.filter((reply) => withoutRequestId(reply) !== absence).length];
}

const noAgent = [404, ['agent_not_found'], ['agentId'], 0];
const noDelegation = [404, ['delegation_not_found'], ['delegationId'], 0];

describe('an agent', () => {
  let agent: TestAgent;
  let other: TestAgent;
  beforeAll(async () => {
    agent = await newAgent(server, { limits: { perDay: 70 } });
    other = await newAgent(server);
  });
  const callers = () => [server.as(agent.key), server.with(asAgent(agent.id))];

  it.each(['', '/usage'])(
    'reads itself at /agents/{agentId}%s, by key and by header, and no other agent',
    async (what) => {
      for (const caller of callers()) {
        expect(resource(await caller.get(`/agents/${agent.id}${what}`)).id).toBe(agent.id);
        const others = [other.id, stranger.agentId].map((id) => caller.get(`/agents/${id}${what}`));
        const missing = await caller.get(`/agents/agt_${absent}${what}`);
        expect(compared(missing, ...(await Promise.all(others)))).toEqual(noAgent);
      }
    },
  );

  it.each(['', '/usage'])('reads itself at /agents/me%s, also if it reads its own only', async (what) => {
    const { id, key } = await newAgent(server, { reads: 'own', limits: { perDay: 70 } });
    for (const caller of [...callers(), server.as(key)]) {
      const own = resource(await caller.get(`/agents/me${what}`));
      expect(resource(await caller.get(`/agents/${own.id}${what}`))).toEqual(own);
    }
    expect(resource(await server.as(key).get(`/agents/me${what}`)).id).toBe(id);
    expect(refusal(await server.get(`/agents/me${what}`))).toEqual([404, ['agent_not_found'], ['agentId']]);
    expect(refusal(await server.get(`/agents/you${what}`))[0]).toBe(400);
  });

  it('reads itself with a key of its party that may read payments, and nothing of the party’s agents', async () => {
    const { secret } = await newApiKey(server, { scopes: ['payments.read'] });
    const byHeader = server.as(secret).with(asAgent(agent.id));
    for (const what of ['', '/usage'])
      expect((await byHeader.get(`/agents/${agent.id}${what}`)).status).toBe(200);
    expect(refusal(await server.as(secret).get(`/agents/${agent.id}`))).toEqual([
      403,
      ['insufficient_scope'],
      ['Authorization'],
    ]);
    const { secret: without } = await newApiKey(server, { scopes: ['payments.create'] });
    const blind = server.as(without).with(asAgent(agent.id));
    for (const what of ['', '/usage'])
      expect(refusal(await blind.get(`/agents/${agent.id}${what}`))[0]).toBe(403);
  });

  it('reads of a delegation what is its own, and of one without it nothing', async () => {
    const path = `/delegations/${delegationId}/usage`;
    for (const caller of callers()) {
      const missing = await caller.get(`/delegations/dlg_${absent}/usage`);
      expect(compared(missing, await caller.get(path))).toEqual(noDelegation);
    }
    const [invited] = resources(
      await invite(
        server,
        [byId(customer)],
        { limits: { perTransaction: 77 } },
        { agentId: agent.id, apiKey: main.apiKey },
      ),
    );
    await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
    const own = {
      agentId: agent.id,
      window: 'perTransaction',
      currency: 'USD',
      limit: 77,
      used: null,
      left: 77,
      resetsAt: null,
    };
    for (const caller of callers()) {
      expect(resource(await caller.get(path)).attributes['limits']).toEqual([own]);
    }
    const ofBoth = await Promise.all(
      [main, customer].map(async (party) => resource(await server.as(party).get(path))),
    );
    expect(ofBoth[0]).toStrictEqual(ofBoth[1]);
    expect(ofBoth[0]?.attributes['limits']).toContainEqual(own);
    const lines = (ofBoth[0]?.attributes['limits'] ?? []) as Array<{ agentId: string }>;
    expect([...new Set(lines.map(({ agentId }) => agentId))].toSorted()).toEqual(
      [agent.id, main.agentId].toSorted(),
    );
  });

  it('goes on reading while it is suspended, and has nothing to spend', async () => {
    const stopped = await newAgent(server, { limits: { perDay: 70 } });
    await server.post(`/agents/${stopped.id}/suspend`);
    const usage = resource(await server.as(stopped.key).get(`/agents/${stopped.id}/usage`));
    expect(usage.attributes['spendable']).toEqual({ USD: 0, EUR: 0 });
  });
});

describe('the usage of others', () => {
  it('is absent: of an agent of another party, and of a delegation between others', async () => {
    for (const party of [stranger, customer, delegate]) {
      const as = server.as(party);
      const agents = await as.get(`/agents/${main.agentId}/usage`);
      expect(compared(await as.get(`/agents/agt_${absent}/usage`), agents)).toEqual(noAgent);
    }
    for (const party of [stranger, delegate]) {
      const as = server.as(party);
      const found = await as.get(`/delegations/${delegationId}/usage`);
      const missing = await as.get(`/delegations/dlg_${absent}/usage`);
      expect(compared(missing, found)).toEqual(noDelegation);
    }
  });
});
