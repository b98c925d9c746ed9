import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, codes, pay, places, resource } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('POST /payments', () => {
  it('pays a party by its e-mail address: accepted at once, settled when read', async () => {
    const { main, customer } = server.parties;
    const counterparty = { type: 'email', value: customer.email.toUpperCase() };
    const created = await pay(server.baseUrl, main.apiKey, {
      amount: 1250,
      counterparty,
      description: 'Beans',
    });
    expect(created.status).toBe(201);
    expect(resource(created).attributes).toMatchObject({
      amount: 1250,
      currency: 'USD',
      status: 'PROCESSING',
      description: 'Beans',
    });
    const { relationships } = resource(created);
    expect(relationships['sender']?.data?.id).toBe(main.partyId);
    expect(relationships['recipient']?.data?.id).toBe(customer.partyId);
    expect(relationships['transaction']?.data?.id).toMatch(/^txn_[0-9a-f]{32}$/);
    const read = await call(server.baseUrl, 'GET', `/payments/${resource(created).id}`, { key: main.apiKey });
    expect(resource(read).attributes['status']).toBe('COMPLETED');
  });

  it('refuses a customer that delegated nothing as if it did not exist', async () => {
    const { main, stranger } = server.parties;
    const reply = await pay(server.baseUrl, main.apiKey, {
      amount: 1,
      customerPartyId: stranger.partyId,
      counterparty: { type: 'email', value: 'someone@example.com' },
    });
    expect([reply.status, codes(reply), places(reply)]).toEqual([
      404,
      ['customer_not_found'],
      ['/data/attributes/customerPartyId'],
    ]);
  });
});
