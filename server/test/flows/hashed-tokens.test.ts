import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { resource, resources } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { main, newAddress } from '../support/server.ts';
import { type ProdServer, startProdServer } from '../support/prod-server.ts';
import { until } from './support.ts';

let server: ProdServer;
beforeAll(async () => {
  server = await startProdServer();
});
afterAll(() => server.close());

/** Returns the token in the mail to an address behind this path, once it has arrived. */
async function tokenTo(address: string, path: string): Promise<string> {
  const link = new RegExp(`${path}([\\w-]{32})`);
  const find = (): string | undefined =>
    server.mail.received
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => link.exec(text)?.[1] ?? [])[0];
  await until(`${address} has a mail`, () => find() !== undefined);
  return find() ?? '';
}

type Mailing = (address: string) => Promise<string>;

/** Sends a link of each kind to an address, and returns its token. */
const mailings: Readonly<Record<string, Mailing>> = {
  'party invitation': async (email) => {
    await server.post('/party-invitations', { invitations: [{ email, role: 'ADMIN' }] });
    return tokenTo(email, '/join/');
  },
  'customer invitation': async (value) => {
    await invite(server, [{ type: 'email', value }]);
    return tokenTo(value, '/invitations/');
  },
  claim: async (value) => {
    await server.pay({ amount: 5, counterparty: { type: 'email', value } });
    return tokenTo(value, '/claims/');
  },
  'address to confirm': async (value) => {
    const { id } = resource(await server.post('/parties/me/contacts', { address: { type: 'email', value } }));
    const token = await tokenTo(value, `/verify/${id}/`);
    // The sign-in that leads back to the page of the token stores its path.
    const { email } = await newMember(server);
    await openBrowser(server.baseUrl).post('/sign-in', { email, to: `/verify/${id}/${token}` });
    const link = `/sign-in/${await tokenTo(email, '/sign-in/')}`;
    const back = await openBrowser(server.baseUrl).post(link);
    expect(back.headers.get('Location')).toBe(`/verify/${id}/${token}`);
    return token;
  },
  'sign-in': async () => {
    const { email } = await newMember(server);
    await openBrowser(server.baseUrl).post('/sign-in', { email });
    return tokenTo(email, '/sign-in/');
  },
};

/** Returns the token at the end of a link. */
const tokenOf = (url: unknown): string => String(url).slice(-32);

/** Returns the tables with a row that contains a text as it is, in hex or in base64. */
async function tablesWith(secret: string): Promise<string[]> {
  const bytes = Buffer.from(secret);
  const forms = [secret, bytes.toString('hex'), bytes.toString('base64').replaceAll('=', '')];
  const tables = await server.sql<{ name: string }>(`SELECT format('%I.%I', table_schema, table_name) AS name
    FROM information_schema.tables WHERE table_type = 'BASE TABLE'
    AND table_schema NOT IN ('pg_catalog', 'information_schema')`);
  const found: string[] = [];
  for (const { name } of tables) {
    const text = `SELECT FROM ${name} t WHERE strpos(t::text, $1) + strpos(t::text, $2) + strpos(t::text, $3) > 0 LIMIT 1`;
    if ((await server.sql(text, ...forms)).length > 0) found.push(name);
  }
  return found;
}

describe('the database, after a mail was sent', () => {
  it.each(Object.keys(mailings))('has the token of a %s nowhere, in no column of any table', async (kind) => {
    const token = await mailings[kind]?.(newAddress());
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(await tablesWith(String(token))).toEqual([]);
  });

  it('has what only shows something, as lists show it again: links to pay and to an invitation', async () => {
    const payer = { type: 'email', value: newAddress() };
    const asked = resource(await server.post('/payment-requests', { amount: 5, payer }));
    const [invited] = resources(await invite(server, [{ type: 'email', value: newAddress() }]));
    expect(await tablesWith(tokenOf(asked.attributes['paymentLinkUrl']))).toContain(
      'public.payment_requests',
    );
    expect(await tablesWith(tokenOf(invited?.attributes['url']))).toContain('public.customer_invitations');
  });

  it('leads from a token to its invitation, and the same mail written again has the same token', async () => {
    const email = newAddress();
    const token = await mailings['party invitation']?.(email);
    const sent = `SELECT FROM mails WHERE recipient = $1 AND status = 'SENT'`;
    await until('it is stored that it was sent', async () => (await server.sql(sent, email)).length === 1);
    const again = `UPDATE mails SET status = 'PENDING', due_at = now(), sent_at = NULL WHERE recipient = $1`;
    await server.sql('ALTER TABLE mails DISABLE TRIGGER USER');
    await server.sql(again, email);
    await server.post('/party-invitations', { invitations: [{ email: newAddress(), role: 'MEMBER' }] });
    await until(
      'it arrives again',
      () => server.mail.received.filter(({ to }) => to.includes(email)).length === 2,
    );
    const tokens = server.mail.received
      .filter(({ to }) => to.includes(email))
      .map(({ text }) => /\/join\/([\w-]{32})/.exec(text)?.[1]);
    expect(tokens).toEqual([token, token]);
    expect((await openBrowser(server.baseUrl).get(`/join/${token}`)).text).toContain(main.name);
  });
});
