import { describe, expect, it } from 'vitest';
import {
  refusal,
  resource,
  resources,
  withoutRequestId,
  type Resource,
  type Reply,
} from '../support/http.ts';
import { main, customer, stranger, delegate, restrictedDelegate, to, testServer } from '../support/server.ts';
import { transactionDetailShape } from '../support/shapes-payments.ts';

const server = testServer();
// The limit that the customer granted to main's purchasing agent, in cents.
const granted = 5_000;
const place = '/data/attributes/customerPartyId';

function payFrom(
  customerPartyId: string,
  key: string,
  values: object = {},
  agentId?: string,
): Promise<Reply> {
  const headers = agentId === undefined ? undefined : { 'X-Agent-ID': agentId, 'X-Instance-ID': 'chat 1' };
  return server.as(key).pay({ amount: 10, ...to(stranger), customerPartyId, ...values }, headers);
}

async function approvalsOf(payment: Resource, key: string): Promise<Resource[]> {
  const all = resources(await server.as(key).get('/approvals?limit=100'));
  return all.filter((each) => (each.attributes['target'] as { id: string }).id === payment.id);
}

const read = (path: string, key: string) => server.as(key).get(path);

describe("a payment from a customer's wallet", () => {
  it("can be made by the agent that the customer named, by key or header, and by the agent's party", async () => {
    const replies = [
      await payFrom(customer.partyId, main.agentKey),
      await payFrom(customer.partyId, main.apiKey, {}, main.agentId),
      await payFrom(customer.partyId, main.apiKey),
    ];
    for (const reply of replies) {
      expect(reply.status).toBe(201);
      expect(resource(reply).relationships['sender']?.data?.id).toBe(customer.partyId);
    }
  });

  it('can be read by payer, payee and initiator', async () => {
    const payment = resource(await payFrom(customer.partyId, main.agentKey));
    for (const { apiKey } of [customer, stranger, main]) {
      const reply = await read(`/payments/${payment.id}`, apiKey);
      expect(resource(reply).attributes['status']).toBe('COMPLETED');
    }
    expect((await read(`/payments/${payment.id}`, delegate.apiKey)).status).toBe(404);
  });

  it('shows in its transaction the customer and the agent that made it', async () => {
    const payment = resource(await payFrom(customer.partyId, main.agentKey));
    const path = `/transactions/${payment.relationships['transaction']?.data?.id}`;
    const asInitiator = resource(await read(path, main.apiKey));
    expect(asInitiator).toEqual(transactionDetailShape('payment'));
    expect(asInitiator.attributes).toMatchObject({
      is_delegated: true,
      customer_name: customer.name,
      customer_agent_id: main.agentId,
      sender_name: customer.name,
      recipient_name: stranger.name,
      category: 'sent',
      direction: 'OUTBOUND',
    });
    const asPayee = resource(await read(path, stranger.apiKey));
    expect(asPayee.attributes).toMatchObject({
      is_delegated: false,
      customer_name: null,
      customer_agent_id: null,
      sender_name: customer.name,
      category: 'received',
      direction: 'INBOUND',
    });
    for (const { apiKey } of [main, customer, stranger]) {
      const rows = resources(await read('/transactions?limit=5', apiKey));
      expect(rows.filter((row) => row.id === asInitiator.id).length).toBe(1);
    }
  });

  it('may pay the initiating party, which sees it once, as inbound', async () => {
    const payment = resource(await payFrom(customer.partyId, main.agentKey, to(main)));
    const rows = resources(await read('/transactions?limit=10', main.apiKey));
    const shown = rows.filter((row) => row.relationships['payment']?.data?.id === payment.id);
    expect(shown.map((row) => row.attributes['direction'])).toEqual(['INBOUND']);
    const path = `/transactions/txn_${payment.id.slice(4)}`;
    const detail = resource(await read(path, main.apiKey));
    expect(detail.attributes).toMatchObject({ is_delegated: true, customer_agent_id: main.agentId });
  });

  it('that pays the initiating party is shown to it in review too', async () => {
    const payment = resource(
      await payFrom(customer.partyId, main.agentKey, { ...to(main), amount: granted + 1 }),
    );
    expect(payment.attributes['status']).toBe('IN_REVIEW');
    expect((await read(`/payments/${payment.id}`, main.apiKey)).status).toBe(200);
    const rows = resources(await read('/transactions?limit=10', main.apiKey));
    const shown = rows.filter((row) => row.relationships['payment']?.data?.id === payment.id);
    expect(shown.map((row) => row.attributes['status'])).toEqual(['IN_REVIEW']);
  });

  it('cannot pay the customer itself', async () => {
    const reply = await payFrom(customer.partyId, main.agentKey, to(customer));
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/counterparty/value']]);
  });
});

