import { beforeAll, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { codes, errors, type Reply, resource, resources } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { asAgent, beginNext } from '../support/moves.ts';
import { askFor } from '../support/payment-requests.ts';
import { byId, customer, main, stranger, testServer, to } from '../support/server.ts';
import { fundedWallet } from '../support/wallets.ts';

const server = testServer({ PURSER_MAX_IN_REVIEW_PER_AGENT: '2' });
const detailOf = (reply: Reply): string => errors(reply)[0]?.detail ?? '';
const onlyEuros = { currencies: { allow: ['EUR'], onBreach: 'refuse' } };
const pay = (key: string, amount: number, values: object = {}) =>
  server.as(key).pay({ amount, ...to(stranger), ...values });

// So that no day or month ends while a sum is built up.
beforeAll(() => beginNext(server, 'hour'));

it('says what limits allow, what was asked for and what of a period is left, wherever a rule refuses', async () => {
  const limits = { perTransaction: 5_000, perDay: 6_000, perMonth: 1_000_000 };
  const agent = await newAgent(server, { limits });
  expect((await pay(agent.key, 4_000)).status).toBe(201);
  await server.patch(`/agents/${agent.id}`, { rules: onlyEuros });
  const refused = await pay(agent.key, 5_001);
  expect(codes(refused)).toEqual(['rule_broken']);
  const figures = [
    'This exceeds what the agent may do: currencyNotAllowed, limitExceeded.',
    'In one payment: allowed USD 50.00, asked USD 50.01.',
    'In one day: allowed USD 60.00, asked USD 50.01, left USD 20.00.',
  ];
  expect(detailOf(refused)).toBe(figures.join(' '));
  const preview = resource(
    await server.as(agent.key).post('/payments/preview', { amount: 5_001, ...to(stranger) }),
  );
  expect(preview.attributes['errors']).toMatchObject([{ detail: figures.join(' ') }]);
  await server.patch(`/agents/${agent.id}`, { limits: { perTransaction: null, perDay: 1_000 } });
  expect(detailOf(await pay(agent.key, 1))).toContain(
    'In one day: allowed USD 10.00, asked USD 0.01, left USD 0.00.',
  );
});

it('says how many payments are allowed in an hour, and how many are left', async () => {
  const rules = { paymentsPerHour: { max: 1, onBreach: 'refuse' } };
  const agent = await newAgent(server, { rules });
  expect((await pay(agent.key, 1)).status).toBe(201);
  const detail = detailOf(await pay(agent.key, 1));
  expect(detail).toContain('In one hour: payments allowed 1, asked 1, left 0.');
});

it('says the figures of a party to that party alone, and those of a grant to both', async () => {
  const agent = await newAgent(server, { rules: onlyEuros });
  const terms = { limits: { perTransaction: 7_001 } };
  const [invited] = resources(
    await invite(server, [byId(customer)], terms, { agentId: agent.id, apiKey: main.apiKey }),
  );
  await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
  await server.as(customer).put('/parties/me/limits', { limits: { perTransaction: 7_002 } });
  const detail = detailOf(await pay(agent.key, 7_003, { customerPartyId: customer.partyId }));
  await server.as(customer).put('/parties/me/limits', { limits: null });
  expect(detail).toContain('In one payment: allowed USD 70.01, asked USD 70.03.');
  expect(detail).not.toContain('70.02');
});

it('says what a wallet has to its party’s agents and to keys that read wallets, and to no other', async () => {
  const walletId = await fundedWallet(server, 1_500);
  const agent = await newAgent(server, { walletIds: [walletId] });
  const told = 'The wallet does not have this amount available. Asked USD 15.01, available USD 15.00.';
  const { secret } = await newApiKey(server);
  expect(detailOf(await pay(agent.key, 1_501))).toBe(told);
  expect(detailOf(await server.pay({ amount: 1_501, walletId, ...to(stranger) }))).toBe(told);
  const byHeader = server.with(asAgent(agent.id));
  expect(detailOf(await byHeader.pay({ amount: 1_501, ...to(stranger) }))).toBe(told);
  const untold = 'The wallet does not have this amount available.';
  expect(detailOf(await pay(secret, 1_501, { walletId }))).toBe(untold);
  const delegated = await newAgent(server);
  const [invited] = resources(
    await invite(server, [byId(customer)], { limits: null }, { agentId: delegated.id, apiKey: main.apiKey }),
  );
  await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
  const forCustomer = { customerPartyId: customer.partyId };
  expect(detailOf(await pay(delegated.key, 9_000_000_000, forCustomer))).toBe(untold);
});

it('says how much of a payment can still be refunded', async () => {
  const paid = resource(await server.as(customer).pay({ amount: 900, ...to(main) }));
  expect((await server.post(`/payments/${paid.id}/refund`, { amount: 500 })).status).toBe(201);
  const refused = await server.post(`/payments/${paid.id}/refund`, { amount: 401 });
  expect(detailOf(refused)).toContain('no more is refunded than was paid. Asked USD 4.01, left USD 4.00.');
});

it('says how much of an agent may wait for approval', async () => {
  const agent = await newAgent(server, { limits: { perTransaction: 1 } });
  for (const status of [201, 201]) expect((await pay(agent.key, 2)).status).toBe(status);
  expect(detailOf(await pay(agent.key, 2))).toContain('waits for one already. At most 2 are allowed.');
});

it('says what a request that is to be paid from a bank exceeds', async () => {
  const { id } = await askFor(server);
  await server.put('/parties/me/limits', { limits: { perTransaction: 1_000 } });
  const source = { paymentSource: { type: 'external_account', externalAccountId: main.externalAccountId } };
  const refused = await server.post(`/payment-requests/${id}/fulfill`, source);
  await server.put('/parties/me/limits', { limits: null });
  expect([codes(refused), detailOf(refused)]).toEqual([
    ['conflict'],
    expect.stringContaining('only if a wallet pays. In one payment: allowed USD 10.00, asked USD 12.50.'),
  ]);
});
