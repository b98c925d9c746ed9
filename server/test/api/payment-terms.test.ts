import { expect, it } from 'vitest';
import { endpoints } from '../../src/start/app.ts';
import { namesOf } from '../http/extend-objects.ts';
import { claimTokenOf } from '../support/claims.ts';
import { deposit } from '../support/deposits.ts';
import { resource, type Reply, type Resource } from '../support/http.ts';
import { withdraw } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { places, sentTerms, terms } from '../support/payment-terms.ts';
import { main, stranger, to, testServer } from '../support/server.ts';
import { fundedWallet } from '../support/wallets.ts';

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

// What else has a transaction, and how it is made from what its route takes.
const made: Readonly<Record<string, (sent: object) => Promise<Reply>>> = {
  '/payment-requests': async (sent) => fulfil(server, await askFor(server, sent)),
  '/payments/:paymentId/refund': async (sent) => {
    const paid = resource(await server.pay({ ...sentTerms, amount: 100, ...to(stranger) }));
    return server.as(stranger).post(`/payments/${paid.id}/refund`, sent);
  },
  '/transfers/deposit': (sent) => deposit(server, sent),
  '/transfers/internal': async (sent) => {
    const sourceWalletId = await fundedWallet(server, 10);
    const ends = { sourceWalletId, destWalletId: main.walletId };
    return server.post('/transfers/internal', { ...ends, amount: 10, ...sent });
  },
  '/transfers/withdraw': (sent) => withdraw(server, sent),
};

it.each(Object.entries(made))(
  'shows of what POST %s makes what was sent, each under its own name, and nothing else',
  async (path, make) => {
    const { body } = endpoints.find((each) => each.method === 'POST' && each.path === path) ?? {};
    const names = Object.keys(terms).filter((name) => terms[name as 'tags'].places.includes('transaction'));
    const taken = names.filter((name) => body && namesOf(body.attributes).includes(name));
    const sent = Object.fromEntries(taken.map((name) => [name, `a ${name}`]));
    const { relationships } = resource(await make(sent));
    const { attributes } = resource(
      await server.get(`/transactions/${relationships['transaction']?.data?.id}`),
    );
    const shown = names.filter((name) => attributes[name] !== null);
    expect(Object.fromEntries(shown.map((name) => [name, attributes[name]]))).toEqual(sent);
  },
);

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

const queried = Object.entries(terms).flatMap(([name, { query, viewers, text }]) =>
  query === null ? [] : [{ name, query, viewers, text }],
);

it.each(queried)(
  'finds a payment by its $name for whoever reads it, by a tag too, and none that lacks it or has nearly the same',
  async ({ name, query, viewers, text }) => {
    const { main, stranger } = server.parties;
    const counterparty = { type: 'party_id', value: stranger.partyId };
    const paid = async (values: object): Promise<string> =>
      resource(await server.pay({ ...values, amount: 100, counterparty })).id.replace('pay_', '');
    const { [name]: value, ...others } = sentTerms;
    const near = (change: (sent: string) => string): object => ({
      [name]: JSON.parse(JSON.stringify(value).replace(text, change)) as unknown,
    });
    const alike = [{}, near((sent) => `${sent}s`), near((sent) => sent.toLowerCase())];
    const has = await paid(sentTerms);
    const lacking = await Promise.all(alike.map((values) => paid({ ...others, ...values })));
    for (const [side, { apiKey }] of [['payer', main] as const, ['payee', stranger] as const]) {
      for (const path of lists) {
        for (const more of new Set([query, terms.tags.query])) {
          const { text: found } = await server
            .as(apiKey)
            .get(`${path}?${[...new Set([query, more])].join('&')}`);
          const finds = viewers.includes(side) && (more === query || terms.tags.viewers.includes(side));
          expect([side, path, more, found.includes(has)]).toEqual([side, path, more, finds]);
          expect(lacking.filter((id) => found.includes(id))).toEqual([]);
        }
      }
    }
  },
);
