import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resources, withoutRequestId } from '../support/http.ts';
import { main, customer, stranger, delegate, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { agentCustomerShape, customerShape } from '../support/shapes-customers.ts';

const server = testServer();
const list = (query = '', key = main.apiKey) => server.as(key).get(`/customers${query}`);
const listOfAgent = (agentId: string, query = '', key = main.apiKey) =>
  server.as(key).get(`/agents/${agentId}/customers${query}`);

checkEndpoint('GET /customers', server, { scope: 'delegations.read', response: listOf(customerShape) });

checkEndpoint('GET /agents/{agentId}/customers', server, {
  alsoHas: ['POST'],
  path: () => `/agents/${main.agentId}/customers`,
  scope: 'delegations.read',
  response: listOf(agentCustomerShape),
});

describe('GET /customers', () => {
  it('shows who delegated, which permissions, to which agents and up to which limit', async () => {
    const found = resources(await list()).find(({ id }) => id === customer.partyId);
    expect(found).toMatchObject({
      attributes: { name: customer.name, email: customer.email },
      relationships: {
        delegation: {
          data: { attributes: { status: 'ACTIVE', permissions: ['payments.create', 'payments.read'] } },
        },
        agents: {
          data: [
            {
              id: main.agentId,
              attributes: {
                status: 'ACTIVE',
                permissions: ['payments.create', 'payments.read'],
                limits: { perTransaction: 5_000 },
              },
            },
          ],
        },
      },
    });
  });

  it('shows null limits when the customer set none', async () => {
    const [found] = resources(await list('', delegate.apiKey));
    expect(found?.id).toBe(main.partyId);
    expect(found?.relationships['agents']).toMatchObject({
      data: [{ id: delegate.agentId, attributes: { permissions: ['payments.read'], limits: null } }],
    });
  });

  it('lists active customers unless another status is requested', async () => {
    const byDefault = await list();
    expect((await list('?status=active')).text).toBe(byDefault.text);
    expect(resources(await list('?status=all')).map(({ id }) => id)).toContain(customer.partyId);
    expect(resources(await list('?status=revoked')).map(({ id }) => id)).not.toContain(customer.partyId);
  });

  it('is empty for a party without customers', async () => {
    for (const { apiKey } of [stranger, customer]) expect(resources(await list('', apiKey))).toEqual([]);
  });

  it.each(['ACTIVE', '', 'suspended', 'active&status=all'])('refuses status=%s', async (status) => {
    expect(refusal(await list(`?status=${status}`))).toEqual([400, ['invalid_value'], ['status']]);
  });
});

describe('GET /agents/{agentId}/customers', () => {
  it('shows for which customers the agent may act, and with which permissions and limits', async () => {
    const reply = await listOfAgent(main.agentId);
    const found = resources(reply).find(({ id }) => id === customer.partyId);
    expect(found?.attributes).toMatchObject({
      name: customer.name,
      email: customer.email,
      status: 'ACTIVE',
      permissions: ['payments.create', 'payments.read'],
      limits: { perTransaction: 5_000 },
    });
    expect(found?.relationships['agent']?.data?.id).toBe(main.agentId);
    expect((await listOfAgent(main.agentId, '?status=active')).text).toBe(reply.text);
  });

  it('is empty for an agent without customers and for a revoked agent', async () => {
    for (const agentId of [main.limitedAgentId, main.revokedAgentId]) {
      const reply = await listOfAgent(agentId, '?status=all');
      expect([reply.status, resources(reply)]).toEqual([200, []]);
    }
  });

  it('returns 404 for an agent of another party, byte for byte as for an unknown agent', async () => {
    const absent = await listOfAgent(`agt_${'0'.repeat(32)}`);
    expect(refusal(absent)).toEqual([404, ['agent_not_found'], ['agentId']]);
    for (const reply of [
      await listOfAgent(stranger.agentId),
      await listOfAgent(main.agentId, '', stranger.apiKey),
    ]) {
      expect(withoutRequestId(reply)).toBe(withoutRequestId(absent));
    }
  });

  it('reports a malformed id and an invalid status together', async () => {
    const reply = await listOfAgent('nonsense', '?status=nonsense');
    expect(refusal(reply)).toEqual([400, ['invalid_value', 'invalid_value'], ['agentId', 'status']]);
  });
});
