import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { refusal, resource, resources } from '../support/http.ts';
import { advance, approvalsOf, asAgent, withdraw } from '../support/moves.ts';
import { newMember } from '../support/members.ts';
import { customer, main, stranger, to, secondServer, testServer } from '../support/server.ts';
import { signIn } from '../support/sign-in.ts';
import { until } from './support.ts';

const most = 4;
const settings = { PURSER_MAX_IN_REVIEW_PER_AGENT: String(most) };
const server = testServer(settings);
const second = secondServer(server, settings);
const tooMany = [429, ['too_many_in_review'], [undefined]];

const newBuyer = (values: object = {}): Promise<TestAgent> =>
  newAgent(server, { limits: { perTransaction: 100 }, ...values });
const ask = (agent: TestAgent, at: typeof second = server, headers = {}) =>
  at.as(agent.key).pay({ amount: 2000, ...to(customer) }, headers);

describe('what of an agent waits for approval', () => {
  it('is at most so much, payments and withdrawals, by key and by header; the same key works once one is decided', async () => {
    const agent = await newBuyer();
    const byHeader = asAgent(agent.id);
    const payment = resource(await ask(agent));
    expect((await server.pay({ amount: 2000, ...to(customer) }, byHeader)).status).toBe(201);
    const { externalAccountId } = main;
    const taken = await server.post('/transfers/withdraw', { amount: 500, externalAccountId }, byHeader);
    expect(taken.status).toBe(200);
    expect((await ask(agent)).status).toBe(201);

    const key = { 'Idempotency-Key': randomUUID() };
    const refused = [
      await ask(agent, server, key),
      await server.pay({ amount: 2000, ...to(customer) }, byHeader),
      await server.post('/transfers/withdraw', { amount: 500, externalAccountId }, byHeader),
    ];
    expect(refused.map(refusal)).toEqual([tooMany, tooMany, tooMany]);
    expect(refused.map(({ headers }) => headers.get('Retry-After'))).toEqual(['60', '60', '60']);
    expect((await server.as(agent.key).pay({ amount: 100, ...to(customer) })).status).toBe(201);
    expect((await ask(await newBuyer())).status).toBe(201);
    expect((await withdraw(server)).status).toBe(200);

    const [approval] = await approvalsOf(server, payment);
    expect((await server.post(`/approvals/${approval?.id}/deny`)).status).toBe(200);
    expect((await ask(agent, server, key)).status).toBe(201);
    expect(refusal(await ask(agent))).toEqual(tooMany);
  });

  it('is counted once, though two parties decide', async () => {
    const both = { amount: 1, currency: 'EUR', customerPartyId: customer.partyId, ...to(stranger) };
    await server.pay({ amount: 50, currency: 'EUR', ...to(customer) });
    const replies: number[] = [];
    for (let turn = 0; turn <= most; turn += 1) {
      replies.push((await server.as(main.agentKey).pay(both)).status);
    }
    expect(replies).toEqual([...Array.from({ length: most }, () => 201), 429]);
  });

  it('is never more, through two servers at once', async () => {
    const agent = await newBuyer();
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, turn) => ask(agent, turn % 2 === 0 ? server : second)),
    );
    const passed = replies.filter(({ status }) => status === 201);
    expect([passed.length, replies.filter(({ status }) => status === 429).length]).toEqual([most, 30 - most]);
  });

  it('is listed by agent, on the page of the account and in the mail', async () => {
    for (const { id } of resources(await server.get('/approvals?limit=100'))) {
      await server.post(`/approvals/${id}/deny`);
    }
    await advance(server, 61);
    const { email } = await newMember(server, 'ADMIN');
    const [one, other] = [await newBuyer({ name: 'Loud' }), await newBuyer({ name: 'Quiet' })];
    await ask(one);
    await until('the first mail is sent', async () => (await mailsTo(email)).length === 1);
    for (const agent of [one, other, one]) await ask(agent);
    await advance(server, 61);
    await until('the second mail is sent', async () => (await mailsTo(email)).length === 2);
    const said = 'With this one, 4 requests wait for a decision of ';
    const [, mail] = await mailsTo(email);
    expect(mail?.replaceAll(/\s+/g, ' ')).toContain(said);
    expect(mail?.replaceAll(/\s+/g, ' ')).toContain('3 of the agent “Loud”, 1 of the agent “Quiet”.');
    const { text } = await (await signIn(server, email)).get('/account');
    expect(text).toContain('The agent <bdi>Loud</bdi> · 3');
    expect(text).toContain('The agent <bdi>Quiet</bdi> · 1');
  });
});

async function mailsTo(email: string): Promise<string[]> {
  const mails = await server.sql<{ body: string }>(
    `SELECT body FROM mails WHERE kind = 'approval' AND status = 'SENT' AND recipient = $1 ORDER BY id`,
    email,
  );
  return mails.map(({ body }) => body);
}
