import type { ApiClient } from './client.ts';
import { randomUUID } from 'node:crypto';
import { until } from '../flows/support.ts';
import { resource, resources } from './http.ts';

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
