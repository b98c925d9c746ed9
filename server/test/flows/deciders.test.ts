import { describe, expect, it } from 'vitest';
import { resource } from '../support/http.ts';
import { uuidOf } from './support.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';

const server = testServer();
type Decision = { decider: string; limits: Array<number | null> };

/** Returns who decides a payment to the stranger, and which limits it exceeds. */
async function decisionsOn(key: string, values: object): Promise<Decision[]> {
  const payment = resource(await server.as(key).pay({ ...to(stranger), ...values }));
  expect(payment.attributes['status']).toBe('IN_REVIEW');
  const rows = await server.sql<{ decider: string; reasons: Array<{ limitAmount?: number }> }>`SELECT
    decider_party_id AS decider, reasons FROM approvals WHERE target_id = ${uuidOf(payment.id)}
    ORDER BY decider_party_id`;
  return rows.map(({ decider, reasons }) => ({
    decider,
    limits: reasons.map((each) => each.limitAmount ?? null),
  }));
}

describe('the approval of a payment over a limit', () => {
  it("belongs to the party that set the limit: the agent's party, or the customer that delegated", async () => {
    const [ours, theirs] = [uuidOf(main.partyId), uuidOf(customer.partyId)];
    const forCustomer = { customerPartyId: customer.partyId };
    expect(await decisionsOn(main.limitedAgentKey, { amount: 10_001 })).toEqual([
      { decider: ours, limits: [10_000] },
    ]);
    expect(await decisionsOn(main.agentKey, { amount: 5_001, ...forCustomer })).toEqual([
      { decider: theirs, limits: [5_000] },
    ]);
    expect(await decisionsOn(main.apiKey, { amount: 5_001, ...forCustomer })).toEqual([
      { decider: theirs, limits: [5_000] },
    ]);
  });

  it('belongs to both when both limits are exceeded', async () => {
    const both = [
      { decider: uuidOf(main.partyId), limits: [1_000_000_000] },
      { decider: uuidOf(customer.partyId), limits: [5_000] },
    ].toSorted((a, b) => (a.decider < b.decider ? -1 : 1));
    const values = { amount: 1_000_000_001, customerPartyId: customer.partyId };
    expect(await decisionsOn(main.agentKey, values)).toEqual(both);
  });

  it("uses the customer's largest grant when the party names no agent", async () => {
    await server.sql`INSERT INTO delegation_grants (delegation_id, agent_id, status, permissions,
      per_transaction, created_at, updated_at)
      SELECT id, ${uuidOf(main.limitedAgentId)}, 'ACTIVE', '{payments.create}', 8000, now(), now()
      FROM delegations WHERE customer_party_id = ${uuidOf(customer.partyId)}`;
    const forCustomer = { customerPartyId: customer.partyId };
    const theirs = uuidOf(customer.partyId);
    expect(await decisionsOn(main.apiKey, { amount: 8_001, ...forCustomer })).toEqual([
      { decider: theirs, limits: [8_000] },
    ]);
    expect(await decisionsOn(main.agentKey, { amount: 5_001, ...forCustomer })).toEqual([
      { decider: theirs, limits: [5_000] },
    ]);
    const within = await server.pay({ amount: 8_000, ...to(stranger), ...forCustomer });
    expect(resource(within).attributes['status']).toBe('PROCESSING');
  });
});
