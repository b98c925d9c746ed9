import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resource, type Resource, resources, withoutRequestId } from '../support/http.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { transactionDetailShape, transactionShape } from '../support/shapes-payments.ts';

const server = testServer();
let sent: Resource;
const read = (path: string, key: string) => server.as(key).get(path);
const transactionOf = (payment: Resource): string => payment.relationships['transaction']?.data?.id ?? '';

async function payCustomer(): Promise<Resource> {
  const reply = await server.pay({ amount: 250, ...to(customer), description: 'Paper' });
  return resource(reply);
}

/** A deposit of the customer, which makes no withdrawals even on a shared server. */
async function firstDeposit(): Promise<Resource> {
  const reply = await read('/transactions?type=transfer&limit=1', customer.apiKey);
  return resources(reply)[0] as Resource;
}

beforeAll(async () => {
  sent = await payCustomer();
});

checkEndpoint('GET /transactions', server, {
  scope: 'payments.read',
  response: listOf(transactionShape('payment'), transactionShape('transfer')),
});

checkEndpoint('GET /transactions/{transaction_id}', server, {
  path: () => `/transactions/${transactionOf(sent)}`,
  scope: 'payments.read',
  response: { data: transactionDetailShape('payment') },
});

checkList('GET /transactions', server, {
  more: (count) => Promise.all(Array.from({ length: count }, payCustomer)),
  otherList: '/counterparties',
});

describe('GET /transactions', () => {
  it('filters by payments, transfers or both', async () => {
    const typesOf = async (query: string): Promise<unknown[]> => {
      const rows = resources(await read(`/transactions?limit=100${query}`, main.apiKey));
      return [...new Set(rows.map((row) => row.attributes['transactionType']))];
    };
    expect(await typesOf('&type=payment')).toEqual(['payment']);
    expect(await typesOf('&type=transfer')).toEqual(['transfer']);
    const all = (await read('/transactions?type=all&limit=7', main.apiKey)).text;
    expect(JSON.parse(all)).toMatchObject(
      JSON.parse((await read('/transactions?limit=7', main.apiKey)).text) as object,
    );
  });

  it.each(['payments', '', 'ALL', 'payment&type=all'])('refuses type=%s', async (type) => {
    const reply = await read(`/transactions?type=${type}`, main.apiKey);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['type']]);
  });

  it('reports all invalid parameters together', async () => {
    const reply = await read('/transactions?type=x&limit=x', main.apiKey);
    expect(refusal(reply)).toEqual([400, ['invalid_value', 'invalid_value'], ['type', 'limit']]);
  });

  it('shows one payment to both sides under one id, outbound to the payer, inbound to the payee', async () => {
    const payment = await payCustomer();
    const seenBy = async (key: string): Promise<Resource | undefined> =>
      resources(await read('/transactions?limit=100', key)).find((row) => row.id === transactionOf(payment));
    const outbound = await seenBy(main.apiKey);
    const inbound = await seenBy(customer.apiKey);
    expect(outbound?.attributes).toMatchObject({
      amount: 250,
      currency: 'USD',
      status: 'COMPLETED',
      description: 'Paper',
      direction: 'OUTBOUND',
    });
    expect(inbound).toEqual({ ...outbound, attributes: { ...outbound?.attributes, direction: 'INBOUND' } });
    expect(outbound?.relationships).toEqual({
      initiatorAgent: { data: null },
      sourceParty: { data: { type: 'party', id: main.partyId } },
      destinationParty: { data: { type: 'party', id: customer.partyId } },
      payment: { data: { type: 'payment', id: payment.id } },
    });
    expect(await seenBy(stranger.apiKey)).toBeUndefined();
  });

  it('shows a deposit without a source party, inbound to the party', async () => {
    const deposit = await firstDeposit();
    expect(deposit.attributes).toMatchObject({ direction: 'INBOUND', status: 'COMPLETED' });
    expect(deposit.relationships['sourceParty']?.data).toBeNull();
    expect(deposit.relationships['destinationParty']?.data?.id).toBe(customer.partyId);
  });
});

describe('GET /transactions/{transaction_id}', () => {
  it('shows payer and payee the same transaction, each from its own side', async () => {
    const path = `/transactions/${transactionOf(sent)}`;
    const asPayer = resource(await read(path, main.apiKey));
    expect(asPayer.attributes).toMatchObject({
      amount: '250',
      is_delegated: false,
      customer_name: null,
      customer_agent_id: null,
      sender_name: main.name,
      recipient_name: customer.name,
      transaction_type: 'payment',
      category: 'sent',
      direction: 'OUTBOUND',
    });
    expect(asPayer.relationships['source_wallet']?.data?.id).toBe(main.walletId);
    expect(asPayer.relationships['destination_wallet']?.data?.id).toBe(customer.walletId);
    const asPayee = resource(await read(path, customer.apiKey));
    expect(asPayee).toEqual({
      ...asPayer,
      attributes: { ...asPayer.attributes, category: 'received', direction: 'INBOUND' },
    });
  });

  it("shows a deposit without a source, from the party's own account to itself", async () => {
    const { id } = await firstDeposit();
    const detail = resource(await read(`/transactions/${id}`, customer.apiKey));
    expect(detail).toEqual(transactionDetailShape('transfer'));
    expect(detail.attributes).toMatchObject({
      sender_name: customer.name,
      recipient_name: customer.name,
      transaction_type: 'transfer',
      category: 'deposit',
      direction: 'INBOUND',
    });
    expect(detail.relationships).toMatchObject({
      source_party: { data: null },
      destination_party: { data: { type: 'party', id: customer.partyId } },
      source_wallet: { data: null },
    });
  });

  it('returns 404 for a transaction of another party, byte for byte as for an unknown one', async () => {
    const absent = await read(`/transactions/txn_${'0'.repeat(32)}`, main.apiKey);
    expect(refusal(absent)).toEqual([404, ['transaction_not_found'], ['transaction_id']]);
    for (const id of [transactionOf(sent), (await firstDeposit()).id]) {
      const foreign = await read(`/transactions/${id}`, stranger.apiKey);
      expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    }
  });

  it.each(['nonsense', `pay_${'0'.repeat(32)}`, `txn_${'F'.repeat(32)}`, 'txn_%00'])(
    'refuses the malformed id %s',
    async (id) => {
      const reply = await read(`/transactions/${id}`, main.apiKey);
      expect(refusal(reply)).toEqual([400, ['invalid_value'], ['transaction_id']]);
    },
  );
});
