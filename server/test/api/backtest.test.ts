import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { integer, orNull, millis } from '../support/shapes.ts';
import { refusal, resource } from '../support/http.ts';
import { advance, approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { main, stranger, byId, to, testServer } from '../support/server.ts';

const server = testServer();
const backtest = (agentId: string, values: object = {}, key?: string) =>
  server.as(key).post(`/agents/${agentId}/rules/backtest`, values);
const result = async (agentId: string, values: object): Promise<Record<string, unknown>> =>
  resource(await backtest(agentId, values)).attributes;

checkEndpoint('POST /agents/{agentId}/rules/backtest', server, {
  path: () => `/agents/${main.agentId}/rules/backtest`,
  scope: 'agents.update',
  idempotency: 'none',
  response: {
    data: {
      type: 'backtest',
      attributes: {
        payments: integer,
        passed: integer,
        waited: integer,
        refused: integer,
        from: orNull(millis),
        to: orNull(millis),
        examples: [],
      },
    },
  },
});

describe('a backtest', () => {
  it('says which payments would have passed, waited or been refused, newest examples first', async () => {
    const agent = await newAgent(server);
    const ids: string[] = [];
    for (const amount of [100, 100, 300, 900]) {
      ids.push(resource(await server.as(agent.key).pay({ amount, ...to(stranger) })).id);
    }
    const rules = {
      duplicates: { withinSeconds: 600, onBreach: 'review' },
      paymentsPerDay: { max: 3, onBreach: 'refuse' },
    };
    const found = await result(agent.id, { rules, limits: { perTransaction: 200 } });
    expect(found).toMatchObject({ payments: 4, passed: 1, waited: 2, refused: 1 });
    expect(found['examples']).toMatchObject([
      {
        target: { type: 'payment', id: ids[3] },
        outcome: 'refused',
        reasons: [{ type: 'rateExceeded' }, { type: 'limitExceeded' }],
      },
      { target: { type: 'payment', id: ids[2] }, outcome: 'waited', reasons: [{ type: 'limitExceeded' }] },
      {
        target: { type: 'payment', id: ids[1] },
        outcome: 'waited',
        reasons: [{ type: 'possibleDuplicate', earlierPaymentId: ids[0] }],
      },
    ]);
    expect(await result(agent.id, { payments: 1, rules })).toMatchObject({ payments: 1, passed: 1 });
  });

  it('uses the rules and limits of the agent where none are sent, and decides as the engine did', async () => {
    const agent = await newAgent(server, {
      limits: { perDay: 250 },
      rules: { firstPaymentToNewPayee: 'review' },
    });
    const buy = async () => resource(await server.as(agent.key).pay({ amount: 100, ...to(stranger) }));
    const [approval] = await approvalsOf(server, await buy());
    await server.post(`/approvals/${approval?.id}/approve`);
    const later = [await buy(), await buy()];
    expect(later.map(({ attributes }) => attributes['status'])).toEqual(['PROCESSING', 'IN_REVIEW']);
    expect(await result(agent.id, {})).toMatchObject({ payments: 3, passed: 1, waited: 2, refused: 0 });
    expect(await result(agent.id, { rules: null, limits: null })).toMatchObject({ passed: 3 });
  });

  it('counts withdrawals too, in the order of time', async () => {
    const agent = await newAgent(server);
    const counterparty = byId(stranger);
    const buy = async () => resource(await server.as(agent.key).pay({ amount: 100, counterparty })).id;
    await buy();
    const withdrawn = resource(await withdraw(server.with(asAgent(agent.id)))).id;
    const last = await buy();
    const rules = {
      paymentsPerDay: { max: 1, onBreach: 'review' },
      counterparties: {
        allow: [counterparty, { type: 'external_account_id', value: main.externalAccountId }],
        onBreach: 'refuse',
      },
    };
    const found = await result(agent.id, { rules, limits: { perDay: 650 } });
    expect(found).toMatchObject({ payments: 3, passed: 1, waited: 2, refused: 0 });
    const perDay = { type: 'limitExceeded', limitType: 'dailyAmount', actualAmount: 700 };
    expect(found['examples']).toMatchObject([
      { target: { type: 'payment', id: last }, reasons: [{ type: 'rateExceeded', actual: 3 }, perDay] },
      { target: { type: 'withdrawal', id: withdrawn }, reasons: [{ type: 'rateExceeded', actual: 2 }] },
    ]);
    const latest = { payments: 2, rules: { duplicates: { withinSeconds: 600, onBreach: 'review' } } };
    expect(await result(agent.id, latest)).toMatchObject({ payments: 2, passed: 2 });
  });

  it('gives back what was canceled or failed, in the same day, as the engine did', async () => {
    const agent = await newAgent(server, {
      limits: { perDay: 1000, perTransaction: 1000 },
      rules: { duplicates: { withinSeconds: 600, onBreach: 'review' } },
    });
    const buy = (values: object) => server.as(agent.key).pay({ amount: 1000, ...to(stranger), ...values });
    const nobody = { type: 'email', value: 'nobody-yet@example.com' };
    const cancelUnclaimed = async (): Promise<void> => {
      const { id } = resource(await buy({ counterparty: nobody }));
      expect((await server.post(`/payments/${id}/cancel`)).status).toBe(200);
    };
    await cancelUnclaimed();
    const withdrawn = resource(await withdraw(server.with(asAgent(agent.id)), { amount: 1000 }));
    expect((await server.post(`/transfers/${withdrawn.id}/cancel`)).status).toBe(200);
    await advance(server, 1); // the bank gives it back
    await cancelUnclaimed();
    const states = [await buy({}), await buy({ amount: 1 })].map(
      (each) => resource(each).attributes['status'],
    );
    expect(states).toEqual(['PROCESSING', 'IN_REVIEW']);
    expect(await result(agent.id, {})).toMatchObject({ payments: 5, passed: 4, waited: 1, refused: 0 });
  });

  it('gives back to the month what was canceled on another day', async () => {
    const agent = await newAgent(server, { limits: { perMonth: 1000 } });
    const buy = (counterparty: object) => server.as(agent.key).pay({ amount: 1000, counterparty });
    const unclaimed = resource(await buy({ type: 'email', value: 'nobody-today@example.com' }));
    await advance(server, 86_400);
    expect((await server.post(`/payments/${unclaimed.id}/cancel`)).status).toBe(200);
    const next = await buy(byId(stranger));
    expect(resource(next).attributes['status']).toBe('PROCESSING');
    expect(await result(agent.id, {})).toMatchObject({ payments: 2, passed: 2 });
  });

  it('finds what an agent did long ago among the many payments of its party', async () => {
    const agent = await newAgent(server);
    await server.as(agent.key).pay({ amount: 100, ...to(stranger) });
    const [party, other] = [main.partyId, main.agentId].map((id) => id.slice('pty_'.length));
    await server.sql(
      `INSERT INTO payments (id, status, amount, currency, payer_party_id, payee_party_id, initiator_party_id,
         agent_id, credential_id, user_id, request_id, created_at, updated_at)
       SELECT ('f' || lpad(to_hex(2 * n), 31, '0'))::uuid, 'COMPLETED', 1, 'USD', $1, md5('payee')::uuid, $1,
         $2, md5('key')::uuid, md5('user')::uuid, md5(n::text)::uuid, now(), now() FROM generate_series(1, 20000) n`,
      party,
      other,
    );
    expect(await result(agent.id, {})).toMatchObject({ payments: 1, passed: 1 });
  });

  it('knows only agents of the party', async () => {
    expect(refusal(await backtest(main.agentId, {}, stranger.apiKey))[1]).toEqual(['agent_not_found']);
  });
});
