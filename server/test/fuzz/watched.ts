import { eventOf } from '../support/events.ts';
import { stranger, type TestServer } from '../support/server.ts';
import { newWebhook } from '../support/webhooks.ts';

/** Ids by their prefix. */
type Watched = { evt: string; whk: string };

/** Returns the ids of an event of an approval and of a webhook of the main party. */
export async function ownWatched(server: TestServer, approvalId: string): Promise<Watched> {
  const { id } = await eventOf(server, approvalId, 'approval.required');
  return { evt: id, whk: await newWebhook(server) };
}

/** Returns the ids of the event of a payment of other parties, and of a webhook of the stranger. */
export async function foreignWatched(server: TestServer, paymentId: string): Promise<Watched> {
  const whk = await newWebhook(server.as(stranger));
  return { evt: `evt_${paymentId.slice(4)}`, whk };
}

/** Creates a webhook for its deletion; null for another operation. */
export const freshWebhook = async (server: TestServer, operation: string): Promise<{ whk: string } | null> =>
  operation === 'deleteWebhook' ? { whk: await newWebhook(server) } : null;
