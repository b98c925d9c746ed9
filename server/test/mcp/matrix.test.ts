import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tools } from '../../src/doors/mcp/tools.ts';
import { newAgent, newApiKey } from '../support/agents.ts';
import { connectHost, type Host } from '../support/mcp.ts';
import { byId, customer, main, newAddress, stranger, testServer } from '../support/server.ts';
import { asAgent } from '../support/moves.ts';
import { asNewAgent, type Choice, connect } from '../support/oauth.ts';
import { askFor } from '../support/payment-requests.ts';
import { newWallet } from '../support/wallets.ts';
import { resource } from '../support/http.ts';

const server = testServer();
const headers = { 'X-MCP-Toolsets': 'all' };
const bounded = { limits: { perTransaction: 200 } };

const callers = {
  "user's key": () => connectHost(server.baseUrl, main.apiKey, { headers }),
  "user's key that only reads payments": async () =>
    connectHost(server.baseUrl, (await newApiKey(server, { scopes: ['payments.read'] })).secret, { headers }),
  'agent by key': async () => connectHost(server.baseUrl, (await newAgent(server, bounded)).key, { headers }),
  'agent by header': async () =>
    connectHost(server.baseUrl, main.apiKey, {
      headers: { ...headers, ...asAgent((await newAgent(server, bounded)).id) },
    }),
  'own reader by key': async () =>
    connectHost(server.baseUrl, (await newAgent(server, { ...bounded, reads: 'own' })).key, { headers }),
  'suspended agent by key': async () => {
    const agent = await newAgent(server, bounded);
    await server.post(`/agents/${agent.id}/suspend`);
    return connectHost(server.baseUrl, agent.key, { headers });
  },
  'program as user': () => programAs({ as: 'user' }),
  'program as agent': () => programAs({ ...asNewAgent, perTransaction: '2', newPayees: '' }),
};

async function programAs(choice: Choice): Promise<Host> {
  const { access_token: token } = await connect(server, 'main@sandbox.purser.test', choice);
  return connectHost(server.baseUrl, token, { headers });
}

type CallerName = keyof typeof callers;
const names = Object.keys(callers) as CallerName[];
const hosts = new Map<CallerName, Host>();

beforeAll(async () => {
  for (const name of names) hosts.set(name, await callers[name]());
});
afterAll(() => Promise.all([...hosts.values()].map((host) => host.close())));

const paying = { to: customer.partyId, amount: '1.00' };
let turn = 0;
const purpose = () => ({ purpose_id: `turn ${(turn += 1)}` });
const account = { external_account_id: main.externalAccountId, amount: '5.00' };

/** What each tool is called with. One that is missing here fails. */
const values: Record<string, (host: Host) => object | Promise<object>> = {
  get_identity: () => ({}),
  get_balance: () => ({}),
  find_counterparty: () => ({ query: 'a' }),
  list_transactions: () => ({}),
  list_approvals: () => ({}),
  list_customers: () => ({}),
  list_payment_requests: () => ({}),
  preview_payment: () => paying,
  create_payment: () => ({ ...paying, ...purpose() }),
  get_payment: async (host) => ({ payment_id: await paymentOf(host) }),
  wait_for_payment: async (host) => ({ payment_id: await paymentOf(host), seconds: 1 }),
  cancel_payment: async (host) => {
    const waits = { ...purpose(), to: newAddress(), amount: '3.00' }; // for a person, or to be claimed
    const { says } = await host.call('create_payment', waits);
    const { id } = (says['payment'] as { id: string } | undefined) ?? { id: await paymentOf(host) };
    return { payment_id: id };
  },
  request_payment: () => ({ from: newAddress(), amount: '1.00', ...purpose() }),
  fulfill_payment_request: async () => ({ payment_request_id: await requestId(), expected_amount: '1.00' }),
  decline_payment_request: async () => ({ payment_request_id: await requestId() }),
  deposit_funds: () => ({ ...account, ...purpose() }),
  withdraw_funds: () => ({ ...account, ...purpose() }),
  transfer_between_wallets: async () => ({
    from_wallet_id: main.walletId,
    to_wallet_id: await newWallet(server),
    amount: '1.00',
    ...purpose(),
  }),
};

async function paymentOf(host: Host): Promise<string> {
  if (!(await host.names()).includes('create_payment')) return anyPayment();
  const { says } = await host.call('create_payment', { ...paying, ...purpose() });
  return (says['payment'] as { id: string } | undefined)?.id ?? anyPayment();
}

const anyPayment = async () => resource(await server.pay({ amount: 1, counterparty: byId(customer) })).id;
const requestId = async () => (await askFor(server, { amount: 100, payer: byId(main) }, stranger.apiKey)).id;

async function cellOf(host: Host, name: string): Promise<string> {
  if (!(await host.names()).includes(name)) return '–';
  const sent = await values[name]?.(host);
  return (await host.call(name, sent)).isError ? 'refused' : 'yes';
}

const page = await readFile(new URL('../../../docs/authority.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('## By the connector'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the table of the connector in docs/authority.md', () => {
  it('has a row for each tool', () => {
    expect(rows.map(([name]) => name)).toEqual(tools.map(({ name }) => `\`${name}\``));
    expect(Object.keys(values).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  it.each(tools.map(({ name }) => name))('says who may call %s', async (name) => {
    const cells: string[] = [];
    for (const caller of names) cells.push(await cellOf(hosts.get(caller) as Host, name));
    expect([`\`${name}\``, ...cells]).toEqual(rows.find(([first]) => first === `\`${name}\``));
  });
});
