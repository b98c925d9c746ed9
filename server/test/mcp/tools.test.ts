import { hash } from 'node:crypto';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import { describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { refusal } from '../support/http.ts';
import { connectHost, revisions } from '../support/mcp.ts';
import { customer, main, testServer } from '../support/server.ts';

const server = testServer();
const everything = { 'X-MCP-Toolsets': 'all' };

const look = [
  'get_identity',
  'find_counterparty',
  'list_transactions',
  'list_approvals',
  'preview_payment',
  'get_payment',
  'wait_for_payment',
  'list_payment_requests',
];
const ofUsers = ['get_balance', 'list_customers'];
const pay = ['create_payment', 'cancel_payment', 'fulfill_payment_request'];
const request = ['request_payment', 'decline_payment_request'];
const bank = ['deposit_funds', 'withdraw_funds', 'transfer_between_wallets'];

async function namesFor(key: string, headers: Record<string, string> = {}, query = ''): Promise<string[]> {
  const host = await connectHost(server.baseUrl, key, { headers, query });
  const names = await host.names();
  await host.close();
  return names.toSorted();
}

it('the server has an icon, as a URI that hosts accept', async () => {
  for (const revision of revisions) {
    const host = await connectHost(server.baseUrl, main.apiKey, { revision });
    await host.names();
    const [icon] = host.client.getServerVersion()?.icons ?? [];
    expect(icon?.src).toMatch(/^data:image\/svg\+xml,(?:[\w.~!$&'()*+,;=:@/?-]|%[0-9a-f]{2})+$/i);
    await host.close();
  }
});

describe('the list of tools', () => {
  it('has 13 for an agent, 15 for a key of everything, and the bank only when asked for', async () => {
    const agent = await newAgent(server);
    expect(await namesFor(agent.key)).toEqual([...look, ...pay, ...request].toSorted());
    expect(await namesFor(agent.key, everything)).toEqual([...look, ...pay, ...request].toSorted());
    expect(await namesFor(main.apiKey)).toEqual([...look, ...ofUsers, ...pay, ...request].toSorted());
    expect(await namesFor(main.apiKey, everything)).toHaveLength(18);
  });

  it('has for each key what its scopes allow', async () => {
    const reader = await newApiKey(server, { scopes: ['payments.read'] });
    const reads = look.filter((name) => name !== 'preview_payment');
    expect(await namesFor(reader.secret, everything)).toEqual(reads.toSorted());
    const own = await newAgent(server, { reads: 'own' });
    expect(await namesFor(own.key)).toHaveLength(13);
  });

  it('is narrowed by switches in headers or in the address; read only beats all others', async () => {
    const withPay = [...pay, 'preview_payment', 'get_payment', 'wait_for_payment'];
    expect(await namesFor(main.apiKey, { 'X-MCP-Toolsets': 'pay, bank' })).toEqual(
      [...withPay, ...bank].toSorted(),
    );
    const reading = { ...everything, 'X-MCP-Readonly': 'true' };
    expect(await namesFor(main.apiKey, reading)).toEqual([...look, ...ofUsers].toSorted());
    const host = await connectHost(server.baseUrl, main.apiKey, { headers: reading });
    const called = host.call('create_payment', { purpose_id: 'a', to: customer.partyId, amount: '1.00' });
    await expect(called).rejects.toThrow(/no tool of this name/);
    await host.close();
    const unknown = await server.with({ 'X-MCP-Toolsets': 'everything' }).send('POST', '/mcp', {});
    expect(refusal(unknown)).toEqual([400, ['invalid_value'], ['X-MCP-Toolsets']]);
    for (const query of ['x-mcp-readonly=yes', 'X-Mcp-Read-Only=true', 'readonly=true'])
      expect((await server.send('POST', `/mcp?${query}`, {})).status).toBe(400);
    const twice = '?X-MCP-Readonly=false&x-mcp-readonly=true&x-mcp-readonly=true';
    expect(await namesFor(main.apiKey, {}, twice)).toEqual([...look, ...ofUsers].toSorted());
  });

  it('costs at most 4 000 tokens whole, and 2 000 of what a model sees', async () => {
    const host = await connectHost(server.baseUrl, main.apiKey, { headers: everything });
    const { tools } = await host.client.listTools();
    const tokens = new Tiktoken(o200k);
    const costs = (value: unknown) => tokens.encode(JSON.stringify(value)).length;
    expect(costs({ tools })).toBeLessThanOrEqual(4_000);
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(costs(seen)).toBeLessThanOrEqual(2_000);
    await host.close();
  });

  it('is the same every time, and its digest is in get_identity', async () => {
    const host = await connectHost(server.baseUrl, main.apiKey, { headers: everything });
    const { tools } = await host.client.listTools();
    const { says } = await host.call('get_identity');
    expect(says['tools_digest']).toBe(`sha256:${hash('sha256', JSON.stringify(tools), 'hex')}`);
    await host.close();
  });

  it('has no tool that approves, makes keys, or changes limits, rules, members or webhooks', async () => {
    const words = /approve|deny|key|limit|rule|member|webhook|agent|invite|scope/;
    expect((await namesFor(main.apiKey, everything)).filter((name) => words.test(name))).toEqual([]);
  });
});
