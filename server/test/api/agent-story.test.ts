import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAgent, newApiKey } from '../support/agents.ts';
import { refusal, resource, resources, type Resource } from '../support/http.ts';
import { approvalsOf, asAgent, clockNow } from '../support/moves.ts';
import { customer, main, stranger, to, testServer } from '../support/server.ts';
import { exceeded } from '../support/shapes-transfers.ts';

const server = testServer();
const noReason = { reasons: [], idempotencyKey: null };

async function storyOf(agentId: string, query: Record<string, string> = {}, key = main.apiKey) {
  const parameters = String(new URLSearchParams(query));
  return resources(await server.as(key).get(`/agents/${agentId}/activity?${parameters}`));
}

const attributesOf = (lines: Resource[]): unknown[] => lines.map(({ attributes }) => attributes);
const amountsOf = (lines: Resource[]): unknown[] => lines.map(({ attributes: { amount } }) => amount);

describe('a line of an agent’s activity', () => {
  it('tells how much a payment, a withdrawal and a request were, for whom, what for and why they waited', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 10 } });
    const as = server.as(agent.key);
    await as.pay({ amount: 5, ...to(stranger), description: 'An atlas' });
    const large = resource(await as.pay({ amount: 11, ...to(stranger) }));
    const { externalAccountId } = main;
    const takings = { amount: 6, description: 'Takings', externalAccountId };
    resource(
      await server.post('/transfers/withdraw', takings, { ...asAgent(agent.id), 'X-Instance-ID': 'i' }),
    );
    const payer = { type: 'email', value: customer.email };
    resource(await as.post('/payment-requests', { amount: 7, payer, payerName: 'Casey' }));
    await as.post(`/payments/${large.id}/cancel`, null);

    const account = {
      type: 'external_account_id',
      value: externalAccountId,
      name: expect.stringMatching(/^\*{4}/),
    };
    const payee = { type: 'party_id', value: stranger.partyId, name: expect.any(String) };
    const money = { currency: 'USD', customerPartyId: null, ...noReason };
    expect(attributesOf(await storyOf(agent.id))).toMatchObject([
      {
        ...money,
        action: `POST /payments/${large.id}/cancel`,
        amount: 11,
        counterparty: payee,
        reasons: [exceeded('perTransactionAmount', 10, 11)],
        outcome: { status: 'CANCELED' },
      },
      { ...money, amount: 7, counterparty: { ...payer, name: 'Casey' }, outcome: { status: 'OPEN' } },
      {
        ...money,
        amount: 6,
        counterparty: account,
        description: 'Takings',
        outcome: { status: 'PROCESSING' },
      },
      {
        ...money,
        amount: 11,
        counterparty: payee,
        reasons: [exceeded('perTransactionAmount', 10, 11)],
        outcome: { status: 'CANCELED' },
      },
      { ...money, amount: 5, counterparty: payee, description: 'An atlas', outcome: { status: 'COMPLETED' } },
    ]);
  });

  it('keeps of a refusal what was asked for, with its key and the rules that it broke', async () => {
    const agent = await newAgent(server, { rules: { currencies: { allow: ['USD'], onBreach: 'refuse' } } });
    const as = server.as(agent.key);
    const key = randomUUID();
    const lost = { type: 'email', value: 'nobody.yet@example.com' };
    expect(
      refusal(
        await as.pay(
          { amount: 900_000_000, counterparty: lost, description: 'A house' },
          { 'Idempotency-Key': key },
        ),
      ),
    ).toEqual([409, ['insufficient_funds'], ['/data/attributes/amount']]);
    expect(refusal(await as.pay({ amount: 3, currency: 'EUR', ...to(stranger) }))).toEqual([
      403,
      ['rule_broken'],
      [undefined],
    ]);
    const [broken, poor] = attributesOf(await storyOf(agent.id));
    expect(poor).toMatchObject({
      decision: 'refused',
      reason: 'insufficient_funds',
      amount: 900_000_000,
      currency: 'USD',
      counterparty: { ...lost, name: null },
      description: 'A house',
      customerPartyId: null,
      idempotencyKey: key,
      reasons: [],
      outcome: { status: 'REFUSED' },
    });
    const reasons = [{ type: 'currencyNotAllowed', currency: 'EUR', allowed: ['USD'], onBreach: 'refuse' }];
    expect(broken).toMatchObject({ reason: 'rule_broken', amount: 3, currency: 'EUR', reasons });
  });

  it('tells nothing of a payment, and no outcome but a refusal, without the scope payments.read', async () => {
    const agent = await newAgent(server);
    const as = server.as(agent.key);
    await as.pay({ amount: 5, ...to(stranger), description: 'An atlas' });
    await as.pay({ amount: 900_000_000, ...to(stranger) });
    const { secret: key } = await newApiKey(server, { scopes: ['audit.read'] });
    const hidden = Object.fromEntries(
      ['amount', 'currency', 'counterparty', 'description', 'idempotencyKey', 'reasons', 'reviews'].map(
        (name) => [name, null],
      ),
    );
    expect(attributesOf(await storyOf(agent.id, {}, key))).toMatchObject([
      { ...hidden, outcome: { status: 'REFUSED' } },
      { ...hidden, outcome: null },
    ]);
    expect(await storyOf(agent.id, { outcome: 'COMPLETED' }, key)).toEqual([]);
    expect(await storyOf(agent.id, { outcome: 'REFUSED' }, key)).toHaveLength(1);
  });

  it('tells of a refused decision on an approval what waits for it, and why', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 10 } });
    const large = resource(
      await server.as(agent.key).pay({ amount: 11, ...to(stranger), description: 'An atlas' }),
    );
    const [approval] = await approvalsOf(server, large);
    for (const verb of ['approve', 'deny']) {
      await server.as(agent.key).post(`/approvals/${approval?.id}/${verb}`, null);
      await server.post(`/approvals/${approval?.id}/${verb}`, null, asAgent(agent.id));
    }
    const lines = attributesOf(await storyOf(agent.id, { outcome: 'REFUSED' }));
    expect(lines.length).toBeGreaterThan(1);
    const told = {
      reason: 'agent_not_allowed',
      amount: 11,
      currency: 'USD',
      counterparty: { type: 'party_id', value: stranger.partyId, name: expect.any(String) },
      description: 'An atlas',
      reasons: [exceeded('perTransactionAmount', 10, 11)],
      reviews: [{ approvalId: approval?.id, status: 'pending' }],
      outcome: { status: 'REFUSED' },
    };
    expect(lines).toMatchObject(lines.map(() => told));
    await server.as(stranger).post(`/approvals/${approval?.id}/approve`, null, asAgent(stranger.agentId));
    const [foreign] = attributesOf(
      resources(await server.as(stranger).get(`/agents/${stranger.agentId}/activity`)),
    );
    expect(foreign).toMatchObject({
      action: `POST /approvals/${approval?.id}/approve`,
      amount: null,
      reviews: [],
    });
  });

  it('says nothing of what a refused request only named', async () => {
    const foreign = resource(await server.as(stranger.apiKey).pay({ amount: 4, ...to(customer) }));
    const agent = await newAgent(server);
    await server.as(agent.key).post(`/payments/${foreign.id}/cancel`, null);
    expect(attributesOf(await storyOf(agent.id))).toMatchObject([
      { amount: null, currency: null, counterparty: null, outcome: { status: 'REFUSED' } },
    ]);
  });
});

