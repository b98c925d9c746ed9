import { randomUUID } from 'node:crypto';
import { until } from '../flows/support.ts';
import { resource, resources } from './http.ts';
import { get, post, type ServerAccess } from './moves.ts';

/** Adds an address to the main party, and returns it with the path of the link that was sent to it. */
export async function addressToConfirm(server: ServerAccess): Promise<{ value: string; path: string }> {
  const address = { type: 'email', value: `${randomUUID()}@example.com` };
  const { id } = resource(await post(server, '/parties/me/contacts', { address }));
  let path: string | undefined;
  await until('the link is sent', async () => {
    const mails = resources(await get(server, '/simulations/mailbox?limit=20'));
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
    path = new RegExp(`/verify/${id}/[\\w-]{32}`).exec(String(mail?.attributes['text']))?.[0];
    return path !== undefined;
  });
  return { value: address.value, path: String(path) };
}
