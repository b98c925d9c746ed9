import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { integer, orNull, millis } from '../support/shapes.ts';
import { pay, refusal, resource } from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { approvalsOf, post } from '../support/moves.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const backtest = (agentId: string, values: object = {}, key?: string): Promise<Reply> =>
  post(server, `/agents/${agentId}/rules/backtest`, values, key ? { key } : {});
const result = async (agentId: string, values: object): Promise<Record<string, unknown>> =>
  resource(await backtest(agentId, values)).attributes;

checkEndpoint('POST /agents/{agentId}/rules/backtest', () => server, {
  method: 'POST',
  path: () => `/agents/${server.parties.main.agentId}/rules/backtest`,
  scope: 'agents.update',
  agents: 'refused',
  idempotency: 'none',
  status: 200,
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
  it('says what rules and limits would have made of each payment, newest examples first', async () => {
    const agent = await newAgent(server);
    const counterparty = { type: 'party_id', value: server.parties.stranger.partyId };
    const ids: string[] = [];
    for (const amount of [100, 100, 300, 900]) {
      ids.push(resource(await pay(server.baseUrl, agent.key, { amount, counterparty })).id);
    }
    const rules = {
      duplicates: { withinSeconds: 600, onBreach: 'review' },
      paymentsPerDay: { max: 3, onBreach: 'refuse' },
    };
    const found = await result(agent.id, { rules, limits: { perTransaction: 200 } });
    expect(found).toMatchObject({ payments: 4, passed: 1, waited: 2, refused: 1 });
    expect(found['examples']).toMatchObject([
      {
        paymentId: ids[3],
        outcome: 'refused',
        reasons: [{ type: 'rateExceeded' }, { type: 'limitExceeded' }],
      },
      { paymentId: ids[2], outcome: 'waited', reasons: [{ type: 'limitExceeded' }] },
      {
        paymentId: ids[1],
        outcome: 'waited',
        reasons: [{ type: 'possibleDuplicate', earlierPaymentId: ids[0] }],
      },
    ]);
    expect(await result(agent.id, { payments: 1, rules })).toMatchObject({ payments: 1, passed: 1 });
  });

  it('takes what is not sent from the agent, and decides as the engine did', async () => {
    const agent = await newAgent(server, {
      limits: { perDay: 250 },
      rules: { firstPaymentToNewPayee: 'review' },
    });
    const counterparty = { type: 'party_id', value: server.parties.stranger.partyId };
    const buy = async () => resource(await pay(server.baseUrl, agent.key, { amount: 100, counterparty }));
    const [approval] = await approvalsOf(server, await buy());
    await post(server, `/approvals/${approval?.id}/approve`);
    const later = [await buy(), await buy()];
    expect(later.map(({ attributes }) => attributes['status'])).toEqual(['PROCESSING', 'IN_REVIEW']);
    expect(await result(agent.id, {})).toMatchObject({ payments: 3, passed: 1, waited: 2, refused: 0 });
    expect(await result(agent.id, { rules: null, limits: null })).toMatchObject({ passed: 3 });
  });

  it('knows only agents of the party', async () => {
    const { main, stranger } = server.parties;
    expect(refusal(await backtest(main.agentId, {}, stranger.apiKey))[1]).toEqual(['agent_not_found']);
  });
});
