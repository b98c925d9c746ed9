import { expect } from 'vitest';
import { attributes, call, resource, resources, type Resource, type Reply } from '../support/http.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { main, newAddress, type TestServer } from '../support/server.ts';
import { until } from './support.ts';

export const path = '/parties/me/contacts';
export const newEmail = (): string => newAddress();
export const newPhone = (): string => `+1${String(Math.floor(Math.random() * 1e10)).padStart(10, '2')}`;
export const addressOf = (value: string) => ({ type: value.startsWith('+') ? 'phone' : 'email', value });

/** Returns the calls that add, verify and remove addresses of a party; of the main party unless a key is given. */
export function contactCalls(server: TestServer) {
  const add = (value: string, key = main.apiKey): Promise<Reply> =>
    server.as(key).post(path, { address: addressOf(value) });

  const verify = (id: string, token: string, key = main.apiKey): Promise<Reply> =>
    server.as(key).post(`${path}/${id}/verify`, { token });

  const remove = (id: string, key = main.apiKey): Promise<Reply> => server.as(key).delete(`${path}/${id}`);

  /** Adds an address, and returns its id and the token of the newest message to it. */
  async function added(value: string, key = main.apiKey): Promise<{ id: string; token: string }> {
    const { id } = resource(await add(value, key));
    let token: string | undefined;
    await until('the message is sent', async () => {
      const mails = resources(await server.as(key).get('/simulations/mailbox?limit=5'));
      const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
      token = /^([\w-]{32})$/m.exec(String(mail?.attributes['text']))?.[1];
      return token !== undefined;
    });
    return { id, token: String(token) };
  }

  async function verified(value: string, key = main.apiKey): Promise<string> {
    const { id, token } = await added(value, key);
    expect((await verify(id, token, key)).status).toBe(200);
    return id;
  }

  /** Creates a party with a phone number as its only address, and returns its key. */
  async function newPerson(): Promise<string> {
    const token = await tokenOf(server, await inviteOne(server, { type: 'phone', value: newPhone() }));
    const accepted = await call(server.baseUrl, 'POST', `/invitations/${token}/accept`, {
      body: attributes({ name: 'Robin Reader', apiKeyName: 'First key' }),
    });
    const { meta } = JSON.parse(accepted.text) as { meta: { apiKey: Resource } };
    return String(meta.apiKey.attributes['apiKey']);
  }

  return { add, verify, remove, added, verified, newPerson };
}
