import { describe, expect, it } from 'vitest';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { refusal, resource, resources, type Reply, type Resource } from '../support/http.ts';
import { byId, customer, main, stranger, to, toNobody, secondServer, testServer } from '../support/server.ts';
import { invite } from '../support/invitations.ts';
import { eventOf } from '../support/events.ts';
import { until } from './support.ts';

const server = testServer();
const second = secondServer(server);
const all = ['payments.create', 'payments.read', 'wallets.read'];

/** Lets a new agent of main act for the customer, with these permissions. */
async function newDelegate(permissions = all): Promise<TestAgent> {
  const agent = await newAgent(server);
  const by = { agentId: agent.id, apiKey: main.apiKey };
  const [invited] = resources(await invite(server, [byId(customer)], { permissions }, by));
  const accepted = await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
  expect(accepted.status).toBe(200);
  return agent;
}

/** Revokes what the customer has given to any agent of main, without revoking the delegation by its id. */
async function removeAgents(): Promise<void> {
  const { agents } = resource(await server.get(`/customers/${customer.partyId}`)).attributes as {
    agents: Array<{ id: string; status: string }>;
  };
  for (const { id } of agents.filter(({ status }) => status === 'ACTIVE')) {
    const path = `/agents/${id}/customers/${customer.partyId}`;
    expect((await server.send('DELETE', path)).status).toBe(200);
  }
}

const delegation = async (): Promise<{ id: string; status: string; permissions: string[] }> =>
  resource(await server.get(`/customers/${customer.partyId}`)).attributes['delegation'] as never;

const payFor = (key: string, values: object = to(stranger)) =>
  server.as(key).pay({ amount: 1, ...values, customerPartyId: customer.partyId });

describe('after the last grant is revoked', () => {
  it('a delegate reads nothing of the customer on any server, and its stream ends', async () => {
    await removeAgents();
    const agent = await newDelegate();
    const payment = resource(await payFor(agent.key)).id;
    const wallet = resources(await server.get(`/wallets?partyId=${customer.partyId}`))[0]?.id;
    const paths = [
      '/payments',
      `/payments/${payment}`,
      '/transactions',
      '/events',
      '/wallets',
      `/wallets/${wallet}`,
    ];
    const reads = async (): Promise<number[]> => {
      const statuses = [];
      for (const at of [server, second]) {
        for (const path of paths) statuses.push((await at.get(`${path}?partyId=${customer.partyId}`)).status);
      }
      return statuses;
    };
    expect(new Set(await reads())).toEqual(new Set([200]));
    const stream = await fetch(`${server.baseUrl}/events/stream?partyId=${customer.partyId}`, {
      headers: { Authorization: `Bearer ${main.apiKey}` },
    });
    expect(stream.status).toBe(200);
    let text = '';
    let hasEnded = false;
    void (async () => {
      for await (const part of stream.body ?? []) text += Buffer.from(part).toString();
      hasEnded = true;
    })();
    expect((await server.send('DELETE', `/agents/${agent.id}`)).status).toBe(200);
    const later = resource(await server.as(customer).pay({ amount: 1, ...to(stranger) })).id;
    expect(new Set(await reads())).toEqual(new Set([404]));
    await until('the stream has ended', () => hasEnded);
    expect(text).not.toContain(later);
  });

  it('a party reads without an agent only what some grant permits', async () => {
    await removeAgents();
    const agent = await newDelegate();
    const [{ id }, { id: agentId }] = [await delegation(), agent];
    const agents = [{ agentId, permissions: ['payments.create', 'payments.read'] }];
    await server.as(customer).send('PATCH', `/delegations/${id}`, { agents });
    const read = async (path: string) => (await server.get(`${path}?partyId=${customer.partyId}`)).status;
    expect([await read('/payments'), await read('/wallets')]).toEqual([200, 404]);
  });
});

describe('revoking an agent', () => {
  it('shrinks the delegation as removing it does, and ends it with the last one', async () => {
    await removeAgents();
    const [reader, payer] = [await newDelegate(['payments.read']), await newDelegate()];
    expect((await delegation()).permissions).toEqual(
      all.toSorted((a, b) => +(b === 'payments.read') - +(a === 'payments.read')),
    );
    await server.send('DELETE', `/agents/${payer.id}`);
    expect(await delegation()).toMatchObject({ status: 'ACTIVE', permissions: ['payments.read'] });
    await server.send('DELETE', `/agents/${reader.id}`);
    expect(await delegation()).toMatchObject({ status: 'REVOKED' });
    await eventOf(server.as(customer), (await delegation()).id, 'delegation.revoked');
  });
});

