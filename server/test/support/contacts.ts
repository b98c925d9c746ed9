import type { ApiClient } from './client.ts';
import { createHash, randomUUID } from 'node:crypto';
import { until } from '../flows/support.ts';
import { resource, resources } from './http.ts';
import type { TestServer } from './server.ts';

/** Adds an address to the main party, and returns it with the path of the link that was sent to it. */
export async function addressToConfirm(server: ApiClient): Promise<{ value: string; path: string }> {
  const address = { type: 'email', value: `${randomUUID()}@example.com` };
  const { id } = resource(await server.post('/parties/me/contacts', { address }));
  let path: string | undefined;
  await until('the link is sent', async () => {
    const mails = resources(await server.get('/simulations/mailbox?limit=20'));
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
    path = new RegExp(`/verify/${id}/[\\w-]{32}`).exec(String(mail?.attributes['text']))?.[0];
    return path !== undefined;
  });
  return { value: address.value, path: String(path) };
}

/** Gives a pending address another token, once the message with its own was written. */
export async function giveToken({ sql }: TestServer, id: string, token: string): Promise<void> {
  const hash = createHash('sha256').update(token).digest();
  await until('the message is written', async () => {
    const changed = await sql`UPDATE contact_verifications SET token_hash = ${hash} WHERE id = ${id.slice(4)}
      AND token_hash IS NOT NULL RETURNING id`;
    return changed.length > 0;
  });
}
