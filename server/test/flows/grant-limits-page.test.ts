import { expect, it } from 'vitest';
import { type Browser, locationOf, openBrowser } from '../support/browser.ts';
import { resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { customer, main, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';

const server = testServer();
const sent = { perTransaction: '40', perDay: '100.50', perMonth: '' };

const browserOf = async (role: 'OWNER' | 'MEMBER', of: { partyId: string } = customer): Promise<Browser> =>
  signIn(server, (await newMember(server, role, of)).email);

/** Returns the page of the limits of the agent that acts for the customer. */
async function pathOf(): Promise<string> {
  const [given] = resources(await server.as(customer).get('/delegations?direction=given'));
  return `/account/delegation/${given?.id}/${main.agentId}`;
}

async function limitsNow(): Promise<unknown> {
  const [given] = resources(await server.as(customer).get('/delegations?direction=given'));
  const agents = given?.attributes['agents'] as Array<{ limits: unknown }>;
  return agents[0]?.limits;
}

it('lets a customer change what an agent may spend of its money', async () => {
  const browser = await browserOf('OWNER');
  const path = await pathOf();
  const account = await browser.get('/account');
  expect([account.text.includes('Change its limits'), account.text.includes(path)]).toEqual([true, true]);
  expect((await browser.get(path)).text).toContain('value="50.00"');
  expect(locationOf(await browser.post(path, sent))).toBe('/account');
  expect(await limitsNow()).toEqual({ perTransaction: 4_000, perDay: 10_050 });
  expect(await browser.get(path).then(({ text }) => text)).toContain('value="100.50"');
  const wrong = await browser.post(path, { ...sent, perDay: 'much' });
  expect([wrong.status, wrong.text.includes('In a day')]).toEqual([422, true]);
  expect(locationOf(await browser.post(path, { ...sent, perTransaction: '50', perDay: '' }))).toBe(
    '/account',
  );
  expect(await limitsNow()).toEqual({ perTransaction: 5_000 });
});

it('asks for a sign-in of just now to raise a limit, and not to lower one', async () => {
  const browser = await browserOf('OWNER');
  const path = await pathOf();
  await server.sql`UPDATE installation SET clock_offset_ms = clock_offset_ms + 660000`;
  expect((await browser.get(path)).text).toContain('Send me a fresh link');
  const raised = await browser.post(path, { ...sent, perTransaction: '400000', perDay: '' });
  expect([raised.status, raised.text.includes('Send me a fresh link')]).toEqual([403, true]);
  expect(await limitsNow()).toEqual({ perTransaction: 5_000 });
  expect((await browser.post(path, { ...sent, perTransaction: '30', perDay: '' })).status).toBe(303);
  expect(await limitsNow()).toEqual({ perTransaction: 3_000 });
});

it('lets nobody change them whose role does not, who is on the other side, or who is not signed in', async () => {
  const path = await pathOf();
  const before = await limitsNow();
  const member = await browserOf('MEMBER');
  expect((await member.get(path)).text).toContain('Your role does not change them.');
  const delegate = await browserOf('OWNER', main);
  expect((await delegate.get(path)).text).toContain('This agent does not act for you.');
  const statuses = [await member.post(path, sent), await delegate.post(path, sent)].map(
    ({ status }) => status,
  );
  expect(statuses).toEqual([403, 403]);
  expect(locationOf(await openBrowser(server.baseUrl).post(path, sent))).toMatch(/^\/sign-in/);
  expect(await limitsNow()).toEqual(before);
});
