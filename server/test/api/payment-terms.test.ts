import { expect, it } from 'vitest';
import { claimTokenOf } from '../support/claims.ts';
import { resource, type Resource } from '../support/http.ts';
import { places, sentTerms, terms } from '../support/payment-terms.ts';
import { main, stranger, to, testServer } from '../support/server.ts';

const server = testServer();
type Wallet = { id: string; attributes: { isDefault: boolean } };

/** Reads a payment everywhere, and returns where each term stands. */
async function placesOf(paymentId: string, key: string): Promise<Record<string, string[]>> {
  const id = paymentId.slice('pay_'.length);
  const owned = JSON.parse((await server.as(key).get('/wallets')).text) as { data: Wallet[] };
  const wallet = owned.data.find(({ attributes }) => attributes.isDefault);
  const statement = `${server.baseUrl}/wallets/${wallet?.id}/statement?from=2000-01-01T00:00:00Z`;
  const read = async (path: string): Promise<string> => (await server.as(key).get(path)).text;
  const statementAs = async (Accept: string): Promise<string> =>
    (await fetch(statement, { headers: { Authorization: `Bearer ${key}`, Accept } })).text();
  const texts: Record<(typeof places)[number], string> = {
    payment: await read(`/payments/${paymentId}`),
    payments: await read('/payments'),
    transaction: await read(`/transactions/txn_${id}`),
    transactions: await read('/transactions'),
    JSON: await statementAs('application/json'),
    CSV: await statementAs('text/csv'),
  };
  expect(Object.values(texts).filter((text) => !text.includes(id))).toEqual([]);
  return Object.fromEntries(
    Object.entries(terms).map(([name, { text }]) => [
      name,
      places.filter((place) => texts[place]?.includes(text)),
    ]),
  );
}

const expected = (side: 'payer' | 'payee'): Record<string, readonly string[]> =>
  Object.fromEntries(
    Object.entries(terms).map(([name, term]) => [name, term.viewers.includes(side) ? term.places : []]),
  );

it('shows each term of a payment to its payer and its payee where it says, and nowhere else', async () => {
  const { id } = resource(await server.pay({ ...sentTerms, amount: 100, ...to(stranger) }));
  expect(await placesOf(id, main.apiKey)).toEqual(expected('payer'));
  expect(await placesOf(id, stranger.apiKey)).toEqual(expected('payee'));
});

it('shows them so to a payee who claimed it, too', async () => {
  const counterparty = { type: 'email', value: 'claims-all@example.com' };
  const payment = resource(await server.pay({ ...sentTerms, amount: 100, counterparty }));
  const token = await claimTokenOf(server, payment);
  const claimed = await server.post(`/claims/${token}/accept`, { name: 'Robin', apiKeyName: 'First key' });
  const { apiKey } = (JSON.parse(claimed.text) as { meta: { apiKey: Resource } }).meta;
  expect(await placesOf(payment.id, String(apiKey.attributes['apiKey']))).toEqual(expected('payee'));
});

const lists = ['/payments', '/transactions'];

it.each(lists)('%s filters by the terms of which it is said, and by no others', async (path) => {
  type Document = { paths: Record<string, { get: { parameters: Array<{ name: string }> } }> };
  const { paths } = JSON.parse((await server.get('/openapi.json')).text) as Document;
  const names = paths[path]?.get.parameters.map(({ name }) => name) ?? [];
  for (const [term, { query }] of Object.entries(terms)) {
    const parameter = query === null ? term : query.replace(/[[=].*/, '');
    expect([parameter, names.includes(parameter)]).toEqual([parameter, query !== null]);
  }
});

const queried = Object.entries(terms).flatMap(([name, { query, viewers }]) =>
  query === null ? [] : [{ name, query, viewers }],
);

it.each(queried)(
  'finds a payment by its $name for whoever reads it, by a tag too, and none without it',
  async ({ name, query, viewers }) => {
    const { main, stranger } = server.parties;
    const counterparty = { type: 'party_id', value: stranger.partyId };
    const paid = async (values: object): Promise<string> =>
      resource(await server.pay({ ...values, amount: 100, counterparty })).id.replace('pay_', '');
    const { [name]: _left, ...others } = sentTerms;
    const [has, hasNot] = [await paid(sentTerms), await paid(others)];
    for (const [side, { apiKey }] of [['payer', main] as const, ['payee', stranger] as const]) {
      for (const path of lists) {
        for (const more of new Set([query, terms.tags.query])) {
          const { text } = await server.as(apiKey).get(`${path}?${[...new Set([query, more])].join('&')}`);
          const finds = viewers.includes(side) && (more === query || terms.tags.viewers.includes(side));
          expect([side, path, more, text.includes(has)]).toEqual([side, path, more, finds]);
          expect(text.includes(hasNot)).toBe(false);
        }
      }
    }
  },
);
