import { describe, expect, inject, it } from 'vitest';
import { type Id, newId } from '../../src/lib/id.ts';
import { checkList } from '../support/checklist-list.ts';
import { type Resource, resources } from '../support/http.ts';
import { uuidOf } from './support.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer();
const list = async (query = '') => resources(await server.get(`/customers${query}`));
const listOfAgent = async (agentId: string, query = ''): Promise<Resource[]> => {
  const path = `/agents/${agentId}/customers${query}`;
  return resources(await server.get(path));
};
const agentsOf = async (query: string): Promise<unknown> =>
  (await list(query))[0]?.relationships['agents']?.data;
const delegationOf = ({ relationships }: Resource): string => relationships['delegation']?.data?.id ?? '';

/** Delegation ids by customer, which order both lists. The seeded delegation is the oldest. */
const delegations = new Map<string, string>();

type Grant = { agentId: string; status?: 'ACTIVE' | 'REVOKED'; limit?: number | null };

/** Adds a customer of the main party to the database, because no endpoint creates one yet. */
async function addCustomer(
  delegation: { id: Id<'dlg'>; status?: 'ACTIVE' | 'SUSPENDED' | 'REVOKED' },
  grants: Grant[],
): Promise<string> {
  const partyId = newId('pty');
  const { id, status = 'ACTIVE' } = delegation;
  const lastName = status === 'ACTIVE' ? null : 'Someone';
  await server.sql`INSERT INTO parties (id, type, status, name, name_key, email, created_at, updated_at)
    VALUES (${partyId}, 'PERSON', 'ACTIVE', 'Someone', 'someone', NULL, '2020-01-01Z', '2020-01-01Z')`;
  await server.sql`INSERT INTO delegations (id, customer_party_id, party_id, status, permissions, created_at,
    updated_at, last_name) VALUES (${id}, ${partyId}, ${uuidOf(main.partyId)}, ${status},
    '{payments.read}', '2026-05-01T10:00:00.5Z', '2026-06-01Z', ${lastName})`;
  for (const { agentId, status = 'ACTIVE', limit = null } of grants) {
    await server.sql`INSERT INTO delegation_grants (delegation_id, agent_id, status, permissions,
      per_transaction, created_at, updated_at)
      VALUES (${delegation.id}, ${uuidOf(agentId)}, ${status}, '{payments.create}', ${limit},
      '2026-05-02T10:00:00.9Z', '2026-06-02T10:00:00Z')`;
  }
  delegations.set(`pty_${partyId}`, delegation.id);
  return `pty_${partyId}`;
}

/** Newer delegations belong to older parties, to show that the lists are ordered by delegation. */
async function addCustomers(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newId('dlg')).toReversed();
  for (const id of ids)
    await addCustomer({ id }, [{ agentId: main.agentId }, { agentId: main.limitedAgentId }]);
}

checkList('GET /customers', server, {
  defaultLimit: 20,
  more: addCustomers,
  otherList: '/agent-keys',
  orderedBy: delegationOf,
});

const { agentId: mainAgentId } = inject('parties').main;

checkList('GET /agents/{agentId}/customers', server, {
  path: `/agents/${mainAgentId}/customers`,
  more: addCustomers,
  otherList: '/customers',
  orderedBy: ({ id }) => delegations.get(id) ?? '',
  toOthers: [404, ['agent_not_found'], ['agentId']],
});

describe('GET /agents/{agentId}/customers, compared with GET /customers', () => {
  it('has the same order, page by page', async () => {
    await addCustomers(5);
    const ofAgent = (await listOfAgent(main.limitedAgentId, '?limit=100')).map(({ id }) => id);
    const ofParty = (await list('?limit=100')).map(({ id }) => id);
    expect(ofAgent).toEqual(ofParty.slice(0, ofAgent.length));
    expect(ofAgent.length).toBeGreaterThan(5);
    expect(ofAgent).not.toEqual(ofAgent.toSorted().toReversed());
  });
});

