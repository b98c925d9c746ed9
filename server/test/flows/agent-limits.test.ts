import { describe, expect, it } from 'vitest';
import { resource, type Reply } from '../support/http.ts';
import { main, stranger, to, testServer, secondServer } from '../support/server.ts';
import { uuidOf, until, waitingSessions, withSession } from './support.ts';
import { type ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);

const change = (values: object, at: ApiClient = server) =>
  at.as(main.apiKey).patch(`/agents/${main.agentId}`, values);
const payAsAgent = (amount: number, at: ApiClient = server) =>
  at.as(main.agentKey).pay({ amount, ...to(stranger) });
const statusOf = (reply: Reply): unknown => resource(reply).attributes['status'];

/** Returns the agent's limit counter. */
async function counted(): Promise<Record<string, bigint>> {
  const [counter] = await server.sql<{ day: bigint; month: bigint }>`SELECT spent_in_day AS day,
    spent_in_month AS month FROM limit_counters WHERE spender_id = ${uuidOf(main.agentId)}`;
  return { ...counter };
}

/** Returns the sum of the agent's accepted payments. */
async function spent(): Promise<bigint> {
  const [row] = await server.sql<{ spent: bigint }>`SELECT coalesce(sum(amount), 0)::bigint AS spent
    FROM payments WHERE agent_id = ${uuidOf(main.agentId)} AND accepted_at IS NOT NULL`;
  return row?.spent ?? 0n;
}

describe("an agent's limits", () => {
  it('per day and month include earlier spending; the counter is deleted with the limits', async () => {
    await payAsAgent(100);
    await payAsAgent(23);
    await change({ limits: { perDay: 1_000_000 } });
    expect(await counted()).toEqual({ day: 123n, month: 123n });
    await change({ name: 'Renamed' });
    await change({});
    expect(await counted()).toEqual({ day: 123n, month: 123n });
    await change({ limits: { perTransaction: 1_000_000, perMonth: 1_000_000 } });
    await change({ limits: { perDay: null } });
    expect(await counted()).toEqual({ day: 123n, month: 123n });
    await change({ limits: { perMonth: null } });
    expect(await counted()).toEqual({});
    await change({ limits: { perMonth: 1_000_000 } });
    expect(await counted()).toEqual({ day: 123n, month: 123n });
    await change({ limits: null });
    expect(await counted()).toEqual({});
  });

  it('apply from the next payment on', async () => {
    await change({ limits: { perTransaction: 50 } });
    expect(statusOf(await payAsAgent(50))).toBe('PROCESSING');
    expect(statusOf(await payAsAgent(51))).toBe('IN_REVIEW');
    const today = Number(await spent());
    await change({ limits: { perTransaction: null, perDay: today + 10 } });
    expect(statusOf(await payAsAgent(10))).toBe('PROCESSING');
    expect(statusOf(await payAsAgent(1))).toBe('IN_REVIEW');
    await change({ limits: null });
    expect(statusOf(await payAsAgent(51))).toBe('PROCESSING');
  });

  it('count every payment that is made while they are set, on two servers', async () => {
    const both = [server, second];
    for (let round = 0; round < 5; round += 1) {
      await change({ limits: null });
      const payments = Array.from({ length: 30 }, (_, index) => payAsAgent(7, both[index % 2]));
      const replies = await Promise.all([
        change({ limits: { perDay: 10_000_000 } }),
        ...payments,
        change({ limits: { perMonth: 10_000_000 } }, second),
      ]);
      expect(replies.map(({ status }) => status)).toEqual([200, ...payments.map(() => 201), 200]);
      const total = await spent();
      expect(await counted()).toEqual({ day: total, month: total });
    }
    await change({ limits: null });
  });

  it('are set one after another if many requests set them at once, and the last one applies', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        change({ limits: index % 3 === 0 ? null : { perDay: 1_000_000 + index } }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { limits } = resource(await change({})).attributes;
    const [row] = await server.sql<{ limit: bigint | null }>`SELECT per_day AS limit FROM agents
      WHERE id = ${uuidOf(main.agentId)}`;
    expect(limits).toEqual(row?.limit === null ? null : { perDay: Number(row?.limit) });
    expect(Object.keys(await counted()).length).toBe(limits === null ? 0 : 2);
  });

  it('wait for a lock on the agent, and are not set if the agent has been revoked', async () => {
    const reply = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query(`UPDATE agents SET status = 'REVOKED' WHERE id = $1`, [
        uuidOf(main.limitedAgentId),
      ]);
      const waiting = server.as(main.apiKey).patch(`/agents/${main.limitedAgentId}`, { limits: null });
      await until('the change waits', async () => (await waitingSessions(server.sql)).length > 0);
      await session.query('COMMIT');
      return waiting;
    });
    expect(reply.status).toBe(409);
    const [row] = await server.sql`SELECT per_transaction AS limit FROM agents
      WHERE id = ${uuidOf(main.limitedAgentId)}`;
    expect(row).toEqual({ limit: 10_000n });
  });
});
