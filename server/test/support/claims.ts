import type { ApiClient } from './client.ts';
import { randomUUID } from 'node:crypto';
import { resource, resources, type Resource } from './http.ts';
import { inviteOne, tokenOf } from './invitations.ts';

/** Returns the token in the mail about a payment that waits to be claimed, from the mailbox, once it was sent. */
export async function claimTokenOf(server: ApiClient, { id }: Pick<Resource, 'id'>): Promise<string> {
  for (;;) {
    const mails = resources(await server.get('/simulations/mailbox?limit=100'));
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
    const token = /\/claims\/([\w-]{32})$/m.exec(String(mail?.attributes['text']))?.[1];
    if (token !== undefined) return token;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Makes a new person, without money, with a key. */
export async function newPerson(server: ApiClient): Promise<{ partyId: string; apiKey: string }> {
  const address = { type: 'email', value: `${randomUUID()}@example.com` };
  const token = await tokenOf(server, await inviteOne(server, address));
  const sent = { name: 'Robin Reader', apiKeyName: 'First key' };
  const reply = await server.post(`/invitations/${token}/accept`, sent);
  const { meta } = JSON.parse(reply.text) as { meta: { partyId: string; apiKey: Resource } };
  return { partyId: meta.partyId, apiKey: String(meta.apiKey.attributes['apiKey']) };
}

/** Returns a payment that the main party got from a new person, whom no other party knows. */
export async function receivedPayment(server: ApiClient): Promise<Resource> {
  const payer = await newPerson(server);
  const send = (partyId: string, key: string) => {
    const counterparty = { type: 'party_id', value: partyId };
    return server.as(key).post('/payments', { amount: 250, counterparty });
  };
  const { main } = server.parties;
  await send(payer.partyId, main.apiKey);
  return resource(await send(main.partyId, payer.apiKey));
}
