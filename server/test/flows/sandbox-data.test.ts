import { describe, expect, it } from 'vitest';
import { resource, resources } from '../support/http.ts';
import { asAgent } from '../support/moves.ts';
import { uuidOf } from './support.ts';
import { main, customer, stranger, delegate, restrictedDelegate, to, testServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();

describe('the first data of a sandbox', () => {
  it('funds main with 10 000.00 USD and 5 000.00 EUR, the customer with 5 000.00 USD, no delegate', async () => {
    const rows = await server.sql<{ party: string; currency: string; posted: bigint; held: bigint }>(
      `SELECT party_id AS party, currency, posted, held FROM wallets WHERE party_id IS NOT NULL ORDER BY currency DESC, posted DESC`,
    );
    const fundsOf = ({ partyId }: { partyId: string }): unknown =>
      rows
        .filter((row) => row.party === uuidOf(partyId))
        .map(({ currency, posted, held }) => [currency, posted, held]);
    expect(fundsOf(main)).toEqual([
      ['USD', 1_000_000n, 0n],
      ['USD', 0n, 0n],
      ['EUR', 500_000n, 0n],
    ]);
    expect(fundsOf(customer)).toEqual([['USD', 500_000n, 0n]]);
    expect(fundsOf(stranger)).toEqual([['USD', 100_000n, 0n]]);
    expect(fundsOf(delegate)).toEqual([['USD', 0n, 0n]]);
    expect(fundsOf(restrictedDelegate)).toEqual([['USD', 0n, 0n]]);
    await expectBalancedBooks(server.sql);
  });

  it('has the agents with their limits, one of them revoked', async () => {
    const ids = [main.agentId, main.limitedAgentId, main.revokedAgentId].map(uuidOf);
    const rows = await server.sql<{ id: string; status: string; limit: bigint | null }>(
      'SELECT id, status, per_transaction AS limit FROM agents WHERE id = ANY($1::uuid[]) ORDER BY array_position($1::uuid[], id)',
      ids,
    );
    expect(rows.map(({ status, limit }) => [status, limit])).toEqual([
      ['ACTIVE', 1_000_000_000n],
      ['ACTIVE', 10_000n],
      ['REVOKED', null],
    ]);
  });

  it('has an agent with rules, which reviews a repeat unless it is intended', async () => {
    const agent = resource(await server.get(`/agents/${main.ruledAgentId}`));
    expect(agent.attributes['rules']).toEqual({
      duplicates: {
        withinSeconds: 600,
        onBreach: 'review',
        overridable: true,
        match: 'normalized',
        across: 'agent',
      },
      paymentsPerHour: { max: 20, onBreach: 'refuse' },
    });
    const statusOf = async (values: object) =>
      resource(await server.as(main.ruledAgentKey).pay({ amount: 100, ...to(stranger), ...values }))
        .attributes['status'];
    expect(await statusOf({})).toBe('PROCESSING');
    expect(await statusOf({})).toBe('IN_REVIEW');
    expect(await statusOf({ intendedRepeat: true })).toBe('PROCESSING');
  });

  it('has an agent with limits in two currencies, which reads its own only', async () => {
    const euro = { perTransaction: 15_000, perMonth: 100_000 };
    const limits = { perTransaction: 20_000, perDay: 50_000, perMonth: 200_000, currencies: { EUR: euro } };
    const agent = server.as(main.travelAgentKey);
    const shown = resource(await agent.get(`/agents/${main.travelAgentId}`)).attributes;
    expect([shown['limits'], shown['reads']]).toEqual([limits, 'own']);
    await server.pay({ amount: 100, ...to(stranger) });
    const paid = resource(await agent.pay({ amount: 700, currency: 'EUR', ...to(stranger) }));
    expect(resources(await agent.get('/payments')).map(({ id }) => id)).toEqual([paid.id]);
    const usage = resource(await agent.get(`/agents/${main.travelAgentId}/usage`)).attributes;
    const left = (usage['limits'] as Array<Record<string, unknown>>).map((each) => [
      each['currency'],
      each['window'],
      each['left'],
    ]);
    expect(left).toEqual([
      ['USD', 'perTransaction', 20_000],
      ['USD', 'perDay', 50_000],
      ['USD', 'perMonth', 200_000],
      ['EUR', 'perTransaction', 15_000],
      ['EUR', 'perMonth', 99_300],
    ]);
  });

  it('has a party whose new agents begin bounded', async () => {
    const agent = resource(await server.as(delegate).post('/agents', { name: 'New' })).attributes;
    expect([agent['limits'], Object.keys(agent['rules'] as object)]).toEqual([
      { perTransaction: 10_000, perDay: 50_000 },
      ['firstPaymentToNewPayee', 'duplicates'],
    ]);
  });

  it('has tags: on the first funds of main, by which lists can be filtered, and on an agent', async () => {
    const ofTag = async (path: string, key: string): Promise<unknown[]> => {
      const filtered = `${path}?tag[purpose]=opening`;
      const found = resources(await server.as(key).get(filtered));
      return found.map(({ attributes }) => attributes['amount']);
    };
    for (const path of ['/transactions', '/transfers']) {
      expect(new Set(await ofTag(path, main.apiKey))).toEqual(new Set([1_000_000, 500_000]));
      expect(await ofTag(path, customer.apiKey)).toEqual([]);
    }
    const agents = await server.sql('SELECT name, tags FROM agents WHERE tags IS NOT NULL');
    expect(agents).toEqual([{ name: 'Petty cash agent', tags: { team: 'office' } }]);
  });

  it('has the delegations: the customer to two agents, one with totals, and main to two delegates to read', async () => {
    const rows = await server.sql<{
      customer: string;
      party: string;
      permissions: string[];
      limits: unknown[];
    }>(
      `SELECT d.customer_party_id AS customer, d.party_id AS party, g.permissions,
         json_build_array(g.per_transaction, g.per_day, g.per_month) AS limits
       FROM delegations d JOIN delegation_grants g ON g.delegation_id = d.id
       WHERE d.status = 'ACTIVE' AND g.status = 'ACTIVE' ORDER BY d.id`,
    );
    expect(rows).toEqual([
      {
        customer: uuidOf(customer.partyId),
        party: uuidOf(restrictedDelegate.partyId),
        permissions: ['payments.create', 'payments.read'],
        limits: [5_000, 10_000, 50_000],
      },
      {
        customer: uuidOf(customer.partyId),
        party: uuidOf(main.partyId),
        permissions: ['payments.create', 'payments.read'],
        limits: [5_000, null, null],
      },
      {
        customer: uuidOf(main.partyId),
        party: uuidOf(delegate.partyId),
        permissions: ['payments.read'],
        limits: [null, null, null],
      },
      {
        customer: uuidOf(main.partyId),
        party: uuidOf(restrictedDelegate.partyId),
        permissions: ['wallets.read'],
        limits: [null, null, null],
      },
    ]);
  });

  it('has a grant whose day and month are bounded: both sides read how much it leaves', async () => {
    const payer = asAgent(server.parties.restrictedDelegate.agentId);
    const received = resources(await server.as(restrictedDelegate).get('/delegations?direction=received'));
    const delegation = received.find(
      ({ relationships }) => relationships['customer']?.data?.id === customer.partyId,
    );
    const pays = (amount: number, headers = {}) =>
      server
        .as(restrictedDelegate)
        .pay({ amount, customerPartyId: customer.partyId, ...to(stranger) }, headers);
    expect(resource(await pays(4_000, payer)).attributes['status']).toBe('PROCESSING');
    const leftBy = async (key: string): Promise<unknown[]> => {
      const usage = resource(await server.as(key).get(`/delegations/${delegation?.id}/usage`));
      return (usage.attributes['limits'] as Array<Record<string, unknown>>).map(({ window, left }) => [
        window,
        left,
      ]);
    };
    const left = [
      ['perTransaction', 5_000],
      ['perDay', 6_000],
      ['perMonth', 46_000],
    ];
    expect([await leftBy(customer.apiKey), await leftBy(restrictedDelegate.apiKey)]).toEqual([left, left]);
    expect(resource(await pays(4_000, payer)).attributes['status']).toBe('PROCESSING');
    expect(resource(await pays(4_000, payer)).attributes['status']).toBe('IN_REVIEW');
    expect((await pays(1)).status).toBe(403); // totals hold for the agent, so nothing passes without it
  });

  it('stores no secret: only prefixes and hashes of keys', async () => {
    const rows = await server.sql<{ text: string }>(
      'SELECT k::text AS text FROM api_keys k UNION ALL SELECT k::text FROM agent_keys k UNION ALL SELECT e::text FROM events e',
    );
    const all = rows.map((row) => row.text).join('\n');
    for (const secret of [main.apiKey, main.agentKey, main.revokedApiKey])
      expect(all).not.toContain(secret.slice(-30));
  });
});
