import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { connectHost } from '../support/mcp.ts';
import { customer, main, startServer, testServer } from '../support/server.ts';

const server = testServer();
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const accepts = { Accept: 'application/json, text/event-stream', 'MCP-Protocol-Version': '2025-11-25' };

const ask = (headers: Record<string, string> = {}, body: unknown = list, path = '/mcp') =>
  fetch(server.baseUrl + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${main.apiKey}`,
      ...accepts,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const codeOf = async (response: Response) =>
  ((await response.json()) as { errors: Array<{ code: string }> }).errors.map(({ code }) => code);

describe('POST /mcp', () => {
  it('says to who has no usable key where to learn what it needs', async () => {
    for (const Authorization of ['', 'Bearer nonsense', `Bearer ${main.apiKey}x`]) {
      const response = await ask({ Authorization });
      expect(response.status).toBe(401);
      const address = /resource_metadata="([^"]+)"/.exec(response.headers.get('WWW-Authenticate') ?? '')?.[1];
      const about = (await (await fetch(address ?? '')).json()) as Record<string, unknown>;
      expect(about['resource']).toBe(`${server.baseUrl}/mcp`);
    }
  });

  it('refuses a page of another origin, another port included, before it looks at the key', async () => {
    const own = new URL(server.baseUrl);
    const otherPort = `http://127.0.0.1:${Number(own.port) + 1}`;
    for (const Origin of ['https://evil.example', otherPort, `https://${own.host}`, 'null']) {
      expect((await ask({ Origin })).status).toBe(403);
      expect((await ask({ Origin, Authorization: '' })).status).toBe(403);
    }
    expect((await ask({ Origin: own.origin })).status).toBe(200);
  });

  it('is the only method, at the only path', async () => {
    for (const method of ['GET', 'DELETE', 'PUT'])
      expect((await fetch(`${server.baseUrl}/mcp`, { method })).status).toBe(405);
    expect((await ask({}, list, '/mcp/')).status).toBe(404);
  });

  it('reads a body as strictly as all other addresses', async () => {
    expect(await codeOf(await ask({}, '{"jsonrpc":"2.0","jsonrpc":"2.0"}'))).toEqual(['invalid_json']);
    expect(await codeOf(await ask({ 'Content-Type': 'text/plain' }))).toEqual(['unsupported_media_type']);
    expect((await ask({}, ' '.repeat(300_000))).status).toBe(413);
    expect((await ask({}, [list, list])).status).toBe(400);
    expect((await ask({}, {})).status).toBe(400);
  });

  it('takes a token of the rate of its key', async () => {
    const slow = await startServer({ PURSER_RATE_PER_SECOND: '1', PURSER_RATE_BURST: '2' });
    const asked = { method: 'POST', headers: { ...accepts, Authorization: `Bearer ${main.apiKey}` } };
    const answers = [];
    for (let turn = 0; turn < 4; turn += 1) answers.push(await fetch(`${slow.baseUrl}/mcp`, asked));
    const last = answers.at(-1);
    expect([last?.status, last?.headers.get('Retry-After')]).toEqual([429, '1']);
    await slow.close();
  });

  it('lets a suspended agent see its tools and read; a write is refused, and says why', async () => {
    const agent = await newAgent(server);
    const host = await connectHost(server.baseUrl, agent.key);
    await server.post(`/agents/${agent.id}/suspend`);
    expect(await host.names()).toHaveLength(13);
    expect((await host.call('get_identity')).says['agent_status']).toBe('SUSPENDED');
    expect((await host.call('list_transactions')).isError).toBe(false);
    const asked = { purpose_id: 'a', to: customer.partyId, amount: '1.00' };
    const { says, isError } = await host.call('create_payment', asked);
    expect([says['status'], isError]).toEqual(['refused', true]);
    expect(says['message']).toMatch(/suspended/);
    await host.close();
  });

  it('answers at once that a revoked key is none', async () => {
    const agent = await newAgent(server);
    const host = await connectHost(server.baseUrl, agent.key);
    await server.delete(`/agent-keys/${agent.keyId}`);
    await expect(host.names()).rejects.toThrow(/401|Unauthorized/i);
    await host.close();
  });

  it('acts as the agent that the headers name, in the conversation that they name', async () => {
    const agent = await newAgent(server);
    const named = { 'X-Agent-ID': agent.id, 'X-Instance-ID': 'chat 7' };
    const host = await connectHost(server.baseUrl, main.apiKey, { headers: named });
    const { says } = await host.call('create_payment', {
      purpose_id: 'a',
      to: customer.partyId,
      amount: '1.00',
    });
    expect(says['status']).toBe('paid');
    const found = await server.get(`/payments?agentId=${agent.id}&instanceId=chat%207`);
    expect(found.text).toContain((says['payment'] as { id: string }).id);
    await host.close();
    const unknown = await ask({ 'X-Agent-ID': `agt_${'0'.repeat(32)}`, 'X-Instance-ID': 'a' });
    expect(await codeOf(unknown)).toEqual(['agent_not_found']);
  });
});
