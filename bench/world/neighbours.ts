import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId, publicId } from '../../server/src/lib/id.ts';
import type { SandboxFile } from '../../server/src/start/sandbox-file.ts';
import { getRequest, paymentRequest } from '../../proof/support/load/requests.ts';
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

/**
 * Gives each payer an agent, and returns a generator of their requests: payments that name the agent in `X-Agent-ID`,
 * whose authentication reads it, and lists.
 */
export async function neighbourRequests({ client, payers }: World): Promise<() => string> {
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
  return () => {
    const from = neighbours[pickRandom(neighbours.length)];
    const email = neighbours[pickRandom(neighbours.length)]?.email ?? '';
    if (!from || pickRandom(2) === 0) return getRequest(from?.key ?? '', '/transactions?limit=10');
    const to = email === from.email ? 'payee@bench.purser.test' : email;
    return paymentRequest(from.key, { email: to, agent: publicId('agt', from.agentId) });
  };
}
