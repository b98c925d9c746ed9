import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { newAgent } from '../../server/test/support/agents.ts';
import { resources } from '../../server/test/support/http.ts';
import { revisions, type Revision } from '../../server/test/support/mcp.ts';
import { customer, main, testServer } from '../../server/test/support/server.ts';
import { actingAs, builtProgram } from './program.ts';

const server = testServer();
const program = builtProgram();

/** Starts `purser mcp` as a host does, and connects the official client to it. */
async function host(key: string, revision: Revision, url = server.baseUrl, args: readonly string[] = []) {
  const mode = revision === '2026-07-28' ? { pin: revision } : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const { bin, home } = program();
  const env = { ...actingAs(key, url), HOME: home, PATH: process.env['PATH'] ?? '' };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [bin, 'mcp', ...args], env }),
  );
  const call = async (name: string, values: object) =>
    (await client.callTool({ name, arguments: values as Record<string, unknown> }))
      .structuredContent as Record<string, unknown>;
  return { client, call };
}

/** A server before the server, which cuts the first answer to a call of a tool. */
async function cutting(): Promise<{ url: string; close: () => void; cut: () => number }> {
  let cut = 0;
  const proxy = createServer((incoming, response) => {
    const { port, hostname } = new URL(server.baseUrl);
    const { url = '', method = '', headers } = incoming;
    const forwarded = request({ port, hostname, path: url, method, headers }, (answer) => {
      if (headers['mcp-method'] === 'tools/call' && cut === 0) {
        cut += 1;
        answer.resume().once('end', () => incoming.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(forwarded);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => proxy.close().closeAllConnections(),
    cut: () => cut,
  };
}

describe.each(revisions)('purser mcp, for a host of revision %s', (revision) => {
  it('pays, waits for a person above a limit, and sees the decision', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 2_000 } });
    const { client, call } = await host(agent.key, revision);
    expect((await client.listTools()).tools).toHaveLength(13);
    const asked = { to: customer.partyId, amount: '12.50', purpose_id: 'a' };
    expect((await call('create_payment', asked))['status']).toBe('paid');
    expect((await call('create_payment', asked))['status']).toBe('already_paid');
    const waits = await call('create_payment', { ...asked, amount: '25.00', purpose_id: 'b' });
    expect(waits['status']).toBe('needs_approval');
    const { id } = waits['payment'] as { id: string };
    const decided = call('wait_for_payment', { payment_id: id, seconds: 55 });
    const approval = waits['approval'] as { id: string };
    await server.as(main.approverApiKey).post(`/approvals/${approval.id}/approve`);
    expect((await decided)['status']).toBe('paid');
    await client.close();
  });

  it('asks again when an answer is lost, and pays once', async () => {
    const agent = await newAgent(server);
    const proxy = await cutting();
    const { client, call } = await host(agent.key, revision, proxy.url);
    const said = await call('create_payment', { to: customer.partyId, amount: '1.00', purpose_id: 'lost' });
    expect([said['status'], proxy.cut()]).toEqual(['already_paid', 1]);
    expect(resources(await server.get(`/payments?agentId=${agent.id}`))).toHaveLength(1);
    await client.close();
    proxy.close();
  });

  it('offers what the switches leave', async () => {
    const { client } = await host(main.apiKey, revision, server.baseUrl, [
      '--read-only',
      '--toolsets',
      'all',
    ]);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toHaveLength(10);
    expect(names).not.toContain('create_payment');
    await client.close();
  });
});

describe('purser mcp', () => {
  it('says that nobody knows, when the server is gone', async () => {
    const proxy = await cutting();
    const { client, call } = await host(main.apiKey, '2026-07-28', proxy.url);
    await client.listTools();
    proxy.close();
    const said = await call('create_payment', { to: customer.partyId, amount: '1.00', purpose_id: 'gone' });
    expect(said['status']).toBe('outcome_unknown');
    await client.close();
  });

  it('answers an ended key and a wrong line, and ends with its input', async () => {
    const agent = await newAgent(server);
    await server.delete(`/agent-keys/${agent.keyId}`);
    const list = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/list', params: {} });
    const ended = await program().run(['mcp'], actingAs(agent.key, server.baseUrl), `${list}\nnonsense\n`);
    expect(ended.code).toBe(0);
    const answers = ended.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: unknown; error: object });
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([7, null]));
    expect(answers.every(({ error }) => typeof error === 'object')).toBe(true);
  });
});
