import { describe, expect, it } from 'vitest';
import { refusal, resource, resources } from '../support/http.ts';
import { main, customer, stranger, delegate, newAddress, to, testServer } from '../support/server.ts';

// Facts beyond the specification that the published clients of the API demand (proof/clients/published).

const server = testServer();
const post = (path: string, values: object, key: string = main.apiKey, agentId?: string) =>
  server.as(key).post(path, values, { 'X-Agent-ID': agentId, 'X-Instance-ID': agentId && 'facts' });
const get = (path: string, key: string = main.apiKey) => server.as(key).get(path);
const agent = (id: string) => ({ data: { type: 'agent', id } });
const toCustomer = (amount: number) => ({ amount, ...to(customer) });

describe('what the published clients demand', () => {
  it('names the agent of a payment, a withdrawal, a request, and an approval, and none where none acted', async () => {
    const writes: Array<[string, object]> = [
      ['/payments', toCustomer(1)],
      ['/transfers/withdraw', { amount: 1, externalAccountId: main.externalAccountId }],
      ['/payment-requests', { amount: 1, payer: { type: 'email', value: 'casey@example.com' } }],
    ];
    for (const [path, values] of writes) {
      const [alone, acting] = [await post(path, values), await post(path, values, main.apiKey, main.agentId)];
      expect(resource(alone).relationships['initiatorAgent']).toEqual({ data: null });
      expect(resource(acting).relationships['initiatorAgent']).toEqual(agent(main.agentId));
    }
    await post('/payments', toCustomer(25_000), main.limitedAgentKey);
    const [approval] = resources(await get('/approvals?limit=1'));
    expect(approval?.relationships['initiatorAgent']).toEqual(agent(main.limitedAgentId));
    const approved = resource(await post(`/approvals/${approval?.id}/approve`, {}, main.approverApiKey));
    expect(approved.relationships).toEqual(approval?.relationships);
    for (const list of ['/transfers', '/transactions?type=transfer', '/payment-requests']) {
      const [newest] = resources(await get(`${list}${list.includes('?') ? '&' : '?'}limit=1`));
      expect([list, newest?.relationships['initiatorAgent']]).toEqual([list, agent(main.agentId)]);
    }
  });

  it('shows delegation and agents of a customer among the attributes, as in the relationships', async () => {
    const [customer] = resources(await get('/customers'));
    type Embedded = { id: string; attributes: object };
    const related = customer?.relationships as unknown as {
      delegation: { data: Embedded };
      agents: { data: Embedded[] };
    };
    const flat = ({ id, attributes: embedded }: Embedded) => ({ id, ...embedded });
    expect(customer?.attributes).toMatchObject({
      delegation: flat(related.delegation.data),
      agents: related.agents.data.map(flat),
    });
  });

  it('spells what the specification has in snake_case in camelCase too', async () => {
    const payment = resource(await post('/payments', toCustomer(7)));
    const shown = resource(await get(`/transactions/${payment.id.replace('pay', 'txn')}`));
    const {
      created_at: createdAt,
      updated_at: updatedAt,
      transaction_type: transactionType,
    } = shown.attributes;
    expect(shown.attributes).toMatchObject({
      createdAt,
      updatedAt,
      transactionType,
      expectedAvailableAt: null,
    });
    const { source_party: sourceParty, destination_party: destinationParty } = shown.relationships;
    expect(shown.relationships).toMatchObject({
      sourceParty,
      destinationParty,
      payment: { data: { type: 'payment', id: payment.id } },
    });
    const emails = [1, 2].map(() => newAddress());
    await post('/party-invitations', { invitations: emails.map((email) => ({ email, role: 'MEMBER' })) });
    const reply = await get('/party-invitations?limit=1');
    const { meta } = JSON.parse(reply.text) as { meta: { pagination: Record<string, unknown> } };
    const { has_more: hasMore, next_cursor: nextCursor } = meta.pagination;
    expect(meta.pagination).toMatchObject({ hasMore: true, nextCursor });
    expect(hasMore).toBe(true);
    const [invitation] = resources(reply);
    expect(invitation?.attributes['expiresAt']).toBe(invitation?.attributes['expires_at']);
  });

  it('reads for a customer by customerPartyId as by partyId, and refuses two different ones', async () => {
    const { id } = resource(await post('/payments', toCustomer(3)));
    for (const path of [`/payments/${id}`, '/transfers']) {
      const byOld = await get(`${path}?partyId=${main.partyId}`, delegate.apiKey);
      const byNew = await get(`${path}?customerPartyId=${main.partyId}`, delegate.apiKey);
      expect([byOld.status, byNew.text]).toEqual([200, byOld.text]);
      const both = `partyId=${main.partyId}&customerPartyId=${stranger.partyId}`;
      expect(refusal(await get(`${path}?${both}`, delegate.apiKey))).toEqual([
        400,
        ['invalid_value'],
        ['customerPartyId'],
      ]);
      expect((await get(`${path}?customerPartyId=${stranger.partyId}`, delegate.apiKey)).status).toBe(404);
    }
  });

  it('says of a payment request whether it can still be paid, by the clock of the service', async () => {
    const request = { amount: 5, payer: { type: 'email', value: 'casey@example.com' } };
    const { id, attributes: shown } = resource(await post('/payment-requests', request));
    expect([shown['payerCanPay'], shown['payerCanDecline']]).toEqual([true, true]);
    await server.sql('UPDATE installation SET clock_offset_ms = 31 * 24 * 3600000::bigint');
    const later = resources(await get('/payment-requests')).find((each) => each.id === id);
    expect([later?.attributes['payerCanPay'], later?.attributes['payerCanDecline']]).toEqual([false, false]);
    await server.sql('UPDATE installation SET clock_offset_ms = 0');
  });
});
