import { expect, it } from 'vitest';
import { mailKinds } from '../../src/mails/resource.ts';
import { newAgent } from '../support/agents.ts';
import { resource, resources } from '../support/http.ts';
import { newMember } from '../support/members.ts';
import { main, customer, newAddress, stranger, to, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { newWebhook } from '../support/webhooks.ts';
import { newPhone } from './contact-calls.ts';
import { until } from './support.ts';

const server = testServer();
const marks = '\u0301'.repeat(60);
const hostile = `https://evil.test e${marks} www.evil.test \u202e\u2067 =?utf-8?Q?=E2=80=AE?=`;
const drawsOrTurns = /[\u2028\u2029\u202a-\u202e\u2066-\u2069]|\u0301{6}/u;

/** Names everything that strangers may read after the hostile text. */
async function nameAll(): Promise<{ id: string; key: string }> {
  await server.patch('/parties/me', { name: hostile });
  await server.sql`UPDATE users SET name = ${hostile}`;
  await server.as(customer).patch('/parties/me', { name: hostile });
  return newAgent(server, { name: hostile, description: hostile, limits: { perTransaction: 100 } });
}

it('no text of strangers turns, overdraws or links anything in a mail or a text message, of whatever kind', async () => {
  const { id: agentId, key } = await nameAll();
  const recipients = [newAddress(), newPhone()].map((value) => ({
    type: value.startsWith('+') ? 'phone' : 'email',
    value,
  }));
  await server.post(`/agents/${agentId}/customers`, { recipients, permissions: ['payments.create'] });
  await server.post('/party-invitations', { invitations: [{ email: newAddress(), role: 'ADMIN' }] });
  for (const payer of recipients) {
    await server.post('/payment-requests', { amount: 1250, payer, description: hostile });
    await server.pay({ amount: 100, counterparty: payer, description: hostile });
  }
  await server.post('/parties/me/contacts', { address: { type: 'email', value: newAddress() } });
  await server.as(key).pay({ amount: 2500, ...to(customer), description: hostile });
  await newWebhook(server);
  await server.sql`INSERT INTO mails (id, party_id, kind, resource_id, recipient, status, due_at, turn, created_at)
    SELECT gen_random_uuid(), party_id, 'webhookDisabled', id, 'a@example.com', 'PENDING', now(), now(), now()
    FROM webhooks`;
  await server.sql`UPDATE webhooks SET status = 'DISABLED', disabled_reason = 'GONE'`;
  await server.sql`INSERT INTO mails (id, party_id, kind, resource_id, recipient, status, due_at, turn, created_at)
    SELECT gen_random_uuid(), party_id, 'apiKey', id, 'a@example.com', 'PENDING', now(), now(), now()
    FROM api_keys WHERE party_id = ${main.partyId.slice(4)} AND revoked_at IS NULL LIMIT 1`;
  await newMember(server, 'OWNER');
  let mails: Array<Record<string, unknown>> = [];
  await until('all are sent', async () => {
    mails = resources(await server.get('/simulations/mailbox?limit=100')).map(({ attributes }) => attributes);
    return mailKinds.every((kind) =>
      mails.some((mail) => mail['kind'] === kind && mail['status'] === 'SENT'),
    );
  });
  const written = await server.sql<{ text: string }>`SELECT subject || body || coalesce(html, '') AS text
    FROM mails WHERE status = 'SENT'`;
  expect(written.length).toBeGreaterThanOrEqual(9);
  for (const { text } of written) {
    expect(text).not.toMatch(drawsOrTurns);
    expect(text).not.toMatch(/evil\.test|:\/\/evil/);
    expect(text.replaceAll(server.baseUrl, '')).not.toContain('://');
  }
});

it('no text of strangers turns or overdraws anything on a page, where somebody switches the party, or in CSV', async () => {
  await nameAll();
  const { id, email } = await newMember(server, 'OWNER', stranger);
  await server.sql`INSERT INTO members (id, party_id, user_id, role, created_at)
    VALUES (gen_random_uuid(), ${main.partyId.slice(4)}, ${id.slice(4)}, 'OWNER', now())`;
  const browser = await signIn(server, email);
  const asked = { amount: 1250, payer: { type: 'party_id', value: stranger.partyId }, description: hostile };
  const request = resource(await server.post('/payment-requests', asked));
  await server.pay({ amount: 100, ...to(customer), description: `=1+1${hostile}` });
  const path = new URL(String(request.attributes['paymentLinkUrl'])).pathname;
  const statement = `${server.baseUrl}/wallets/${main.walletId}/statement?from=2000-01-01T00:00:00Z`;
  const headers = { Authorization: `Bearer ${main.apiKey}`, Accept: 'text/csv' };
  const csv = await (await fetch(statement, { headers })).text();
  const pages = [await browser.get('/account'), await browser.get(path)];
  const texts = [...pages.map(({ text }) => text), csv];
  for (const text of texts) {
    expect(text).toContain('www.evil.test');
    expect(text).not.toMatch(drawsOrTurns);
  }
  expect(texts[0]).toMatch(/<option[^>]*>https:/);
});
