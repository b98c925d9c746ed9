import type { ApiClient } from './client.ts';
import { resource, resources, type Resource, type Reply } from './http.ts';
import type { TestServer } from './server.ts';

/** Returns the headers of a request that acts as an agent. */
export function asAgent(agentId: string): Record<string, string> {
  return { 'X-Agent-ID': agentId, 'X-Instance-ID': 'chat 1' };
}

/**
 * Withdraws to the main party's account, by default 5.00 USD, an amount without a special meaning to the
 * sandbox bank.
 */
export function withdraw(server: ApiClient, values: object = {}): Promise<Reply> {
  const { externalAccountId } = server.parties.main;
  return server.post('/transfers/withdraw', { amount: 500, externalAccountId, ...values });
}

/** Advances the clock; when the response arrives, all work that fell due is done. */
export const advance = (server: ApiClient, seconds: number): Promise<Reply> =>
  server.post('/simulations/clock/advance', { seconds });

/** Advances the clock to the start of the next hour or minute, so that none ends while a test relies on it. */
export async function beginNext(server: ApiClient, period: 'hour' | 'minute'): Promise<void> {
  const length_s = period === 'hour' ? 3_600 : 60;
  const now = String(resource(await server.get('/simulations/clock')).attributes['now']);
  await advance(server, length_s - (Math.floor(Date.parse(now) / 1000) % length_s));
}

/** Returns a transfer as GET /transfers/{transferId} shows it. */
export const transferNow = async (server: ApiClient, { id }: Resource): Promise<Resource> =>
  resource(await server.get(`/transfers/${id}`));

/** Returns the target of an approval. */
export const targetOf = (approval: Resource): { type: string; id: string } =>
  approval.attributes['target'] as { type: string; id: string };

/** Returns the newest approvals of a payment or withdrawal, as a party sees them. */
export async function approvalsOf(
  server: ApiClient,
  { id }: Resource,
  status = 'pending',
): Promise<Resource[]> {
  const all = resources(await server.get(`/approvals?limit=100&status=${status}`));
  return all.filter((approval) => targetOf(approval).id === id);
}

/** A payment in review, and the id of its approval. */
export type Waiting = { payment: Resource; id: string };

/**
 * Makes a payment of one cent in a currency that the petty cash agent's limit does not cover: it is in
 * review, whichever key makes it.
 */
export async function waitingPayment(
  server: ApiClient,
  values: object = {},
  { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Waiting> {
  const { main, stranger } = server.parties;
  const counterparty = { type: 'party_id', value: stranger.partyId };
  const cent = { amount: 1, currency: 'EUR', counterparty, ...values };
  const payment = resource(await server.as(key ?? main.limitedAgentKey).pay(cent, headers));
  const [approval] = await approvalsOf(server, payment);
  return { payment, id: approval?.id ?? '' };
}

const day_ms = 86_400_000;

/** Returns the time of the service's clock. */
export const clockNow = async (server: ApiClient): Promise<Date> =>
  new Date(String(resource(await server.get('/simulations/clock')).attributes['now']));

/** Advances the clock to `after_s` seconds after the next UTC midnight, or before it if negative. */
export async function toNextDay(server: ApiClient, after_s = 60): Promise<void> {
  const now_ms = (await clockNow(server)).getTime();
  const midnight_ms = (Math.floor(now_ms / day_ms) + 1) * day_ms;
  await advance(server, Math.ceil((midnight_ms - now_ms) / 1000) + after_s);
}

/** Advances the clock to a minute after the start of the next month. */
export async function toNextMonth(server: ApiClient): Promise<void> {
  const now = await clockNow(server);
  const first_ms = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  await advance(server, Math.ceil((first_ms - now.getTime()) / 1000) + 60);
}

/** Sets the limits of an agent of the main party; null clears them. */
export async function limitAgent(server: TestServer, agentId: string, limits: object | null): Promise<void> {
  const reply = await server.patch(`/agents/${agentId}`, { limits });
  if (reply.status !== 200) throw new Error(`setting limits returned ${reply.status}`);
}
