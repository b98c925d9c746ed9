import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { attributes, resources } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { startPost } from '../support/raw.ts';
import { main, customer, stranger, to, testServer, secondServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();
const second = secondServer(server);
const values = (more: object = {}): object => ({ amount: 100, ...to(stranger), ...more });

/** Starts a payment whose time is now, and returns the function that sends its body. */
async function startPayment(key: string, more: object = {}): Promise<() => Promise<string>> {
  const body = JSON.stringify(attributes(values(more)));
  const headers = {
    Authorization: `Bearer ${key}`,
    'Idempotency-Key': randomUUID(),
    'Content-Type': 'application/json',
    Connection: 'close',
  };
  const open = await startPost(second.baseUrl, '/payments', headers, { length: body.length });
  return () => open.finish(body);
}

async function patch(path: string, key: string, change: object): Promise<void> {
  expect((await server.as(key).patch(path, change)).status).toBe(200);
}

const countedFor = (agentId: string): Promise<unknown[]> =>
  server.sql`SELECT count(*) AS counted FROM counted_payments WHERE agent_id = ${agentId.slice(4)}`;

describe('a rule that counts payments', () => {
  it('counts only what is accepted after it was set, also if that was sent before', async () => {
    const agent = await newAgent(server, {});
    const finish = await startPayment(agent.key);
    expect((await server.as(agent.key).pay(values())).status).toBe(201);
    await patch(`/agents/${agent.id}`, main.apiKey, { rules: { paymentsPerHour: { max: 1 } } });
    expect(await finish()).toContain(' 201 ');
    expect(await countedFor(agent.id)).toEqual([{ counted: 1n }]);
    await expectBalancedBooks(server.sql);
  });

  it('counts for a customer only what is accepted after the customer set it', async () => {
    const given = await server.as(customer).get('/delegations?direction=given');
    const byCustomer = { customerPartyId: customer.partyId };
    const finish = await startPayment(main.agentKey, byCustomer);
    expect((await server.as(main.agentKey).pay(values(byCustomer))).status).toBe(201);
    const agents = [{ agentId: main.agentId, rules: { paymentsPerDay: { max: 5 } } }];
    await patch(`/delegations/${resources(given)[0]?.id}`, customer.apiKey, { agents });
    expect(await finish()).toContain(' 201 ');
    expect(await countedFor(main.agentId)).toEqual([{ counted: 1n }]);
    await expectBalancedBooks(server.sql);
  });

  it('keeps two days of what it counts, and goes on counting after it', async () => {
    const agent = await newAgent(server, { rules: { paymentsPerDay: { max: 2, onBreach: 'refuse' } } });
    const pay = async () => (await server.as(agent.key).pay(values())).status;
    expect([await pay(), await pay(), await pay()]).toEqual([201, 201, 403]);
    await advance(server, 3 * 86_400);
    expect(await countedFor(agent.id)).toEqual([{ counted: 0n }]);
    expect([await pay(), await pay(), await pay()]).toEqual([201, 201, 403]);
    await expectBalancedBooks(server.sql);
  });

  it('starts after payments of a server whose clock is hours ahead', async () => {
    const agent = await newAgent(server, {});
    expect((await server.as(agent.key).pay(values())).status).toBe(201);
    const ofAgent = [agent.id.slice(4)];
    await server.sql(
      `UPDATE payments SET accepted_at = accepted_at + interval '2 hours' WHERE agent_id = $1`,
      ...ofAgent,
    );
    await patch(`/agents/${agent.id}`, main.apiKey, { rules: { paymentsPerDay: { max: 9 } } });
    expect((await second.as(agent.key).pay(values())).status).toBe(201);
    expect(
      await server.sql(
        `SELECT count(*) FILTER (WHERE p.accepted_at >= c.since) AS counted, count(*) AS made
         FROM rule_counters c JOIN payments p USING (agent_id) WHERE agent_id = $1`,
        ...ofAgent,
      ),
    ).toEqual([{ counted: 1n, made: 2n }]);
  });
});
