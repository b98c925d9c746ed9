import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeCustomerInvitationMail } from '../../src/authority/customer-invitations/compose-mail.ts';
import type { Db } from '../../src/db/pool.ts';
import type { Id } from '../../src/lib/id.ts';
import type { MailContent } from '../../src/gateways/mail.ts';
import { composePartyInvitationMail } from '../../src/identity/party-invitations/compose-mail.ts';
import { resources } from '../support/http.ts';
import { main, newAddress, testKeyring, testServer } from '../support/server.ts';
import { uuidOf, openDb, rewrite } from './support.ts';

const server = testServer();
let db: Db;
beforeAll(async () => {
  db = openDb(server.connection);
});
afterAll(() => db.end());

const end = new Date('2999-12-21T09:30:00Z');
const link = /https:\/\/pay\.example\.com\/invitations\/[\w-]{32}/;
const before = new Date(end.getTime() - 1);
const at = { keyring: testKeyring() };

async function post(method: string, path: string, values: object): Promise<string> {
  const reply = await server.send(method, path, values);
  if (method === 'PATCH') return '';
  return uuidOf(resources(reply)[0]?.id ?? '');
}

const inviteCustomer = (values: object): Promise<string> =>
  post('POST', `/agents/${main.agentId}/customers`, {
    recipients: [{ type: 'email', value: 'casey@example.com' }],
    permissions: ['payments.create', 'payments.read'],
    expiresAt: end.toISOString(),
    ...values,
  });
const inviteMember = async (role: string): Promise<string> => {
  const email = newAddress();
  const id = await post('POST', '/party-invitations', { invitations: [{ email, role }] });
  const values = [id, `avery.${id}@example.com`, end];
  await rewrite(
    server.connection,
    'UPDATE party_invitations SET email = $2, expires_at = $3 WHERE id = $1',
    values,
  );
  return id;
};
const customerMail = (id: string, now = before): Promise<MailContent | null> =>
  composeCustomerInvitationMail(db, id as Id<'adi'>, { ...at, now, baseUrl: 'https://pay.example.com' });
const partyMail = (id: string, now = before): Promise<MailContent | null> =>
  composePartyInvitationMail(db, id as Id<'inv'>, { ...at, now, baseUrl: server.baseUrl });

describe('the mail to a future customer', () => {
  it('names the inviting party, the agent, the permissions, the limit and the expiry', async () => {
    await post('PATCH', `/agents/${main.agentId}`, { description: 'Buys books at auctions' });
    const mail = await customerMail(await inviteCustomer({ limits: { perTransaction: 123_450 } }));
    expect(mail).toEqual({
      subject: 'Main Street Books invites you to become a customer of Purchasing agent',
      text: expect.stringMatching(link) as unknown,
      html: expect.stringMatching(link) as unknown,
    });
    expect(mail?.text.replace(link, 'LINK')).toBe(
      `Main Street Books invites you to become a customer of its software agent “Purchasing agent”.

About the agent, in the words of Main Street Books: Buys books at auctions

If you accept, Main Street Books and this agent may, on your behalf:
- make payments from your wallets
- see your payments

A payment of more than 123,450 of the smallest unit of your currency (USD 1,234.50 if it is the US dollar) waits until you approve it. There is no limit on the total of many payments.

The invitation can be accepted until 21 December 2999 at 09:30 UTC.

Your own link to read and answer it, not to be passed on:
LINK

If you do not know who invites you, you need not do anything: without your consent nothing happens.

Why this mail: Main Street Books invited you to become a customer of its agent.
`,
    );
  });

  it('says that there is no limit, and mentions no limit when no payments are permitted', async () => {
    const unlimited = await customerMail(await inviteCustomer({}));
    expect(unlimited?.text).toContain('There is no limit on the amount of a payment, or on the total.');
    const bounded = await customerMail(await inviteCustomer({ limits: { perDay: 500, perMonth: 9_000 } }));
    const daily = 'A total of more than 500 of the smallest unit of your currency (USD 5.00';
    expect(bounded?.text).toContain(daily);
    expect(bounded?.text).toMatch(/9,000 .* in a month \(UTC\) waits until you approve it\.\n/);
    const limits = { perTransaction: 5 };
    const reading = await customerMail(await inviteCustomer({ permissions: ['wallets.read'], limits }));
    expect(reading?.text).toContain('- see your wallets and what is in them\n');
    expect(reading?.text).not.toMatch(/payment|USD /); // of a token, three letters may be USD
  });

  it('is not composed once the invitation is closed or the agent is revoked', async () => {
    const id = await inviteCustomer({});
    expect(await customerMail(id, end)).toBeNull();
    const set = (status: string) =>
      server.sql`UPDATE customer_invitations SET status = ${status} WHERE id = ${id}`;
    for (const status of ['ACCEPTED', 'DECLINED', 'CANCELED', 'EXPIRED']) {
      await set(status);
      expect(await customerMail(id)).toBeNull();
    }
    await set('PENDING');
    const agent = uuidOf(main.agentId);
    await server.sql`UPDATE agents SET status = 'REVOKED' WHERE id = ${agent}`;
    expect(await customerMail(id)).toBeNull();
    await server.sql`UPDATE agents SET status = 'ACTIVE' WHERE id = ${agent}`;
    expect(await customerMail(id)).not.toBeNull();
  });

  it('keeps text of other users on its own lines', async () => {
    await post('PATCH', `/agents/${main.agentId}`, {
      name: 'Buyer\u2028Accept here',
      description: 'a\u2029b\u202ec',
    });
    const mail = await customerMail(await inviteCustomer({}));
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    expect(mail?.text).toContain('“Buyer Accept here”');
  });
});

describe('the mail to a future member', () => {
  it('names the inviting user, the party, the role, the expiry and the link', async () => {
    const id = await inviteMember('ADMIN');
    const mail = await partyMail(id);
    const link = { token: /\/join\/([\w-]{32})$/m.exec(mail?.text ?? '')?.[1] };
    const hash = createHash('sha256')
      .update(link.token ?? '')
      .digest('hex');
    const stored =
      await server.sql`SELECT encode(token_hash, 'hex') AS hash FROM party_invitations WHERE id = ${id}`;
    expect(stored).toEqual([{ hash }]);
    expect(await partyMail(id)).toEqual(mail);
    expect(mail).toEqual({
      subject: 'Invitation to join Main Street Books',
      text: `Main Street Books (owner) invites you to join Main Street Books as an administrator.

The invitation is for avery.${id}@example.com and can be accepted until 21 December 2999 at 09:30 UTC.

Your own link to read and answer it, not to be passed on:
${server.baseUrl}/join/${link.token}

If you do not know who invites you, you need not do anything: without your consent nothing happens.

Why this mail: Main Street Books (owner) invited this address to join Main Street Books.
`,
      html: expect.stringContaining(`href="${server.baseUrl}/join/${link.token}"`) as unknown,
    });
    const member = await partyMail(await inviteMember('MEMBER'));
    expect(member?.text).toContain('to join Main Street Books as a member.');
  });

  it('is not composed once the invitation is closed', async () => {
    const id = await inviteMember('MEMBER');
    expect(await partyMail(id, end)).toBeNull();
    for (const status of ['DECLINED', 'REVOKED', 'EXPIRED']) {
      await server.sql`UPDATE party_invitations SET status = ${status} WHERE id = ${id}`;
      expect(await partyMail(id)).toBeNull();
    }
  });
});
