import { describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { customer, main, testServer, to } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';

const server = testServer();
const freshLink = 'Send me a fresh link';
const pass = (minutes: number) =>
  server.sql`UPDATE installation SET clock_offset_ms = clock_offset_ms + ${minutes * 60_000}`;
const pays = async (key?: string): Promise<number> =>
  (await server.as(key).pay({ amount: 1, ...to(customer) })).status;
const lastAction = async (targetId: string): Promise<unknown> => {
  const [line] = resources(await server.get(`/audit-log?targetId=${targetId}&limit=1`));
  return [line?.attributes['action'], line?.attributes['decision'], line?.relationships['user']?.data?.id];
};

/** Signs an owner in whose session is not fresh any more, who can still sign in again. */
async function ownerOfLongAgo(): Promise<{
  id: string;
  browser: Browser;
  again: (to: string) => Promise<unknown>;
}> {
  const { id, email } = await newMember(server, 'OWNER');
  const browser = await signIn(server, email);
  await pass(11);
  const again = async (path: string) => locationOf(await browser.post(await linkByMail(server, email, path)));
  return { id, browser, again };
}

describe('the page of the account', () => {
  it('freezes the party at once, and unfreezes it after a fresh sign-in only', async () => {
    const { id, browser, again } = await ownerOfLongAgo();
    expect((await browser.get('/account')).text).toContain('Freeze all money that leaves');
    expect(locationOf(await browser.post('/account/freeze', { to: 'FROZEN' }))).toBe('/account');
    expect([await pays(), await pays(main.limitedAgentKey)]).toEqual([409, 409]);
    expect(await lastAction(main.partyId)).toEqual(['POST /parties/me/freeze', 'accepted', id]);
    const frozen = (await browser.get('/account')).text;
    expect(frozen).toContain('Its own people have frozen it.');
    expect([frozen.includes(freshLink), frozen.includes('>Unfreeze<')]).toEqual([true, false]);
    expect((await browser.post('/account/freeze', { to: 'ACTIVE' })).status).toBe(403);
    expect(await pays()).toBe(409);
    await again('/account');
    expect((await browser.get('/account')).text).toContain('>Unfreeze<');
    expect(locationOf(await browser.post('/account/freeze', { to: 'ACTIVE' }))).toBe('/account');
    expect([await pays(), await pays(main.limitedAgentKey)]).toEqual([201, 201]);
  });

  it('suspends an agent at once, and resumes it after a fresh sign-in only', async () => {
    const { id: agentId, key } = await newAgent(server, { name: 'Runs away' });
    const { id, browser, again } = await ownerOfLongAgo();
    expect((await browser.get('/account')).text).toContain('Runs away');
    expect(locationOf(await browser.post('/account/agent', { agentId, to: 'SUSPENDED' }))).toBe('/account');
    expect(await pays(key)).toBe(403);
    expect(await lastAction(agentId)).toEqual([`POST /agents/${agentId}/suspend`, 'accepted', id]);
    expect((await browser.get('/account')).text).toContain(' (suspended)');
    expect((await browser.post('/account/agent', { agentId, to: 'ACTIVE' })).status).toBe(403);
    expect(await pays(key)).toBe(403);
    await again('/account');
    await browser.post('/account/agent', { agentId, to: 'ACTIVE' });
    expect(await pays(key)).toBe(201);
  });

  it('revokes the keys of people and agents at once', async () => {
    const [apiKey, agent] = [await newApiKey(server, { name: 'On the laptop' }), await newAgent(server)];
    const { browser } = await ownerOfLongAgo();
    const page = (await browser.get('/account')).text;
    expect(page).toContain('On the laptop');
    for (const [keyId, key] of [
      [apiKey.id, apiKey.secret],
      [agent.keyId, agent.key],
    ] as const) {
      expect(page).toContain(keyId);
      expect(await pays(key)).toBe(201);
      expect(locationOf(await browser.post('/account/key', { keyId }))).toBe('/account');
      expect(await pays(key)).toBe(401);
    }
    const { id: otherId } = resource(
      await server.as(customer).post('/api-keys', { name: 'Foreign', scopes: ['payments.read'] }),
    );
    expect((await browser.post('/account/key', { keyId: otherId })).status).toBe(404);
  });

  it('offers nothing of it to a member, and obeys none who is not signed in or comes from another site', async () => {
    const member = await signIn(server, (await newMember(server, 'MEMBER')).email);
    const page = (await member.get('/account')).text;
    for (const offer of ['Freeze all money', 'Suspend', 'Revoke']) expect(page).not.toContain(offer);
    const { id: agentId } = await newAgent(server);
    expect((await member.post('/account/freeze', { to: 'FROZEN' })).status).toBe(403);
    expect((await member.post('/account/agent', { agentId, to: 'SUSPENDED' })).status).toBe(403);
    const nobody = openBrowser(server.baseUrl);
    expect(locationOf(await nobody.post('/account/freeze', { to: 'FROZEN' }))).toMatch(/^\/sign-in/);
    expect(await pays()).toBe(201);
  });

  it('shows an admin no button for the keys of an owner, which only owners revoke', async () => {
    const admin = await signIn(server, (await newMember(server, 'ADMIN')).email);
    const [, keys = ''] = (await admin.get('/account')).text.split('API keys');
    const { id } = resource(
      await server.get(`/api-keys/${resources(await server.get('/api-keys?limit=1'))[0]?.id}`),
    );
    expect(keys).not.toContain(`value="${id}"`);
  });
});
