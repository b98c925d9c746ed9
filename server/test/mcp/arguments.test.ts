import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectHost, type Host } from '../support/mcp.ts';
import { customer, main, testServer } from '../support/server.ts';

const server = testServer();
let host: Host;
beforeAll(async () => {
  host = await connectHost(server.baseUrl, main.apiKey, { headers: { 'X-MCP-Toolsets': 'all' } });
});
afterAll(() => host.close());

const good = { purpose_id: 'p', to: customer.partyId, amount: '1.00' };

async function faultsOf(name: string, values: object): Promise<string[]> {
  const { says, isError } = await host.call(name, values);
  expect([says['status'], isError]).toEqual(['refused', true]);
  return (says['faulty'] as Array<{ argument: string }>).map(({ argument }) => argument).toSorted();
}

describe('the arguments of a call', () => {
  it('are named all at once where they have faults', async () => {
    const wrong = { to: 'x', amount: 12.5, currency: 'usd', wallet_id: 'w', extra: 1 };
    const all = ['amount', 'currency', 'extra', 'purpose_id', 'to', 'wallet_id'];
    expect(await faultsOf('create_payment', wrong)).toEqual(all);
    expect(await faultsOf('create_payment', { ...good, amount: '1.5', wallet_id: 'w' })).toEqual([
      'amount',
      'wallet_id',
    ]);
  });

  it.each([
    '1e3',
    '12,50',
    '$12.50',
    '12.5',
    '12.505',
    '-1.00',
    '0.00',
    '0',
    '',
    '١٢.٥٠',
    ' 1.00',
    '1.00 ',
    '9'.repeat(17),
    12,
    12.5,
    null,
    [],
    {},
  ])('refuse the amount %j', async (amount) => {
    expect(await faultsOf('create_payment', { ...good, amount })).toEqual(['amount']);
  });

  it('take an amount with all decimals of its currency or none, and say the right spelling', async () => {
    const { says } = await host.call('create_payment', { ...good, amount: '12.5' });
    expect(says['message']).toContain('write "12.50"');
    for (const amount of ['99.999', '12.505'])
      expect((await host.call('create_payment', { ...good, amount })).says['message']).not.toContain('write');
    const { says: yen } = await host.call('preview_payment', {
      to: good.to,
      amount: '12.00',
      currency: 'JPY',
    });
    expect(yen['message']).toContain('no decimals in JPY');
    expect((await host.call('preview_payment', { to: good.to, amount: '1' })).says['status']).toBe(
      'would_pay',
    );
  });

  it('of a fulfilment and of a withdrawal are compared with their currency in the same way', async () => {
    const id = `prq_${'0'.repeat(32)}`;
    expect(
      await faultsOf('fulfill_payment_request', { payment_request_id: id, expected_amount: '1.5' }),
    ).toEqual(['expected_amount']);
    const account = { purpose_id: 'p', external_account_id: main.externalAccountId };
    expect(await faultsOf('withdraw_funds', { ...account, amount: '1.5' })).toEqual(['amount']);
  });

  it('name one payment', async () => {
    for (const values of [{}, { payment_id: `pay_${'0'.repeat(32)}`, purpose_id: 'a' }])
      expect((await host.call('get_payment', values)).says['status']).toBe('refused');
    expect((await host.call('get_payment', { purpose_id: 'never used' })).says['status']).toBe('refused');
  });

  it('bound every list', async () => {
    for (const name of ['list_transactions', 'list_approvals', 'list_customers', 'list_payment_requests'])
      for (const limit of [0, 51, 1.5, '5']) expect(await faultsOf(name, { limit })).toEqual(['limit']);
    expect(await faultsOf('list_transactions', { cursor: 'nonsense' })).toEqual(['cursor']);
  });
});
