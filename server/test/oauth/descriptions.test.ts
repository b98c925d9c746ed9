import { describe, expect, it } from 'vitest';
import { createProvider } from '../../src/doors/oauth/provider.ts';
import { createStrangeFetch } from '../../src/gateways/strangers.ts';
import type { Program } from '../../src/context.ts';
import { readConfig } from '../../src/config.ts';
import { startReceiver } from '../support/receiver.ts';
import { testKeyring } from '../support/server.ts';

// Descriptions of programs lie behind TLS, at addresses that everybody can reach: no test has one. The provider gets a fetch
// instead that answers as such an address would; what the real one refuses is tested beside it.

const config = readConfig({});
const program = {
  config,
  keyring: testKeyring(),
  baseUrl: () => 'https://purser.example',
  sessions: { readsOf: () => ({ query: () => Promise.resolve({ rows: [{ offset_ms: 0 }] }) }) },
} as unknown as Program;

const id = 'https://host.example/purser.json';
const right = {
  client_id: id,
  client_name: 'Host',
  redirect_uris: ['https://host.example/callback'],
  token_endpoint_auth_method: 'none',
};

/** Returns the name of the program at the address whose description is this; or why it is refused. */
async function readBy(described: unknown, clientId = id): Promise<string | undefined> {
  const answer = () => Promise.resolve(Response.json(described));
  try {
    return (await createProvider(program, answer).Client.find(clientId))?.clientName;
  } catch (error) {
    return (error as { error?: string }).error;
  }
}

describe('a program whose id is the address of its description', () => {
  it('is known by it, if it names itself and answers go where they may', async () => {
    expect(await readBy(right)).toBe('Host');
    const wrong = [
      { ...right, client_id: 'https://other.example/purser.json' },
      { ...right, redirect_uris: ['http://host.example/callback'] },
      { ...right, redirect_uris: ['purser://callback'] },
      { ...right, client_secret: 'secret' },
      { ...right, token_endpoint_auth_method: 'client_secret_basic' },
      ['no object'],
      { ...right, client_name: 'x'.repeat(6_000) },
    ];
    for (const each of wrong) expect(await readBy(each)).toMatch(/^invalid_/);
    const unread = [
      'http://host.example/purser.json',
      'https://user@host.example/x',
      'https://host.example/a/../b',
    ];
    for (const each of unread) expect(await readBy({ ...right, client_id: each }, each)).toBeUndefined();
  });

  it('is never read from an address inside a network, nor by way of a redirect', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const fetchBy = createStrangeFetch(false);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '169.254.169.254'])
      await expect(fetchBy(`http://${host}:${port}/purser.json`)).rejects.toThrow(/forbidden|fetch failed/);
    const named = createStrangeFetch(false, async () => [{ address: '127.0.0.1', family: 4 }]);
    await expect(named(`http://host.example:${port}/purser.json`)).rejects.toThrow('fetch failed');
    expect(receiver.connections()).toBe(0);
    await receiver.close();
  });
});
