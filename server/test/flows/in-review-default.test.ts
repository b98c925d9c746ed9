import { expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { codes, resources } from '../support/http.ts';
import { asAgent } from '../support/moves.ts';
import { customer, main, secondServer, testServer, to } from '../support/server.ts';

// The test servers allow more: what nobody sets is empty.
const byDefault = { PURSER_MAX_IN_REVIEW_PER_AGENT: '' };
const server = testServer(byDefault);
const second = secondServer(server, byDefault);
const most = 50;

it('by default 50 of an agent wait: of 70 payments and withdrawals at once, through two servers, exactly these', async () => {
  const agent = await newAgent(server, { limits: { perTransaction: 100 } });
  const { externalAccountId } = main;
  const replies = await Promise.all(
    Array.from({ length: 70 }, (_, turn) => {
      const at = turn % 2 === 0 ? server : second;
      if (turn % 5 === 0) {
        return at.post('/transfers/withdraw', { amount: 500, externalAccountId }, asAgent(agent.id));
      }
      return at.as(agent.key).pay({ amount: 2000 + turn, ...to(customer) });
    }),
  );
  const refused = replies.filter(({ status }) => status === 429);
  expect([replies.filter(({ status }) => status < 300).length, refused.length]).toEqual([most, 70 - most]);
  expect(new Set(refused.flatMap(codes))).toEqual(new Set(['too_many_in_review']));
  expect(new Set(refused.map(({ headers }) => headers.get('Retry-After')))).toEqual(new Set(['60']));
  expect(resources(await server.get('/approvals?limit=100'))).toHaveLength(most);
  for (const at of [server, second]) {
    expect((await at.as(agent.key).pay({ amount: 3000, ...to(customer) })).status).toBe(429);
  }
});