const cancel = (payment: Resource, key: string, at = server) =>
  at.as(key).post(`/payments/${payment.id}/cancel`, {});

describe('a payment that a delegate requested and that waits', () => {
  const suspended = [403, ['delegation_suspended'], [undefined]];
  const absent = [404, ['payment_not_found'], ['paymentId']];

  it('is canceled by the delegate only while it may pay for the customer', async () => {
    await removeAgents();
    const agent = await newDelegate();
    const { id } = await delegation();
    const [first, held] = [
      resource(await payFor(agent.key, toNobody())),
      resource(await payFor(agent.key, toNobody())),
    ];
    const keys = [agent.key, main.apiKey];
    const change = (verb: string) => second.as(customer).post(`/delegations/${id}/${verb}`, {});
    await change('suspend');
    for (const key of keys) expect(refusal(await cancel(held, key))).toEqual(suspended);
    await change('resume');
    expect((await cancel(first, agent.key)).status).toBe(200);
    await second.as(customer).send('PATCH', `/delegations/${id}`, { permissions: ['payments.read'] });
    for (const key of keys)
      expect(refusal(await cancel(held, key))).toEqual([403, ['forbidden'], [undefined]]);
    await second.as(customer).send('DELETE', `/delegations/${id}`);
    for (const key of keys) {
      const reply = await cancel(held, key);
      expect(refusal(reply)).toEqual(absent);
      const none = await cancel({ ...held, id: `pay_${'0'.repeat(32)}` }, key);
      expect(refusal(none)).toEqual(absent);
    }
    expect(refusal(await cancel(held, stranger.apiKey))).toEqual(absent);
    expect((await cancel(held, customer.apiKey)).status).toBe(200);
  });

  it('is not canceled once the suspension has its response, however many cancel at once', async () => {
    await removeAgents();
    const agent = await newDelegate();
    const { id } = await delegation();
    for (let round = 0; round < 10; round += 1) {
      const payment = resource(await payFor(agent.key, toNobody()));
      const [stopped, tried] = await Promise.all([
        second.as(customer).post(`/delegations/${id}/suspend`, {}),
        cancel(payment, agent.key),
      ]);
      expect(stopped.status).toBe(200);
      const later = await cancel(payment, agent.key);
      expect([200, 403]).toContain(tried.status);
      expect(refusal(later)).toEqual(suspended);
      await second.as(customer).post(`/delegations/${id}/resume`, {});
    }
  });
});

/** The name of the customer that a delegation embeds. */
function nameIn(reply: Reply): unknown {
  const embedded = resource(reply).relationships['customer']?.data as { attributes?: { name?: string } };
  return embedded.attributes?.name;
}

describe('what a customer changes after it has ended a delegation', () => {
  it.each(['suspend', 'revoke'])('is not shown to the delegate: %s', async (verb) => {
    await removeAgents();
    const agent = await newDelegate();
    const { id } = await delegation();
    const { name } = customer;
    const rename = (to: string) => server.as(customer).send('PATCH', '/parties/me', { name: to });
    const shown = async () => [
      resource(await server.get(`/customers/${customer.partyId}`)).attributes['name'],
      resources(await server.get('/customers?status=all')).find((each) => each.id === customer.partyId)
        ?.attributes['name'],
      resources(await server.get(`/agents/${agent.id}/customers?status=all`))[0]?.attributes['name'],
      nameIn(await server.get(`/delegations/${id}`)),
    ];
    await rename('Renamed before');
    expect(new Set(await shown())).toEqual(new Set(['Renamed before']));
    if (verb === 'suspend') await server.as(customer).post(`/delegations/${id}/suspend`, {});
    else await server.as(customer).send('DELETE', `/delegations/${id}`);
    await rename('Renamed after');
    expect(new Set(await shown())).toEqual(new Set(['Renamed before']));
    expect(nameIn(await server.as(customer).get(`/delegations/${id}`))).toBe('Renamed after');
    if (verb === 'suspend') await server.as(customer).post(`/delegations/${id}/resume`, {});
    else await newDelegate();
    expect((await shown())[0]).toBe('Renamed after');
    await rename(name);
  });
});
