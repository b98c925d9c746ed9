import type { ApiClient } from './client.ts';
import { randomUUID } from 'node:crypto';
import { until } from '../flows/support.ts';
import { attributes, call, resources, type Reply } from './http.ts';

/** An invitation to a party, with the token that its mail has. */
export type Invited = { id: string; email: string; token: string };

/** Invites a person, by default to the main party, and waits for the mail. */
export async function invite(
  server: ApiClient,
  {
    email = `${randomUUID()}@example.com`,
    role = 'MEMBER',
    by = server.parties.main.apiKey,
  }: { email?: string; role?: string; by?: string } = {},
): Promise<Invited> {
  const reply = await server.as(by).post('/party-invitations', { invitations: [{ email, role }] });
  const id = resources(reply)[0]?.id ?? '';
  let link: string | undefined;
  await until('the mail is sent', async () => {
    const mails = resources(await server.as(by).get('/simulations/mailbox?limit=100'));
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
    link = /\/join\/(\S+)/.exec(String(mail?.attributes['text']))?.[1];
    return link !== undefined;
  });
  return { id, email, token: String(link) };
}

/** Accepts the invitation of a token. */
export function accept(server: ApiClient, token: string, values: object = {}, headers = {}): Promise<Reply> {
  const body = attributes({ name: 'Avery', ...values });
  return call(server.baseUrl, 'POST', `/party-invitations/${token}/accept`, { body, headers });
}

/** Declines the invitation of a token. */
export const decline = (server: ApiClient, token: string): Promise<Reply> =>
  call(server.baseUrl, 'POST', `/party-invitations/${token}/decline`);

/** Revokes an invitation. */
export const revoke = (server: ApiClient, id: string): Promise<Reply> =>
  server.delete(`/party-invitations/${id}`);

/** Returns the status of an invitation to the main party. */
export async function statusOf(server: ApiClient, { id, email }: Invited): Promise<unknown> {
  const listed = resources(await server.get(`/party-invitations?email=${email}`));
  return listed.find((each) => each.id === id)?.attributes['status'];
}
