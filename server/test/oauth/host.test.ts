import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { resource, resources } from '../support/http.ts';
import { revisions } from '../support/mcp.ts';
import { asNewAgent, consent } from '../support/oauth.ts';
import { customer, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

const server = testServer();

/** What a host keeps for the official client: nothing at first. It opens no browser, but says where one would go. */
function newHost(): OAuthClientProvider & { opened: () => URL } {
  let opened = new URL('http://nowhere.example');
  const kept = new Map<string, unknown>();
  return {
    redirectUrl: 'http://127.0.0.1:8976/callback',
    clientMetadata: { client_name: 'Official client', redirect_uris: ['http://127.0.0.1:8976/callback'] },
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: (client) => void kept.set('client', client),
    tokens: () => kept.get('tokens') as never,
    saveTokens: (tokens) => void kept.set('tokens', tokens),
    invalidateCredentials: (what) => void kept.delete(what),
    redirectToAuthorization: (url) => void (opened = url),
    saveCodeVerifier: (verifier) => void kept.set('verifier', verifier),
    codeVerifier: () => String(kept.get('verifier')),
    opened: () => opened,
  };
}

describe.each(revisions)('the official client of revision %s', (revision) => {
  it('connects by the address alone, pays, waits for a person, and is out once its grant has ended', async () => {
    const host = newHost();
    const mode = revision === '2026-07-28' ? { pin: revision } : ('legacy' as const);
    const open = () => ({
      client: new Client({ name: 'host', version: '1' }, { versionNegotiation: { mode } }),
      transport: new StreamableHTTPClientTransport(new URL(`${server.baseUrl}/mcp`), { authProvider: host }),
    });
    const before = open();
    await expect(before.client.connect(before.transport)).rejects.toThrow(UnauthorizedError);
    const asked = host.opened();
    expect(asked.origin).toBe(server.baseUrl);
    const browser = await signIn(server, 'main@sandbox.purser.test');
    const answer = await consent(browser, asked.pathname + asked.search, { ...asNewAgent, newPayees: '' });
    await before.transport.finishAuth(answer.searchParams);
    const { client, transport } = open();
    await client.connect(transport);
    const pay = async (amount: string, purpose: string) => {
      const values = { to: customer.partyId, amount, purpose_id: `${purpose} ${revision}` };
      const result = await client.callTool({ name: 'create_payment', arguments: values });
      return result.structuredContent as {
        status: string;
        approval?: { id: string };
        payment?: { id: string };
      };
    };
    expect((await pay('12.50', 'beans')).status).toBe('paid');
    const waiting = await pay('25.00', 'more beans');
    expect(waiting.status).toBe('needs_approval');
    const [approval] = resources(await server.get('/approvals?limit=1'));
    await server.as(server.parties.main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
    const seen = await client.callTool({
      name: 'wait_for_payment',
      arguments: { payment_id: waiting.payment?.id, seconds: 10 },
    });
    expect((seen.structuredContent as { status: string }).status).toBe('paid');
    const [grant] = resources(await server.get('/oauth-grants?limit=1'));
    expect(resource(await server.delete(`/oauth-grants/${grant?.id}`)).attributes['status']).toBe('REVOKED');
    await expect(client.callTool({ name: 'get_identity', arguments: {} })).rejects.toThrow(UnauthorizedError);
    await client.close();
  });
});
