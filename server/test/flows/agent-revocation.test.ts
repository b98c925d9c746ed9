import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../src/engine/audit/audit.ts';
import { newAgent, newAgentKey, type TestAgent } from '../support/agents.ts';
import { refusal, resource, resources, type Reply } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { main, customer, stranger, byId, to, testServer, secondServer } from '../support/server.ts';
import { uuidOf, until, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const unauthenticated = [401, ['unauthenticated'], ['Authorization']];
const limits = { perTransaction: 1_000 };

const revoke = (id: string, headers: Record<string, string> = {}) => second.delete(`/agents/${id}`, headers);

function payWith(key: string, values: object = {}, at: ApiClient = server): Promise<Reply> {
  const counterparty = { type: 'email', value: stranger.email };
  return at.as(key).pay({ amount: 1, counterparty, ...values });
}

/** Lets the customer grant the agent what it grants to the main party. */
async function grant({ id }: TestAgent): Promise<void> {
  await server.sql`INSERT INTO delegation_grants (delegation_id, agent_id, status, permissions, created_at,
    updated_at) SELECT id, ${uuidOf(id)}, 'ACTIVE', permissions, now(), now() FROM delegations
    WHERE customer_party_id = ${uuidOf(customer.partyId)}`;
}

describe('the revocation of an agent', () => {
  it('ends its keys, its grants and its invitations, and cancels what waits for approval', async () => {
    const agent = await newAgent(server, { limits });
    const other = await newAgent(server, { limits });
    const secondKey = await newAgentKey(server, agent.id);
    await grant(agent);
    const invite = {
      recipients: [{ type: 'email', value: 'casey@example.com' }],
      permissions: ['payments.read'],
    };
    for (const { id } of [agent, other]) await server.post(`/agents/${id}/customers`, invite);
    const tooMuch = { amount: 1_001 };
    const waiting = resource(await payWith(agent.key, tooMuch));
    const forCustomer = resource(await payWith(agent.key, { ...tooMuch, customerPartyId: customer.partyId }));
    const withdrawal = resource(await withdraw(server.with(asAgent(agent.id)), tooMuch));
    const ofOther = resource(await payWith(other.key, tooMuch));
    const done = resource(await payWith(agent.key));

    const reply = await revoke(agent.id);
    expect([reply.status, resource(reply).attributes['status']]).toEqual([200, 'REVOKED']);
    for (const key of [agent.key, secondKey.key])
      for (const each of [server, second])
        expect(refusal(await payWith(key, {}, each))).toEqual(unauthenticated);
    const keys = resources(await server.get(`/agent-keys?agentId=${agent.id}`));
    expect(keys.map(({ attributes }) => attributes['status'])).toEqual(['REVOKED', 'REVOKED']);
    const customers = await server.get(`/agents/${agent.id}/customers?status=revoked`);
    expect(resources(customers).map(({ id }) => id)).toEqual([customer.partyId]);
    expect(await invitationsOf(agent)).toEqual(['CANCELED']);
    expect([await server.statusOf(waiting), await server.statusOf(forCustomer)]).toEqual([
      'CANCELED',
      'CANCELED',
    ]);
    const transfer = resource(await server.get(`/transfers/${withdrawal.id}`));
    expect(transfer.attributes['status']).toBe('CANCELED');
    for (const target of [waiting, forCustomer, withdrawal]) {
      expect(await approvalsOf(server, target)).toEqual([]);
      expect(await approvalsOf(server, target, 'canceled')).toHaveLength(1);
    }

    expect([await server.statusOf(done), await server.statusOf(ofOther)]).toEqual(['COMPLETED', 'IN_REVIEW']);
    expect(await invitationsOf(other)).toEqual(['PENDING']);
    expect((await payWith(other.key)).status).toBe(201);
    expect(await server.get(`/agents/${main.agentId}`)).toMatchObject({ status: 200 });
    expect(await wrongBooks()).toEqual([]);
  });

  it('soon cancels what its party requested without an agent under its grant, if no other grant is left', async () => {
    const agent = await newAgent(server);
    const recipient = byId(stranger);
    const inviter = { agentId: agent.id, apiKey: main.apiKey };
    const [invitation] = resources(
      await invite(server, [recipient], { limits: { perTransaction: 1 } }, inviter),
    );
    await server.as(stranger).post(`/customer-invitations/${invitation?.id}/accept`);
    const request = { amount: 2, customerPartyId: stranger.partyId, ...to(customer) };
    const reviewed = resource(await server.pay(request));
    expect(await server.statusOf(reviewed)).toBe('IN_REVIEW');
    expect((await revoke(agent.id)).status).toBe(200);
    await until('it is canceled', async () => (await server.statusOf(reviewed)) === 'CANCELED');
    expect(await approvalsOf(server, reviewed)).toEqual([]);
  });

  it('is one transaction with one event for each change, and audit lines that say who did it', async () => {
    const agent = await newAgent(server, { limits });
    const payment = resource(await payWith(agent.key, { amount: 1_001 }));
    await revoke(agent.id);
    const events = await server.sql<{ resource: string; to: string }>`SELECT resource, to_status AS to
      FROM events WHERE resource_id = ANY (${[agent.id, agent.keyId, payment.id].map(uuidOf)}::uuid[])
      AND to_status <> 'ACTIVE' AND from_status IS NOT NULL ORDER BY resource`;
    expect(events).toEqual([
      { resource: 'agent', to: 'REVOKED' },
      { resource: 'agentKey', to: 'REVOKED' },
      { resource: 'payment', to: 'CANCELED' },
    ]);
    const lines = await server.sql`SELECT target_id, user_id FROM audit_log
      WHERE action = ${`DELETE /agents/${agent.id}`} AND decision = 'accepted' ORDER BY target_id`;
    const by = { user_id: uuid(main.userId) };
    expect(lines).toEqual([
      { target_id: uuid(agent.id), ...by },
      { target_id: uuid(payment.id), ...by },
    ]);
  });

  it('cancels more than one chunk of what waits', async () => {
    const agent = await newAgent(server, { limits });
    const many = await Promise.all(Array.from({ length: 205 }, () => payWith(agent.key, { amount: 1_001 })));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await revoke(agent.id)).status).toBe(200);
    const [left] = await server.sql<{ count: bigint }>`SELECT count(*) FROM payments
      WHERE agent_id = ${uuidOf(agent.id)} AND status <> 'CANCELED'`;
    expect(Number(left?.count)).toBe(0);
  });

  it('and decisions on what waits, sent together: each is approved or canceled, never both', async () => {
    for (let round = 0; round < 5; round += 1) {
      const agent = await newAgent(server, { limits });
      const payments = await Promise.all(
        Array.from({ length: 6 }, async () => resource(await payWith(agent.key, { amount: 1_001 }))),
      );
      const approvals = await Promise.all(payments.map((payment) => approvalsOf(server, payment)));
      const decided = approvals.map(([approval]) =>
        server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`),
      );
      const [revoked, ...replies] = await Promise.all([revoke(agent.id), ...decided]);
      expect(revoked.status).toBe(200);
      for (const [index, payment] of payments.entries()) {
        const approved = replies[index]?.status === 200;
        expect(await server.statusOf(payment)).toBe(approved ? 'COMPLETED' : 'CANCELED');
      }
    }
    expect(await wrongBooks()).toEqual([]);
  });

  it('and writes of the agent, sent together, never wait for each other', async () => {
    for (let round = 0; round < 5; round += 1) {
      const agent = await newAgent(server);
      const values = { amount: 1, payer: { type: 'email', value: 'payer@example.com' } };
      const asks = Array.from({ length: 6 }, () => server.as(agent.key).post('/payment-requests', values));
      const [revoked, made, ...asked] = await Promise.all([
        revoke(agent.id),
        server.post('/agent-keys', { agentId: agent.id }),
        ...asks,
      ]);
      expect([revoked.status, ...asked.map(({ status }) => status)]).not.toContain(503);
      expect([201, 409]).toContain(made.status);
      const keys = resources(await server.get(`/agent-keys?agentId=${agent.id}`));
      expect(new Set(keys.map(({ attributes }) => attributes['status']))).toEqual(new Set(['REVOKED']));
    }
  });
});

async function wrongBooks(): Promise<object[]> {
  const { findings } = await withSession(server.connection, auditBooks);
  return findings.filter(({ differences }) => differences > 0);
}

async function invitationsOf({ id }: TestAgent): Promise<string[]> {
  const rows = await server.sql<{ status: string }>`SELECT status FROM customer_invitations
    WHERE agent_id = ${uuidOf(id)}`;
  return rows.map(({ status }) => status);
}

const uuid = (publicId: string): unknown =>
  expect.toSatisfy((value) => String(value).replaceAll('-', '') === publicId.slice(4));
