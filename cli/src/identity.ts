import type { Purser } from '../../client/src/purser.ts';
import { allowed } from './sentence.ts';

/** Who acts: names and ids, as far as the key may read them, and the status of the agent, or else of the party. */
export type Identity = {
  actor: 'agent' | 'person';
  agent: string | null;
  agentName: string | null;
  party: string | null;
  name: string | null;
  status: string | null;
};

/** Asks as whom a key or login acts. Throws what a wrong one gets. */
export async function identity(purser: Purser): Promise<Identity> {
  const agent = await allowed(purser.agents.get({ agentId: 'me' }));
  const party = await allowed(purser.party.get());
  const usage = party || agent ? null : await allowed(purser.party.usage());
  if (!party && !agent && !usage) await allowed(purser.payments.list({ limit: 1 }));
  return {
    actor: agent ? 'agent' : 'person',
    agent: agent?.id ?? null,
    agentName: agent?.name ?? null,
    party: party?.id ?? agent?.party.id ?? usage?.party.id ?? null,
    name: party?.displayName ?? null,
    status: (agent ?? party)?.status ?? null,
  };
}
