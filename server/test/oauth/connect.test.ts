import { describe, expect, it } from 'vitest';
import { resource, resources } from '../support/http.ts';
import { connectHost } from '../support/mcp.ts';
import { asNewAgent, connect } from '../support/oauth.ts';
import { customer, main, testServer } from '../support/server.ts';

const server = testServer();
const owner = 'main@sandbox.purser.test';

describe('a program that a person lets act as a new agent', () => {
  it('pays within its limits, waits above them, and is refused once its grant has ended', async () => {
    const {
      access_token: token,
      scope,
      expires_in: lasts_s,
    } = await connect(server, owner, { ...asNewAgent, newPayees: '' });
    expect(token).toMatch(/^at_pur_sandbox_[0-9A-Za-z]{39}$/);
    expect([scope, lasts_s]).toEqual(['payments:read payments:move', 3600]);
    const host = await connectHost(server.baseUrl, token);
    expect(await host.names()).toHaveLength(13);
    const to = customer.partyId;
    const first = await host.call('create_payment', { to, amount: '12.50', purpose_id: 'beans' });
    expect(first.says['status']).toBe('paid');
    const second = await host.call('create_payment', { to, amount: '25.00', purpose_id: 'more beans' });
    expect(second.says['status']).toBe('needs_approval');
    const [grant] = resources(await server.get('/oauth-grants?limit=1'));
    expect(grant?.attributes).toMatchObject({
      clientName: 'Assistant',
      clientHost: null,
      userId: main.userId,
      scopes: ['payments:read', 'payments:move'],
      resource: 'mcp',
      status: 'ACTIVE',
    });
    const agent = resource(await server.get(`/agents/${String(grant?.attributes['agentId'])}`));
    expect(agent.attributes).toMatchObject({
      name: 'Assistant',
      limits: { perTransaction: 2000 },
      rules: null,
      reads: 'own',
    });
    const ended = await server.delete(`/oauth-grants/${grant?.id}`);
    expect([ended.status, resource(ended).attributes['status']]).toEqual([200, 'REVOKED']);
    await expect(host.call('get_identity')).rejects.toThrow('401');
    await host.close();
  });
});
