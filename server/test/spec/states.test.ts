import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { attributes, call, resource, resources, type Resource, type Reply } from '../support/http.ts';
import { main, customer, newAddress, testServer } from '../support/server.ts';
import { identifiers } from './world.ts';

// specification, rows S1–S6, a test for each: from, trigger, condition, to, and what also happens.

const server = testServer();

async function trigger(method: string, path: string, values?: object): Promise<Reply> {
  const headers = { 'Idempotency-Key': randomUUID() };
  const key = main.apiKey;
  const body = values && { body: attributes(values) };
  const reply = await call(server.baseUrl, method, path, { key, headers, ...body });
  expect([path, reply.status < 300 ? 'done' : reply.text]).toEqual([path, 'done']);
  return reply;
}

const listed = async (path: string, id: string): Promise<Resource | undefined> =>
  resources(await trigger('GET', path)).find((each) => each.id === id);

const entry = (email: string, role = 'MEMBER') => ({ email, role });

const metaOf = (reply: Reply): Record<string, unknown> =>
  (JSON.parse(reply.text) as { meta: Record<string, unknown> }).meta;

describe('the table of states', () => {
  it('specification, row S1: API key: none → ACTIVE by POST /api-keys, with the full secret, neither used nor revoked', async () => {
    const made = resource(
      await trigger('POST', '/api-keys', { name: 'A key', scopes: ['payments.read'] }),
    ).attributes;
    expect(made).toMatchObject({ status: 'ACTIVE', lastUsedAt: null, revokedAt: null, revokedBy: null });
    const secret = String(made['apiKey']);
    expect(secret.startsWith(String(made['apiKeyPrefix']))).toBe(true);
    const reply = await server.as(secret).get('/transactions');
    expect(reply.status).toBe(200); // full: it works
  });

  it('specification, row S2: customer invitation: none → PENDING by POST /agents/{agentId}/customers, one per recipient', async () => {
    const recipients = identifiers(customer.partyId).map(([type, value]) => ({ type, value }));
    const permissions = ['payments.create'];
    const reply = await trigger('POST', `/agents/${main.agentId}/customers`, { recipients, permissions });
    const party = { type: 'party', id: customer.partyId };
    expect(resources(reply)).toMatchObject(
      recipients.map((recipient) => ({
        attributes: { recipient, status: 'PENDING' },
        relationships: { customerParty: { data: recipient.type === 'party_id' ? party : null } },
      })),
    );
    expect(new Set(resources(reply).map(({ id }) => id)).size).toBe(recipients.length);
    expect(metaOf(reply)).toEqual({ emailFailures: [], alreadyConnected: [] });
  });

  it('specification, row S3: payment request: none → OPEN by POST /payment-requests, with a link, without transaction or payer', async () => {
    for (const [type, value] of identifiers(customer.partyId)) {
      const made = resource(
        await trigger('POST', '/payment-requests', { amount: 7, payer: { type, value } }),
      );
      for (const shown of [made, await listed('/payment-requests?limit=100', made.id)]) {
        expect(shown).toMatchObject({
          attributes: {
            status: 'OPEN',
            paymentLinkUrl: expect.stringContaining('/pay/') as unknown,
            transactionId: null,
            payerIdentifierType: type,
            payerIdentifier: value,
          },
          relationships: { payerParty: { data: null } },
        });
      }
    }
  });

  it('specification, row S4: transfer: none → PROCESSING by POST /transfers/withdraw, with a transaction, not settled', async () => {
    const made = resource(
      await trigger('POST', '/transfers/withdraw', {
        amount: 100,
        externalAccountId: main.externalAccountId,
      }),
    );
    expect(made.attributes).toMatchObject({
      type: 'withdrawal',
      status: 'PROCESSING',
      settledAt: null,
      failure: null,
      return: null,
    });
    const { data } = made.relationships['transaction'] ?? {};
    expect(data?.type).toBe('transaction');
    const transaction = await listed('/transactions?type=transfer&limit=100', data?.id ?? '');
    expect(transaction?.relationships['transfer']?.data?.id).toBe(made.id);
  });

  it('specification, row S5: party invitation: none → PENDING by POST /party-invitations per entry; others are in meta.failed', async () => {
    const [first, second] = [newAddress(), newAddress()];
    const invitations = [
      entry(first, 'ADMIN'),
      entry('nonsense'),
      entry(second),
      entry(first),
      entry('x@example.com', 'OWNER'),
      entry(main.email),
    ];
    const reply = await trigger('POST', '/party-invitations', { invitations });
    const made = resources(reply);
    const fresh = { status: 'PENDING', acceptedAt: null };
    expect(made.map((each) => each.attributes)).toMatchObject([
      { ...entry(first, 'ADMIN'), ...fresh },
      { ...entry(second), ...fresh },
    ]);
    for (const { id } of made) {
      const shown = await listed('/party-invitations?limit=100', id);
      expect(shown?.attributes).toMatchObject({ status: 'PENDING', accepted_at: null });
    }
    const error: unknown = expect.any(String);
    const failed = ['nonsense', first, 'x@example.com', main.email];
    expect(metaOf(reply)).toEqual({ failed: failed.map((email) => ({ email, error })) });
  });

  it('specification, row S6: external account: any → disabled by DELETE /external-accounts/{externalAccountId}, data cleared', async () => {
    await server.sql`UPDATE external_accounts SET status = 'pending'
      WHERE id = ${main.externalAccountIdToRemove.slice(4)}`;
    for (const id of [main.externalAccountId, main.externalAccountIdToRemove, main.externalAccountId]) {
      const reply = await trigger('DELETE', `/external-accounts/${id}`);
      expect(metaOf(reply)).toEqual({ deleted: true });
      expect(resource(reply).attributes).toMatchObject({
        bankName: null,
        accountName: null,
        accountType: null,
        lastFour: '',
        status: 'disabled',
      });
    }
  });
});
