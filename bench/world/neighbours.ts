import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, publicId } from '../../server/src/lib/id.ts';
import type { SandboxFile } from '../../server/src/start/sandbox-file.ts';
import { getRequest, jsonRequest, paymentRequest } from '../../proof/support/load/requests.ts';
import { sendOnce } from '../http.ts';
import { pickRandom } from '../requests.ts';
import { insertAll } from './insert-all.ts';
import { anyUser } from './payers.ts';
import type { World } from './world.ts';

/** The parties of the sandbox, with their keys. */
export type Parties = SandboxFile['parties'];

/** Returns the parties of the world's sandbox. */
export async function sandboxParties({ dataDir }: World): Promise<Parties> {
  const file = JSON.parse(await readFile(join(dataDir, 'sandbox.json'), 'utf8')) as SandboxFile;
  return file.parties;
}

const largeAgents = 50;
const longest = 100; // entries of a list

const longList = (name: string) =>
  Array.from({ length: longest }, (_, index) => ({
    type: 'domain',
    value: `${name}${index}.a-shop.example`,
  }));

/** Gives the sandbox's main party agents with long lists of counterparties, so that a page of them has 750 KB. */
export async function makeLargeAgents(
  { port }: Pick<World, 'port'>,
  { apiKey }: Parties['main'],
): Promise<void> {
  const rules = { counterparties: { allow: longList('allowed'), block: longList('blocked') } };
  const body = JSON.stringify({ data: { attributes: { name: 'Agent with lists', rules } } });
  for (let made = 0; made < largeAgents; made += 1) {
    const { status, body: refusal } = await sendOnce(port, jsonRequest('POST', '/agents', apiKey, body));
    if (status !== 201) throw new Error(`an agent was not made: ${refusal}`);
  }
}

/** Generators of the requests of other parties, by kind. */
export type Kinds = Readonly<Record<'payments' | 'lists' | 'payment requests' | 'limits', () => string>>;

/**
 * Gives each payer an agent, and returns generators of their requests: payments that name the agent in `X-Agent-ID`,
 * whose authentication reads it, lists, and plain writes.
 */
export async function neighbourRequests({ client, payers }: World): Promise<Kinds> {
  const created_at = new Date();
  const created_by = await anyUser(client);
  const neighbours = payers.map((payer) => ({ ...payer, agentId: newId('agt') }));
  await insertAll(
    client,
    'agents',
    {
      status: 'ACTIVE',
      name: 'Agent',
      created_at,
      updated_at: created_at,
      created_by,
      updated_by: created_by,
    },
    neighbours.map(({ agentId: id, partyId: party_id }) => ({ id, party_id })),
  );
  const pick = () => {
    const found = neighbours[pickRandom(neighbours.length)];
    if (!found) throw new Error('there is no neighbour');
    return found;
  };
  const write = (method: string, path: string, attributes: object): string =>
    jsonRequest(
      method,
      path,
      pick().key,
      JSON.stringify({ data: { attributes } }),
      `Idempotency-Key: ${randomUUID()}\r\n`,
    );
  return {
    payments: () => {
      const from = pick();
      const { email } = pick();
      const to = email === from.email ? 'payee@bench.purser.test' : email;
      return paymentRequest(from.key, { email: to, agent: publicId('agt', from.agentId) });
    },
    lists: () => getRequest(pick().key, '/transactions?limit=10'),
    'payment requests': () => {
      const payer = { type: 'email', value: 'payer@bench.purser.test' };
      return write('POST', '/payment-requests', { amount: 1, currency: 'USD', payer });
    },
    limits: () => write('PUT', '/parties/me/limits', { limits: { perDay: 900_000_000 } }),
  };
}
