import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PaymentTerms } from '../../src/engine/model/records.ts';
import { claimTokenOf } from '../support/claims.ts';
import { pay, resource, type Resource } from '../support/http.ts';
import { get, post } from '../support/moves.ts';
import { startServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

type Sent = {
  [K in Exclude<keyof PaymentTerms, 'amount' | 'currency'>]: {
    /** What is sent; `text` stands in it and in nothing else. */
    value: unknown;
    text: string;
    /** Where its payer reads it. */
    payer: readonly string[];
    /** Where its payee reads it. */
    payee: readonly string[];
  };
};

const everywhere = ['payment', 'payments', 'transaction', 'transactions', 'JSON', 'CSV'];

// What clients say of a payment beside its money, and where each side finds it.
const terms: Sent = {
  description: { value: 'Stamps', text: 'Stamps', payer: everywhere, payee: everywhere },
  tags: {
    value: { desk: 'Drawer' },
    text: 'Drawer',
    payer: ['payment', 'payments'],
    payee: [],
  },
};
const sent = Object.fromEntries(Object.entries(terms).map(([name, { value }]) => [name, value]));

type Wallet = { id: string; attributes: { isDefault: boolean } };

/** Reads a payment everywhere, and returns where each term stands. */
async function placesOf(paymentId: string, key: string): Promise<Record<string, string[]>> {
  const id = paymentId.slice('pay_'.length);
  const owned = JSON.parse((await get(server, '/wallets', key)).text) as { data: Wallet[] };
  const wallet = owned.data.find(({ attributes }) => attributes.isDefault);
  const statement = `${server.baseUrl}/wallets/${wallet?.id}/statement?from=2000-01-01T00:00:00Z`;
  const read = async (path: string): Promise<string> => (await get(server, path, key)).text;
  const statementAs = async (Accept: string): Promise<string> =>
    (await fetch(statement, { headers: { Authorization: `Bearer ${key}`, Accept } })).text();
  const texts: Record<string, string> = {
    payment: await read(`/payments/${paymentId}`),
    payments: await read('/payments'),
    transaction: await read(`/transactions/txn_${id}`),
    transactions: await read('/transactions'),
    JSON: await statementAs('application/json'),
    CSV: await statementAs('text/csv'),
  };
  expect(Object.values(texts).filter((text) => !text.includes(id))).toEqual([]);
  const places = (text: string): string[] => everywhere.filter((place) => texts[place]?.includes(text));
  return Object.fromEntries(Object.entries(terms).map(([name, { text }]) => [name, places(text)]));
}

const expected = (side: 'payer' | 'payee'): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(terms).map(([name, term]) => [name, term[side]]));

it('shows each term of a payment to its payer and its payee where it says, and nowhere else', async () => {
  const { main, stranger } = server.parties;
  const counterparty = { type: 'party_id', value: stranger.partyId };
  const { id } = resource(await pay(server.baseUrl, main.apiKey, { ...sent, amount: 100, counterparty }));
  expect(await placesOf(id, main.apiKey)).toEqual(expected('payer'));
  expect(await placesOf(id, stranger.apiKey)).toEqual(expected('payee'));
});

it('shows them so to a payee who claimed it, too', async () => {
  const counterparty = { type: 'email', value: 'claims-all@example.com' };
  const payment = resource(
    await pay(server.baseUrl, server.parties.main.apiKey, { ...sent, amount: 100, counterparty }),
  );
  const token = await claimTokenOf(server, payment);
  const claimed = await post(server, `/claims/${token}/accept`, { name: 'Robin', apiKeyName: 'First key' });
  const { apiKey } = (JSON.parse(claimed.text) as { meta: { apiKey: Resource } }).meta;
  expect(await placesOf(payment.id, String(apiKey.attributes['apiKey']))).toEqual(expected('payee'));
});
