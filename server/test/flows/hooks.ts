import { Webhook } from 'standardwebhooks';
import { resource, type Resource, resources } from '../support/http.ts';
import type { Received } from '../support/receiver.ts';
import { to, type TestServer } from '../support/server.ts';
import { mailbox } from './simulations.ts';
import { until } from './support.ts';
import { clientAt } from '../support/client.ts';

/** Sends a write of the main party under a fresh key, and returns the resource. */
export async function change(
  server: TestServer,
  method: string,
  path: string,
  values?: object,
): Promise<Resource> {
  const reply = await server.send(method, path, values);
  return resource(reply);
}

/** A webhook and its secret. */
export type Hook = Resource & { secret: string };

/** Creates a webhook of the main party. */
export async function createHook(server: TestServer, values: object): Promise<Hook> {
  const made = await change(server, 'POST', '/webhooks', values);
  return { ...made, secret: String(made.attributes['signingSecret']) };
}

/** Makes a payment of the main party that completes at once, and returns its id. */
export const payOnce = async ({ baseUrl, parties: { stranger } }: TestServer): Promise<string> =>
  resource(await clientAt(baseUrl).pay({ amount: 1, ...to(stranger) })).id;

type Body = { id: string; type: string; resourceId: string; timestamp: string; data: { object: Resource } };

/** Verifies a delivery as its receiver would, and returns what it says. */
export const verified = ({ headers, body }: Received, secret: string): Body =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as Body;

/** Returns what a delivery says, unverified. */
export const bodyOf = ({ body }: Received): Body => JSON.parse(body) as Body;

/** Returns the attempts of a webhook, newest first. */
export const deliveriesOf = async (server: TestServer, hook: Resource): Promise<Resource[]> =>
  resources(await server.get(`/webhooks/${hook.id}/deliveries?limit=100`));

/** Waits until this many attempts are recorded, and returns all of them, newest first. */
export async function recorded(server: TestServer, hook: Resource, count: number): Promise<Resource[]> {
  let found: Resource[] = [];
  await until(`${count} deliveries are recorded`, async () => {
    found = await deliveriesOf(server, hook);
    return found.length >= count;
  });
  return found;
}

/** Returns whether a webhook is enabled, and why not. */
export async function stateOf(server: TestServer, hook: Resource): Promise<object> {
  const { attributes: found } = resource(await server.get(`/webhooks/${hook.id}`));
  return { status: found['status'], disabledReason: found['disabledReason'] };
}

/** Waits until Purser has disabled a webhook for a reason. */
export function disabled(server: TestServer, hook: Resource, disabledReason: string): Promise<void> {
  const wanted = JSON.stringify({ status: 'DISABLED', disabledReason });
  return until('it is disabled', async () => JSON.stringify(await stateOf(server, hook)) === wanted);
}

/** Returns the mails that were sent about a webhook. */
export async function mailsAbout(server: TestServer, hook: Resource): Promise<Resource[]> {
  const all = await mailbox(server);
  return all.filter(
    ({ relationships, attributes: found }) =>
      relationships['resource']?.data?.id === hook.id && found['status'] === 'SENT',
  );
}
