import { describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { resource, resources } from '../support/http.ts';
import { inviteOne } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { accept, invite } from '../support/party-invitations.ts';
import { customer, main, stranger, testServer } from '../support/server.ts';

const server = testServer();

/** Returns what the newest line of an action says that changed. */
async function changesOf(action: string, key = main.apiKey): Promise<unknown> {
  const query = String(new URLSearchParams({ action, limit: '1' }));
  return resources(await server.as(key).get(`/audit-log?${query}`))[0]?.attributes['changes'];
}

const perHour = (max: number) => ({ max, onBreach: 'review' });

describe('the audit log says what a change changed', () => {
  it('of an agent: limits, also by currency, rules and wallets', async () => {
    const limits = { perTransaction: 100, perDay: 500, currencies: { EUR: { perDay: 7 } } };
    const { id } = await newAgent(server, {
      name: 'Buyer',
      limits,
      rules: {
        paymentsPerHour: { max: 5 },
        currencies: { allow: ['EUR', 'USD'] },
      },
    });
    expect(await changesOf('POST /agents')).toEqual([
      { path: 'name', from: null, to: 'Buyer' },
      { path: 'limits.perTransaction', from: null, to: 100 },
      { path: 'limits.perDay', from: null, to: 500 },
      { path: 'limits.currencies.EUR.perDay', from: null, to: 7 },
      { path: 'rules.currencies', from: null, to: expect.objectContaining({ allow: ['EUR', 'USD'] }) },
      { path: 'rules.paymentsPerHour', from: null, to: expect.objectContaining({ max: 5 }) },
      { path: 'reads', from: null, to: 'party' },
    ]);
    const change = {
      limits: { perDay: 200, currencies: { EUR: null } },
      rules: { paymentsPerHour: { max: 2 } },
    };
    await server.patch(`/agents/${id}`, change);
    const path = 'PATCH /agents/{agentId}';
    expect(await changesOf(path)).toEqual([
      { path: 'limits.perDay', from: 500, to: 200 },
      { path: 'limits.currencies.EUR.perDay', from: 7, to: null },
      { path: 'rules.paymentsPerHour', from: perHour(5), to: perHour(2) },
    ]);
    await server.patch(`/agents/${id}`, change);
    expect(await changesOf(path)).toEqual([]);
    await server.patch(`/agents/${id}`, { limits: null, name: 'Seller', reads: 'own' });
    expect(await changesOf(path)).toEqual([
      { path: 'name', from: 'Buyer', to: 'Seller' },
      { path: 'limits.perTransaction', from: 100, to: null },
      { path: 'limits.perDay', from: 200, to: null },
      { path: 'reads', from: 'party', to: 'own' },
    ]);
  });

  it('of a party: its limits, its name and what bounds agents to come', async () => {
    await server.put('/parties/me/limits', { limits: { perMonth: 90_000_000 } });
    expect(await changesOf('PUT /parties/me/limits')).toEqual([
      { path: 'limits.perMonth', from: null, to: 90_000_000 },
    ]);
    await server.delete('/parties/me/limits');
    expect(await changesOf('DELETE /parties/me/limits')).toEqual([
      { path: 'limits.perMonth', from: 90_000_000, to: null },
    ]);
    await server.patch('/parties/me', { agentDefaults: { limits: { perDay: 1_000_000 } } });
    expect(await changesOf('PATCH /parties/me')).toContainEqual({
      path: 'agentDefaults.limits.perDay',
      from: null,
      to: 1_000_000,
    });
    await server.patch('/parties/me', { agentDefaults: null });
  });

  it('of roles and scopes', async () => {
    const { id } = await newMember(server, 'MEMBER');
    await server.patch(`/parties/me/members/${id}`, { role: 'ADMIN' });
    expect(await changesOf('PATCH /parties/me/members/{userId}')).toEqual([
      { path: 'role', from: 'MEMBER', to: 'ADMIN' },
    ]);
    await accept(server, (await invite(server, { role: 'APPROVER' })).token);
    expect(await changesOf('POST /party-invitations/{invitationId}/accept')).toEqual([
      { path: 'role', from: null, to: 'APPROVER' },
    ]);
    await server.delete(`/parties/me/members/${id}`);
    expect(await changesOf('DELETE /parties/me/members/{userId}')).toEqual([
      { path: 'role', from: 'ADMIN', to: null },
    ]);
    const scopes = ['payments.read', 'audit.read'];
    const { secret } = await newApiKey(server, { scopes });
    expect(await changesOf('POST /api-keys')).toEqual([{ path: 'scopes', from: null, to: scopes }]);
    const page = await server.get('/audit-log');
    expect(page.text).not.toContain(secret);
  });

  it('of what a customer permits, to the customer only', async () => {
    const { id: agentId } = await newAgent(server, { name: 'Bookkeeper' });
    const permissions = ['payments.read', 'payments.create'];
    const invitation = await inviteOne(
      server,
      { type: 'party_id', value: customer.partyId },
      { permissions, limits: { perMonth: 400 } },
      { ...main, agentId: agentId as typeof main.agentId },
    );
    const path = 'POST /customer-invitations/{invitationId}/accept';
    await server.as(customer.apiKey).post(`/customer-invitations/${invitation.id}/accept`);
    const place = `agents.${agentId}`;
    expect(await changesOf(path, customer.apiKey)).toEqual(
      expect.arrayContaining([
        { path: `${place}.status`, from: null, to: 'ACTIVE' },
        { path: `${place}.limits.perMonth`, from: null, to: 400 },
        { path: `${place}.permissions`, from: null, to: expect.arrayContaining(permissions) },
      ]),
    );
    const given = resources(await server.as(customer.apiKey).get('/delegations?direction=given'));
    const ids = given
      .filter(({ attributes }) => JSON.stringify(attributes).includes(agentId))
      .map((each) => each.id);
    const change = { agents: [{ agentId, limits: { perDay: 50 }, rules: { paymentsPerDay: { max: 3 } } }] };
    resource(await server.as(customer.apiKey).patch(`/delegations/${ids[0]}`, change));
    expect(await changesOf('PATCH /delegations/{delegationId}', customer.apiKey)).toEqual([
      { path: `${place}.limits.perDay`, from: null, to: 50 },
      { path: `${place}.rules.paymentsPerDay`, from: null, to: perHour(3) },
    ]);
    for (const key of [main.apiKey, stranger.apiKey]) {
      const page = await server.as(key).get('/audit-log?limit=100');
      expect(page.text).not.toContain(`${place}.`);
    }
  });
});