const of = (instanceId: string) => ({ 'X-Instance-ID': instanceId });

describe('the filters of an agent’s activity', () => {
  it('choose by outcome, conversation and time, alone and together', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 10 } });
    const as = server.as(agent.key);
    await as.pay({ amount: 1, ...to(stranger) }, of('one'));
    const waiting = resource(await as.pay({ amount: 11, ...to(stranger) }, of('one')));
    await as.pay({ amount: 12, ...to(stranger) }, of('two'));
    await as.pay(
      { amount: 900_000_000, counterparty: { type: 'agent_id', value: `agt_${'0'.repeat(32)}` } },
      of('two'),
    );
    const [approval] = await approvalsOf(server, waiting);
    await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/deny`, {});
    const amounts = async (query: Record<string, string>) => amountsOf(await storyOf(agent.id, query));
    expect(await amounts({ outcome: 'REFUSED' })).toEqual([900_000_000]);
    expect(await amounts({ outcome: 'COMPLETED' })).toEqual([1]);
    expect(await amounts({ outcome: 'IN_REVIEW' })).toEqual([12]);
    expect(await amounts({ outcome: 'APPROVAL_DENIED', instanceId: 'one' })).toEqual([11]);
    expect(await amounts({ outcome: 'APPROVAL_DENIED', instanceId: 'two' })).toEqual([]);
    const after = new Date((await clockNow(server)).getTime() + 1000).toISOString();
    expect(await amounts({ createdBefore: after })).toHaveLength(4);
    expect(await amounts({ createdAfter: after })).toEqual([]);
  });

  it.each([
    ['outcome', 'done'],
    ['outcome', 'completed'],
    ['createdAfter', 'yesterday'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await server.get(`/agents/${main.agentId}/activity?${name}=${value}`);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], [name]]);
  });
});
