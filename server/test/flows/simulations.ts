import { randomUUID } from 'node:crypto';
import { attributes, call, resource, type Resource, resources } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';

type ServerAccess = Pick<TestServer, 'baseUrl' | 'parties'>;

/** Makes the main party request money by mail from an address. */
export async function requestMoneyFrom(
  { baseUrl, parties }: ServerAccess,
  address: string,
): Promise<Resource> {
  const reply = await call(baseUrl, 'POST', '/payment-requests', {
    key: parties.main.apiKey,
    body: attributes({ amount: 1250, payer: { type: 'email', value: address } }),
    headers: { 'Idempotency-Key': randomUUID() },
  });
  return resource(reply);
}

/** Returns the mailbox of the main party, newest mail first. */
export async function mailbox({ baseUrl, parties }: ServerAccess): Promise<Resource[]> {
  const { apiKey } = parties.main;
  return resources(await call(baseUrl, 'GET', '/simulations/mailbox?limit=100', { key: apiKey }));
}

/** Returns the states of the mails to an address. */
export async function statesOf(server: ServerAccess, address: string): Promise<string[]> {
  const mails = (await mailbox(server)).filter(({ attributes: { to } }) => to === address);
  return mails.map(({ attributes: { status } }) => String(status));
}
