import { randomUUID } from 'node:crypto';
import { attributes, call, resource, resources } from '../support/http.ts';
import type { Resource } from '../support/http.ts';
import type { TestServer } from '../support/server.ts';

type Reached = Pick<TestServer, 'baseUrl' | 'parties'>;

/** The main party asks somebody for money, which sends a mail. */
export async function askFor({ baseUrl, parties }: Reached, address: string): Promise<Resource> {
  const reply = await call(baseUrl, 'POST', '/payment-requests', {
    key: parties.main.apiKey,
    body: attributes({ amount: 1250, payer: { type: 'email', value: address } }),
    headers: { 'Idempotency-Key': randomUUID() },
  });
  return resource(reply);
}

/** What the main party sees in its mailbox, newest first. */
export async function mailbox({ baseUrl, parties }: Reached): Promise<Resource[]> {
  const { apiKey } = parties.main;
  return resources(await call(baseUrl, 'GET', '/simulations/mailbox?limit=100', { key: apiKey }));
}

/** The states of the mails to an address. */
export async function statesOf(server: Reached, address: string): Promise<string[]> {
  const mails = (await mailbox(server)).filter(({ attributes: { to } }) => to === address);
  return mails.map(({ attributes: { status } }) => String(status));
}
