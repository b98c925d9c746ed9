import { randomUUID } from 'node:crypto';
import { attributes, call, pay, resource, type Resource, resources } from './http.ts';
import type { Reply } from './reply.ts';
import type { TestServer } from './server.ts';

/** A server's address and the parties that may send it requests. */
export type ServerAccess = Pick<TestServer, 'baseUrl' | 'parties'>;

/** The key, if it is not the main party's, and further headers. */
export type RequestOptions = { key?: string; headers?: Record<string, string | undefined> };

/** Returns the headers of a request that acts as an agent. */
export function asAgent(agentId: string): Record<string, string> {
  return { 'X-Agent-ID': agentId, 'X-Instance-ID': 'chat 1' };
}

/** Sends a GET of the main party. */
export function get(
  { baseUrl, parties }: ServerAccess,
  path: string,
  key = parties.main.apiKey,
): Promise<Reply> {
  return call(baseUrl, 'GET', path, { key });
}

/** Sends a POST of the main party with a fresh idempotency key; without values it has no body. */
export function post(
  { baseUrl, parties }: ServerAccess,
  path: string,
  values: object | null = null,
  { key = parties.main.apiKey, headers = {} }: RequestOptions = {},
): Promise<Reply> {
  return call(baseUrl, 'POST', path, {
    key,
    headers: { 'Idempotency-Key': randomUUID(), ...headers },
    ...(values && { body: attributes(values) }),
  });
}

/**
 * Withdraws to the main party's account, by default 5.00 USD, an amount without a special meaning to the
 * sandbox bank.
 */
export function withdraw(
  server: ServerAccess,
  values: object = {},
  options: RequestOptions = {},
): Promise<Reply> {
  const { externalAccountId } = server.parties.main;
  return post(server, '/transfers/withdraw', { amount: 500, externalAccountId, ...values }, options);
}

/** Advances the clock; when the response arrives, all work that fell due is done. */
export function advance(server: ServerAccess, seconds: number): Promise<Reply> {
  return post(server, '/simulations/clock/advance', { seconds });
}

/** Advances the clock to the start of the next hour or minute, so that none ends while a test relies on it. */
export async function beginNext(server: ServerAccess, period: 'hour' | 'minute'): Promise<void> {
  const length_s = period === 'hour' ? 3_600 : 60;
  const now = String(resource(await get(server, '/simulations/clock')).attributes['now']);
  await advance(server, length_s - (Math.floor(Date.parse(now) / 1000) % length_s));
}

/** Returns a transfer as GET /transfers/{transferId} shows it. */
export async function transferNow(server: ServerAccess, { id }: Resource, key?: string): Promise<Resource> {
  return resource(await get(server, `/transfers/${id}`, key));
}

/** Returns the target of an approval. */
export function targetOf(approval: Resource): { type: string; id: string } {
  return approval.attributes['target'] as { type: string; id: string };
}

/** Returns the newest approvals of a payment or withdrawal, as a party sees them. */
export async function approvalsOf(
  server: ServerAccess,
  { id }: Resource,
  { key, status = 'pending' }: { key?: string; status?: string } = {},
): Promise<Resource[]> {
  const all = resources(await get(server, `/approvals?limit=100&status=${status}`, key));
  return all.filter((approval) => targetOf(approval).id === id);
}

/** A payment in review, and the id of its approval. */
export type Waiting = { payment: Resource; id: string };

/**
 * Makes a payment of one cent in a currency that the petty cash agent's limit does not cover: it is in
 * review, whichever key makes it.
 */
export async function waitingPayment(
  server: ServerAccess,
  values: object = {},
  { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
): Promise<Waiting> {
  const { main, stranger } = server.parties;
  const counterparty = { type: 'party_id', value: stranger.partyId };
  const cent = { amount: 1, currency: 'EUR', counterparty, ...values };
  const payment = resource(await pay(server.baseUrl, key ?? main.limitedAgentKey, cent, headers));
  const [approval] = await approvalsOf(server, payment);
  return { payment, id: approval?.id ?? '' };
}

const day_ms = 86_400_000;

/** Returns the time of the service's clock. */
export async function clockNow(server: ServerAccess): Promise<Date> {
  return new Date(String(resource(await get(server, '/simulations/clock')).attributes['now']));
}

/** Advances the clock to `after_s` seconds after the next UTC midnight, or before it if negative. */
export async function toNextDay(server: ServerAccess, after_s = 60): Promise<void> {
  const now_ms = (await clockNow(server)).getTime();
  const midnight_ms = (Math.floor(now_ms / day_ms) + 1) * day_ms;
  await advance(server, Math.ceil((midnight_ms - now_ms) / 1000) + after_s);
}

/** Advances the clock to a minute after the start of the next month. */
export async function toNextMonth(server: ServerAccess): Promise<void> {
  const now = await clockNow(server);
  const first_ms = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  await advance(server, Math.ceil((first_ms - now.getTime()) / 1000) + 60);
}

/** Sets the limits of an agent of the main party; null clears them. */
export async function limitAgent(server: TestServer, agentId: string, limits: object | null): Promise<void> {
  const reply = await call(server.baseUrl, 'PATCH', `/agents/${agentId}`, {
    key: server.parties.main.apiKey,
    headers: { 'Idempotency-Key': randomUUID() },
    body: attributes({ limits }),
  });
  if (reply.status !== 200) throw new Error(`setting limits returned ${reply.status}`);
}
