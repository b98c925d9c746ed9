import { resource, type Resource, resources } from '../support/http.ts';
import type { ApiClient } from '../support/client.ts';

/** Makes the main party request money by mail from an address. */
export async function requestMoneyFrom(server: ApiClient, address: string): Promise<Resource> {
  const reply = await server.post('/payment-requests', {
    amount: 1250,
    payer: { type: 'email', value: address },
  });
  return resource(reply);
}

/** Returns the mailbox of the main party, newest mail first. */
export const mailbox = async (server: ApiClient): Promise<Resource[]> =>
  resources(await server.get('/simulations/mailbox?limit=100'));

/** Returns the states of the mails to an address. */
export async function statesOf(server: ApiClient, address: string): Promise<string[]> {
  const mails = (await mailbox(server)).filter(({ attributes: { to } }) => to === address);
  return mails.map(({ attributes: { status } }) => String(status));
}
