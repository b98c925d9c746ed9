import { randomUUID } from 'node:crypto';
import { attributes, call, pay, resource, resources } from './http.ts';
import type { Resource } from './http.ts';
import type { Reply } from './reply.ts';
import type { TestServer } from './server.ts';

/** Where requests go, and who may send them. */
export type Reached = Pick<TestServer, 'baseUrl' | 'parties'>;

/** Who asks, where it is not the main party; further headers. */
export type Asking = { key?: string; headers?: Record<string, string | undefined> };

/** The headers of a caller that acts as an agent. */
export function asAgent(agentId: string): Record<string, string> {
  return { 'X-Agent-ID': agentId, 'X-Instance-ID': 'chat 1' };
}

/** A GET of the main party. */
export function get({ baseUrl, parties }: Reached, path: string, key = parties.main.apiKey): Promise<Reply> {
  return call(baseUrl, 'GET', path, { key });
}

/** A POST of the main party with a fresh idempotency key; without values it has no body. */
export function post(
  { baseUrl, parties }: Reached,
  path: string,
  values: object | null = null,
  { key = parties.main.apiKey, headers = {} }: Asking = {},
): Promise<Reply> {
  return call(baseUrl, 'POST', path, {
    key,
    headers: { 'Idempotency-Key': randomUUID(), ...headers },
    ...(values && { body: attributes(values) }),
  });
}

/** Asks for a withdrawal to the main party's account. 5.00 USD where nothing else is said: no magic cents. */
export function withdraw(server: Reached, values: object = {}, asking: Asking = {}): Promise<Reply> {
  const { externalAccountId } = server.parties.main;
  return post(server, '/transfers/withdraw', { amount: 500, externalAccountId, ...values }, asking);
}

/** Moves the clock; when it answers, what fell due is done. */
export function advance(server: Reached, seconds: number): Promise<Reply> {
  return post(server, '/simulations/clock/advance', { seconds });
}

/** A transfer as its own page shows it. */
export async function transferNow(server: Reached, { id }: Resource, key?: string): Promise<Resource> {
  return resource(await get(server, `/transfers/${id}`, key));
}

/** What an approval is about. */
export function targetOf(approval: Resource): { type: string; id: string } {
  return approval.attributes['target'] as { type: string; id: string };
}

/** The newest approvals about a payment or withdrawal, as a party sees them. */
export async function approvalsOf(
  server: Reached,
  { id }: Resource,
  { key, status = 'pending' }: { key?: string; status?: string } = {},
): Promise<Resource[]> {
  const all = resources(await get(server, `/approvals?limit=100&status=${status}`, key));
  return all.filter((approval) => targetOf(approval).id === id);
}

/** A payment that waits for a decision, and that decision's id. */
export type Waiting = { payment: Resource; id: string };

/** A cent in a currency that the petty cash agent's limit does not cover: it waits, by whatever key it is asked for. */
export async function waitingPayment(
  server: Reached,
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

async function clockNow(server: Reached): Promise<Date> {
  return new Date(String(resource(await get(server, '/simulations/clock')).attributes['now']));
}

/** Moves the clock to so many seconds after the next UTC midnight, or before it. */
export async function toNextDay(server: Reached, after_s = 60): Promise<void> {
  const now_ms = (await clockNow(server)).getTime();
  const midnight_ms = (Math.floor(now_ms / day_ms) + 1) * day_ms;
  await advance(server, Math.ceil((midnight_ms - now_ms) / 1000) + after_s);
}

/** Moves the clock to a minute after the next month begins. */
export async function toNextMonth(server: Reached): Promise<void> {
  const now = await clockNow(server);
  const first_ms = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  await advance(server, Math.ceil((first_ms - now.getTime()) / 1000) + 60);
}

/** The main party sets the limits of an agent of its own; null takes them away. */
export async function limitAgent(server: TestServer, agentId: string, limits: object | null): Promise<void> {
  const reply = await call(server.baseUrl, 'PATCH', `/agents/${agentId}`, {
    key: server.parties.main.apiKey,
    headers: { 'Idempotency-Key': randomUUID() },
    body: attributes({ limits }),
  });
  if (reply.status !== 200) throw new Error(`limits were answered ${reply.status}`);
}