describe('GET /customers', () => {
  it('shows every agent of a customer, newest first, each with its permissions and limits', async () => {
    const id = newId('dlg');
    const partyId = await addCustomer({ id }, [
      { agentId: main.agentId, limit: 700 },
      { agentId: main.limitedAgentId },
    ]);
    const delegation = {
      status: 'ACTIVE',
      permissions: ['payments.read'],
      createdAt: '2026-05-01T10:00:00Z',
    };
    const agents = [
      agent(main.limitedAgentId, { name: 'Petty cash agent', status: 'ACTIVE', limits: null }),
      agent(main.agentId, { name: 'Purchasing agent', status: 'ACTIVE', limits: { perTransaction: 700 } }),
    ];
    expect((await list('?limit=1'))[0]).toEqual({
      type: 'customer',
      id: partyId,
      attributes: {
        name: 'Someone',
        email: null,
        createdAt: '2026-05-01T10:00:00Z',
        delegation: { id: `dlg_${id}`, ...delegation },
        agents: agents.map((each) => ({ id: each.id, ...each.attributes })),
      },
      relationships: {
        delegation: { data: { type: 'delegation', id: `dlg_${id}`, attributes: delegation } },
        agents: { data: agents },
      },
    });
  });

  it('lists suspended delegations by default, revoked ones on request, and all in one order', async () => {
    const [revokedOne, suspended, active] = [
      await addCustomer({ id: newId('dlg'), status: 'REVOKED' }, [
        { agentId: main.agentId, status: 'REVOKED' },
      ]),
      await addCustomer({ id: newId('dlg'), status: 'SUSPENDED' }, [{ agentId: main.agentId }]),
      await addCustomer({ id: newId('dlg') }, []),
    ];
    const ids = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await ids('?limit=2')).toEqual([active, suspended]);
    expect(await ids('?limit=3&status=all')).toEqual([active, suspended, revokedOne]);
    expect(await ids('?status=revoked')).toEqual([revokedOne]);
    const [revoked] = await list('?status=revoked');
    expect(revoked?.relationships).toMatchObject({
      delegation: { data: { attributes: { status: 'REVOKED' } } },
      agents: { data: [{ id: main.agentId, attributes: { status: 'REVOKED' } }] },
    });
  });

  it('shows revoked agents with status=all only', async () => {
    await addCustomer({ id: newId('dlg') }, [
      { agentId: main.limitedAgentId, status: 'REVOKED' },
      { agentId: main.agentId },
    ]);
    expect(await agentsOf('?limit=1')).toMatchObject([{ id: main.agentId }]);
    expect(await agentsOf('?limit=1&status=all')).toMatchObject([
      { id: main.limitedAgentId, attributes: { status: 'REVOKED' } },
      { id: main.agentId, attributes: { status: 'ACTIVE' } },
    ]);
  });
});

const read = (agent: string, query: string) =>
  server.as(main.apiKey).get(`/agents/${agent}/customers?limit=2${query}`);

describe('GET /agents/{agentId}/customers', () => {
  it('shows the permissions, limits and dates of the grant', async () => {
    const partyId = await addCustomer({ id: newId('dlg') }, [{ agentId: main.agentId, limit: 250 }]);
    expect((await listOfAgent(main.agentId, '?limit=1'))[0]).toEqual({
      type: 'customer',
      id: partyId,
      attributes: {
        name: 'Someone',
        email: null,
        status: 'ACTIVE',
        permissions: ['payments.create'],
        limits: { perTransaction: 250 },
        createdAt: '2026-05-02T10:00:00Z',
        updatedAt: '2026-06-02T10:00:00Z',
      },
      relationships: {
        agent: { data: { type: 'agent', id: main.agentId, attributes: { name: 'Purchasing agent' } } },
      },
    });
  });

  it('shows revoked grants on request, also those of a revoked agent', async () => {
    for (const each of [main.agentId, main.revokedAgentId]) {
      const revokedOne = await addCustomer({ id: newId('dlg') }, [{ agentId: each, status: 'REVOKED' }]);
      const active = await addCustomer({ id: newId('dlg') }, [{ agentId: each }]);
      const ids = async (query: string) => (await listOfAgent(each, query)).map(({ id }) => id);
      expect(await ids('?limit=1')).toEqual([active]);
      expect(await ids('?limit=2&status=all')).toEqual([active, revokedOne]);
      expect((await ids('?limit=1&status=revoked'))[0]).toBe(revokedOne);
    }
  });

  it('continues from a cursor, for its own agent and status only', async () => {
    await addCustomers(3);
    const first = await read(main.agentId, '');
    const { meta } = JSON.parse(first.text) as { meta: { pagination: { nextCursor: string } } };
    const cursor = `&cursor=${meta.pagination.nextCursor}`;
    const pages = [first, await read(main.agentId, cursor)].flatMap(resources).map(({ id }) => id);
    expect(pages).toEqual((await listOfAgent(main.agentId, '?limit=4')).map(({ id }) => id));
    for (const reply of [
      await read(main.limitedAgentId, cursor),
      await read(main.agentId, `${cursor}&status=all`),
    ]) {
      expect(reply.status).toBe(400);
    }
  });
});

function agent(id: string, values: object): { type: string; id: string; attributes: object } {
  return { type: 'agent', id, attributes: { permissions: ['payments.create'], ...values } };
}
