import { randomUUID } from 'node:crypto';
import { until } from '../flows/support.ts';
import { attributes, call, resources } from './http.ts';
import { get, type ServerAccess } from './moves.ts';
import type { Reply } from './reply.ts';

/** An invitation to a party, with the token that its mail has. */
export type Invited = { id: string; email: string; token: string };

/** Invites a person, by default to the main party, and waits for the mail. */
export async function invite(
  server: ServerAccess,
  {
    email = `${randomUUID()}@example.com`,
    role = 'MEMBER',
    by = server.parties.main.apiKey,
  }: { email?: string; role?: string; by?: string } = {},
): Promise<Invited> {
  const body = attributes({ invitations: [{ email, role }] });
  const reply = await call(server.baseUrl, 'POST', '/party-invitations', { key: by, body });
  const id = resources(reply)[0]?.id ?? '';
  let link: string | undefined;
  await until('the mail is sent', async () => {
    const mails = resources(await get(server, '/simulations/mailbox?limit=100', by));
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
    link = /\/join\/(\S+)/.exec(String(mail?.attributes['text']))?.[1];
    return link !== undefined;
  });
  return { id, email, token: String(link) };
}

/** Accepts the invitation of a token. */
export function accept(
  { baseUrl }: ServerAccess,
  token: string,
  values: object = {},
  headers = {},
): Promise<Reply> {
  const body = attributes({ name: 'Avery', ...values });
  return call(baseUrl, 'POST', `/party-invitations/${token}/accept`, { body, headers });
}

/** Declines the invitation of a token. */
export function decline({ baseUrl }: ServerAccess, token: string): Promise<Reply> {
  return call(baseUrl, 'POST', `/party-invitations/${token}/decline`);
}

/** Revokes an invitation, by default to the main party. */
export function revoke(
  { baseUrl, parties }: ServerAccess,
  id: string,
  key = parties.main.apiKey,
): Promise<Reply> {
  return call(baseUrl, 'DELETE', `/party-invitations/${id}`, { key });
}

/** Returns the status of an invitation to the main party. */
export async function statusOf(server: ServerAccess, { id, email }: Invited): Promise<unknown> {
  const listed = resources(await get(server, `/party-invitations?email=${email}`));
  return listed.find((each) => each.id === id)?.attributes['status'];
}
