import { afterAll, describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { codes, refusal, resource, resources, type Reply, type Resource } from '../support/http.ts';
import { inviteOne } from '../support/invitations.ts';
import { approvalsOf, asAgent } from '../support/moves.ts';
import { main, customer, stranger, byId, to, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();
afterAll(() => expectBalancedBooks(server.sql));

const { agentId } = main;
const pay = (by: string, amount = 100): Promise<Reply> =>
  server.pay({ amount, ...to(stranger), customerPartyId: customer.partyId }, asAgent(by));
const given = async (): Promise<Resource> => {
  const all = resources(await server.as(customer).get('/delegations?direction=given'));
  return all.find(({ relationships }) => relationships['delegate']?.data?.id === main.partyId) as Resource;
};
const change = async (agents: object[], key = customer.apiKey): Promise<Reply> =>
  server.as(key).patch(`/delegations/${(await given()).id}`, { agents });
const statusOf = async (id: string): Promise<unknown> => {
  const agents = (await given()).attributes['agents'] as Array<{ agentId: string; status: string }>;
  return agents.find(({ agentId }) => agentId === id)?.status;
};
const accept = async (to: string, values: object = {}): Promise<Reply> => {
  const { id } = await inviteOne(server, byId(customer), values, {
    ...server.parties.main,
    agentId: to as typeof agentId,
  });
  return server.as(customer).post(`/customer-invitations/${id}/accept`);
};

describe('a customer that suspends one agent', () => {
  it('lets it do nothing, and the others what they did', async () => {
    const other = (await newAgent(server)).id;
    await accept(other);
    expect((await change([{ agentId, status: 'SUSPENDED' }])).status).toBe(200);
    expect(refusal(await pay(agentId))).toEqual([403, ['forbidden'], ['/data/attributes/customerPartyId']]);
    const read = `/payments?partyId=${customer.partyId}`;
    expect(codes(await server.as(main.agentKey).get(read))).toEqual(['party_not_found']);
    expect((await pay(other)).status).toBe(201);
    expect((await server.get(read)).status).toBe(200);
    const shown = resources(await server.get(`/agents/${agentId}/customers`));
    expect(shown).toMatchObject([{ id: customer.partyId, attributes: { status: 'SUSPENDED' } }]);
  });

  it('resumes it with what it permits, and with a key that may itself', async () => {
    const reader = await newApiKey(server.as(customer), {
      scopes: ['delegations.read', 'delegations.update'],
    });
    const resumed = [{ agentId, status: 'ACTIVE' }];
    expect(codes(await change(resumed, reader.secret))).toContain('insufficient_scope');
    expect((await change([{ agentId, limits: { perTransaction: 4_000 } }], reader.secret)).status).toBe(200);
    expect(await statusOf(agentId)).toBe('SUSPENDED');
    expect((await change(resumed)).status).toBe(200);
    expect((await pay(agentId)).status).toBe(201);
    expect((await change([{ agentId, status: 'SUSPENDED' }], reader.secret)).status).toBe(200);
  });

  it('is asked for nothing that an invitation could undo, and nothing that waits is approved', async () => {
    await change([{ agentId, status: 'ACTIVE' }]);
    const over = resource(await pay(agentId, 4_001));
    await change([{ agentId, status: 'SUSPENDED' }]);
    const [approval] = await approvalsOf(server, over);
    const approve = () => server.as(customer).post(`/approvals/${approval?.id}/approve`);
    expect((await approve()).status).toBe(409);
    expect(codes(await accept(agentId))).toEqual(['conflict']);
    await change([{ agentId, status: 'ACTIVE' }]);
    expect((await approve()).status).toBe(200);
    expect(await server.statusOf(over)).toBe('COMPLETED');
  });
});

describe('a customer that ends one agent of several', () => {
  it('cancels what waits for it, and leaves the others as they are', async () => {
    const gone = (await newAgent(server)).id;
    await accept(gone, { permissions: ['payments.create', 'payments.read', 'wallets.read'] });
    const waiting = resource(await pay(gone, 5_001));
    const ended = await change([{ agentId: gone, status: 'REVOKED' }]);
    expect(resource(ended).attributes).toMatchObject({
      status: 'ACTIVE',
      permissions: ['payments.create', 'payments.read'],
    });
    expect(await server.statusOf(waiting)).toBe('CANCELED');
    expect(codes(await pay(gone))).toEqual(['forbidden']);
    expect((await pay(agentId)).status).toBe(201);
    const pointer = '/data/attributes/agents/0/agentId';
    expect(refusal(await change([{ agentId: gone, status: 'ACTIVE' }]))).toEqual([
      422,
      ['invalid_value'],
      [pointer],
    ]);
    expect((await accept(gone)).status).toBe(200);
    expect((await pay(gone)).status).toBe(201);
  });

  it('ends the delegation with the last one, a suspended one too', async () => {
    const agents = (await given()).attributes['agents'] as Array<{ agentId: string; status: string }>;
    const left = agents.filter(({ status }) => status !== 'REVOKED').map(({ agentId }) => agentId);
    expect(left.length).toBeGreaterThan(1);
    await change([{ agentId: left[0], status: 'SUSPENDED' }]);
    await change(left.slice(1).map((agentId) => ({ agentId, status: 'REVOKED' })));
    expect((await given()).attributes['status']).toBe('ACTIVE');
    const ended = await change([{ agentId: left[0], status: 'REVOKED' }]);
    expect(resource(ended).attributes['status']).toBe('REVOKED');
    expect(codes(await pay(agentId))).toEqual(['customer_not_found']);
  });
});
