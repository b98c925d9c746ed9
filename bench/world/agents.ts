import { usualGuard } from '../../server/src/terms/rules.ts';
import type { Client } from 'pg';
import { type AgentRules, weekdays } from '../../server/src/engine/model/agent-rules.ts';
import { newId, publicId } from '../../server/src/lib/id.ts';
import { newKey } from '../../server/src/lib/secret.ts';
import { bytesInJson, insertAll } from './insert-all.ts';
import { anyUser, type Payer } from './payers.ts';

/** A delegation: the agent's key, and the public ids of the agent and the customer. */
export type Delegated = { key: string; agent: string; customer: string };

const agents = 1_000;
const permissions = ['payments.create', 'payments.read'];
const limit = 1_000_000_000; // minor units: never reached, always counted

const everyDay = { days: [...weekdays], from: '00:00', to: '00:00' };

/** Rules of every kind that is decided for each payment. Only an equal payment breaks one of them. */
export const benchRules: AgentRules = {
  counterparties: { block: [{ type: 'domain', value: 'blocked.example' }], onBreach: 'refuse' },
  currencies: { allow: ['USD', 'EUR'], onBreach: 'refuse' },
  paymentsPerHour: { max: 1_000_000, onBreach: 'refuse' },
  paymentsPerDay: { max: 1_000_000, onBreach: 'refuse' },
  hours: { timeZone: 'Europe/Berlin', weekly: [everyDay], onBreach: 'refuse' },
  duplicates: usualGuard,
};

/**
 * Creates parties with an agent each, and delegations from all payers to them. The agents have daily and monthly
 * limits, and rules if any are given; the delegations have a limit per payment.
 */
export async function makeAgents(
  client: Client,
  payers: readonly Payer[],
  rules: AgentRules | null = null,
): Promise<Delegated[]> {
  const created_at = new Date();
  const created_by = await anyUser(client);
  const times = { created_at, updated_at: created_at };
  const made = Array.from({ length: agents }, (_, index) => newAgent(`Agent ${index}`));
  await insertAll(
    client,
    'parties',
    { type: 'ORG', status: 'ACTIVE', default_currency: 'USD', ...times },
    made.map(({ partyId: id, name }) => ({ id, name, name_key: name })),
  );
  await insertAll(
    client,
    'agents',
    {
      status: 'ACTIVE',
      per_day: limit,
      per_month: limit,
      rules,
      ...times,
      created_by,
      updated_by: created_by,
    },
    made.map(({ id, partyId: party_id, name }) => ({ id, party_id, name })),
  );
  await insertAll(
    client,
    'agent_keys',
    { created_at, created_by },
    made.map(({ keyId: id, partyId: party_id, id: agent_id, prefix, hash }) => ({
      id,
      party_id,
      agent_id,
      prefix,
      hash,
    })),
  );
  const delegated = payers.flatMap(({ partyId }, index) => {
    const agent = made[index % agents];
    return agent ? [{ id: newId('dlg'), customer: partyId, agent }] : [];
  });
  await insertAll(
    client,
    'delegations',
    { status: 'ACTIVE', permissions, ...times },
    delegated.map(({ id, customer, agent }) => ({
      id,
      customer_party_id: customer,
      party_id: agent.partyId,
    })),
  );
  await insertAll(
    client,
    'delegation_grants',
    { status: 'ACTIVE', permissions, per_transaction: limit, ...times },
    delegated.map(({ id: delegation_id, agent }) => ({ delegation_id, agent_id: agent.id })),
  );
  await client.query('VACUUM ANALYZE');
  return delegated.map(({ customer, agent: { key, id } }) => ({
    key,
    agent: publicId('agt', id),
    customer: publicId('pty', customer),
  }));
}

function newAgent(name: string) {
  const { secret: key, prefix, hash } = newKey('ak', 'sandbox');
  return {
    partyId: newId('pty'),
    id: newId('agt'),
    keyId: newId('agk'),
    name,
    key,
    prefix,
    hash: bytesInJson(hash),
  };
}
