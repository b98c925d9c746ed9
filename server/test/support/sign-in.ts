import { until } from '../flows/support.ts';
import { openBrowser, type Browser } from './browser.ts';
import type { TestServer } from './server.ts';

type Access = Pick<TestServer, 'baseUrl' | 'sql'>;

/** Asks for a link for an address, waits for its mail and returns the path of the link. */
export async function linkByMail(server: Access, email: string, to = '/account'): Promise<string> {
  const before = await links(server, email);
  await freeMinute(server, email);
  await openBrowser(server.baseUrl).post('/sign-in', { email, to });
  const fresh = async () => (await links(server, email)).find((link) => !before.includes(link));
  await until('the link is sent', async () => (await fresh()) !== undefined);
  return (await fresh()) ?? '';
}

async function links({ sql }: Access, email: string): Promise<string[]> {
  const sent = await sql<{ body: string }>`SELECT body FROM mails WHERE kind = 'signIn' AND status = 'SENT'
    AND recipient = ${email}`;
  return sent.map(({ body }) => /\/sign-in\/[\w-]{32}/.exec(body)?.[0] ?? '');
}

/** Lets the address have another link within this minute: its earlier ones are gone. */
async function freeMinute({ sql }: Access, email: string): Promise<void> {
  await sql`DELETE FROM sign_in_links WHERE email = ${email}`;
}

/** Returns a browser in which the user with this address has signed in by mail. */
export async function signIn(server: Access, email: string): Promise<Browser> {
  const browser = openBrowser(server.baseUrl);
  const link = await linkByMail(server, email);
  await browser.post(link);
  return browser;
}
