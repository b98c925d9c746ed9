import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { resource, resources, withoutRequestId, type Resource } from '../support/http.ts';
import { approvalsOf, asAgent } from '../support/moves.ts';
import { main, stranger, to, testServer } from '../support/server.ts';
import { activityShape } from '../support/shapes-audit.ts';
import { exceeded } from '../support/shapes-transfers.ts';
import { listOf } from '../support/shapes.ts';

const server = testServer();
const conversation = 'conversation of the activity';
const reviewsOf = (line?: Resource): unknown => line?.attributes['reviews'];

const payOnce = (key = main.apiKey, values: object = {}, headers = {}) =>
  server.as(key).pay({ amount: 1, ...to(stranger), ...values }, headers);

function inConversation(instanceId = conversation): Record<string, string> {
  return { ...asAgent(main.agentId), 'X-Instance-ID': instanceId };
}

const common = { scope: 'audit.read', agents: 'refused' } as const;

const activityOf = (agentId: string, instanceId = conversation): string =>
  `/agents/${agentId}/activity?instanceId=${encodeURIComponent(instanceId)}`;

checkEndpoint('GET /agents/{agentId}/activity', server, {
  ...common,
  path: async () => {
    await payOnce(main.apiKey, {}, inConversation());
    return activityOf(main.agentId);
  },
  response: listOf(activityShape),
});

checkList('GET /agents/{agentId}/activity', server, {
  path: activityOf(main.agentId, 'a long conversation'),
  more: (count) =>
    Promise.all(
      Array.from({ length: count }, () => payOnce(main.apiKey, {}, inConversation('a long conversation'))),
    ),
  otherList: '/transactions',
  toOthers: [404, ['agent_not_found'], ['agentId']],
});

describe('GET /agents/{agentId}/activity', () => {
  it('shows one conversation as one story: requests, refusals, reviews, who decided them, and outcomes', async () => {
    const agent = await newAgent(server, { limits: { perTransaction: 10 } });
    const headers = { 'X-Instance-ID': 'story' };
    const small = resource(await payOnce(agent.key, { amount: 5 }, headers));
    const large = resource(await payOnce(agent.key, { amount: 11 }, headers));
    const other = resource(await payOnce(agent.key, { amount: 12 }, headers));
    await payOnce(agent.key, {}, { 'X-Instance-ID': 'another story' });
    const [approval] = await approvalsOf(server, large);
    const [denied] = await approvalsOf(server, other);
    const key = main.approverApiKey;
    expect((await server.as(key).post(`/approvals/${approval?.id}/approve`)).status).toBe(200);
    await server.as(key).post(`/approvals/${denied?.id}/deny`, { reason: 'Too dear' });
    await server.as(agent.key).post(`/payments/${small.id}/cancel`, null, headers);

    const story = resources(await server.get(activityOf(agent.id, 'story')));
    expect(story.map(({ attributes: { action, decision, outcome } }) => [action, decision, outcome])).toEqual(
      [
        [
          `POST /payments/${small.id}/cancel`,
          'refused',
          { status: 'REFUSED', updatedAt: expect.any(String) },
        ],
        ['POST /payments', 'accepted', { status: 'APPROVAL_DENIED', updatedAt: expect.any(String) }],
        ['POST /payments', 'accepted', { status: 'COMPLETED', updatedAt: expect.any(String) }],
        ['POST /payments', 'accepted', { status: 'COMPLETED', updatedAt: expect.any(String) }],
      ],
    );
    const by = { deciderPartyId: main.partyId, decidedBy: expect.stringMatching(/^usr_[0-9a-f]{32}$/) };
    expect(reviewsOf(story[1])).toMatchObject([
      {
        approvalId: denied?.id,
        status: 'denied',
        ...by,
        reason: 'Too dear',
        reasons: [exceeded('perTransactionAmount', 10, 12)],
      },
    ]);
    expect(reviewsOf(story[2])).toMatchObject([
      {
        approvalId: approval?.id,
        status: 'approved',
        ...by,
        reason: null,
        reasons: [exceeded('perTransactionAmount', 10, 11)],
      },
    ]);
    expect(reviewsOf(story[3])).toEqual([]);
  });

  it('shows all conversations if none is named', async () => {
    const agent = await newAgent(server);
    for (const instanceId of ['one', 'two']) await payOnce(agent.key, {}, { 'X-Instance-ID': instanceId });
    const all = resources(await server.get(`/agents/${agent.id}/activity`));
    expect(all.map(({ attributes }) => attributes['instanceId'])).toEqual(['two', 'one']);
  });

  it('needs an agent of the party', async () => {
    const absent = 'agt_0198f3c2a4b17d6e8f90a1b2c3d4e5f6';
    const replies = await Promise.all([absent, stranger.agentId].map((id) => server.get(activityOf(id))));
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
    expect(replies[0]?.status).toBe(404);
  });
});