/** An approval without what its reader has paid to the payee, which each side knows for itself. */
const withoutPast = ({ attributes, ...approval }: Resource) => ({
  ...approval,
  attributes: {
    ...attributes,
    payee: { ...Object(attributes['payee']), knownSince: null, lastPaidAt: null },
  },
});

describe("a customer's grant", () => {
  it('is the limit, for its agent and for a party that names no agent', async () => {
    for (const key of [main.agentKey, main.apiKey]) {
      const equal = resource(await payFrom(customer.partyId, key, { amount: granted }));
      expect(equal.attributes['status']).toBe('PROCESSING');
      const above = resource(await payFrom(customer.partyId, key, { amount: granted + 1 }));
      expect(above.attributes['status']).toBe('IN_REVIEW');
      const approvals = await approvalsOf(above, customer.apiKey);
      expect(approvals.map((each) => each.attributes['reasons'])).toMatchObject([
        [{ type: 'limitExceeded', limitAmount: granted, actualAmount: granted + 1 }],
      ]);
      expect((await approvalsOf(above, main.apiKey)).map(withoutPast)).toEqual(approvals.map(withoutPast));
      expect(await approvalsOf(above, stranger.apiKey)).toEqual([]);
    }
  });

  it('requires two approvals when both its limit and the agent’s own are exceeded', async () => {
    const payment = resource(await payFrom(customer.partyId, main.agentKey, { amount: 1_000_000_001 }));
    const approvals = await approvalsOf(payment, main.apiKey);
    expect(approvals.length).toBe(2);
    const limits = approvals.flatMap((each) => each.attributes['reasons'] as Array<{ limitAmount: number }>);
    expect(limits.map((each) => each.limitAmount).toSorted((a, b) => a - b)).toEqual([
      granted,
      1_000_000_000,
    ]);
    // The customer decides on the grant's limit, and is not shown the agent's.
    const shown = await approvalsOf(payment, customer.apiKey);
    for (const each of approvals) {
      if (each.attributes['deciderPartyId'] === main.partyId) each.attributes['reasons'] = [];
    }
    expect(shown.map(withoutPast)).toEqual(approvals.map(withoutPast));
  });

  it('does not cover an agent that it does not name', async () => {
    const replies = [
      await payFrom(customer.partyId, main.limitedAgentKey),
      await payFrom(customer.partyId, main.apiKey, {}, main.limitedAgentId),
    ];
    for (const reply of replies) expect(refusal(reply)).toEqual([403, ['forbidden'], [place]]);
  });

  it('does not cover paying when it permits reading only', async () => {
    for (const { apiKey } of [delegate, restrictedDelegate]) {
      expect(refusal(await payFrom(main.partyId, apiKey))).toEqual([403, ['forbidden'], [place]]);
    }
    expect(refusal(await payFrom(main.partyId, delegate.apiKey, {}, delegate.agentId))).toEqual([
      403,
      ['forbidden'],
      [place],
    ]);
  });

  it('must exist: without one, the customer is reported as not found', async () => {
    const replies = [
      await payFrom(`pty_${'0'.repeat(32)}`, main.apiKey),
      await payFrom(stranger.partyId, main.apiKey, { ...to(customer) }),
      await payFrom(stranger.partyId, main.agentKey),
      await payFrom(main.partyId, customer.apiKey),
    ];
    for (const reply of replies) {
      expect(refusal(reply)).toEqual([404, ['customer_not_found'], [place]]);
      expect(withoutRequestId(reply)).toBe(withoutRequestId(replies[0] as Reply));
    }
  });

  it("covers no other currency than the customer's own", async () => {
    const reply = await payFrom(customer.partyId, main.apiKey, { amount: 10, currency: 'EUR' });
    expect(resource(reply).attributes['status']).toBe('IN_REVIEW');
    const approvals = await approvalsOf(resource(reply), customer.apiKey);
    expect(approvals.map((each) => each.attributes['reasons'])).toEqual([
      [{ type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] }],
    ]);
  });
});
