import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newAgent, type TestAgent } from '../support/agents.ts';
import { eventOf, payloadOf } from '../support/events.ts';
import { codes, inSeconds, refusal, type Resource, resource, resources } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { advance, approvalsOf, asAgent, targetOf, withdraw } from '../support/moves.ts';
import { byId, customer, delegate, main, stranger, to, testServer, toNobody } from '../support/server.ts';
import { exceeded } from '../support/shapes-transfers.ts';

const server = testServer();
const day_s = 86_400;
// In cents; each figure appears nowhere else.
const limits = { agent: 5_001, grant: 6_002 };

type Asked = { id: string; reasons: object[]; deciderPartyId: string; expiresAt: string };
const askedOf = ({ attributes }: Resource) => attributes['approvals'] as Asked[] | null;

let agent: TestAgent;
beforeAll(async () => {
  agent = await newAgent(server, { limits: { perTransaction: limits.agent } });
  const by = { agentId: agent.id, apiKey: main.apiKey };
  const terms = {
    limits: { perTransaction: limits.grant },
    permissions: ['payments.create', 'payments.read'],
  };
  const [invited] = resources(await invite(server, [byId(customer)], terms, by));
  await server.as(customer).post(`/customer-invitations/${invited?.id}/accept`, {});
});

const over = { amount: limits.agent + 1, ...to(stranger) };
const overBoth = { amount: limits.grant + 1, ...to(stranger), customerPartyId: customer.partyId };
const approver = { apiKey: main.approverApiKey };
const byAgent = () => server.with(asAgent(agent.id));
const decide = (id: string | undefined, verdict: 'approve' | 'deny', as: { apiKey: string } = approver) =>
  server.as(as).post(`/approvals/${id}/${verdict}`, {});

/** Returns what a resource should say of an approval that is pending. */
const shown = (approval: Resource | undefined): object => ({
  id: approval?.id,
  reasons: approval?.attributes['reasons'],
  deciderPartyId: approval?.attributes['deciderPartyId'],
  expiresAt: new Date(Date.parse(inSeconds(approval?.attributes['createdAt'])) + 7 * day_s * 1000)
    .toISOString()
    .replace('.000Z', 'Z'),
});

describe('a payment in review', () => {
  it('says which approvals it waits for, why, who decides and until when, until they are decided', async () => {
    const made = resource(await server.as(agent.key).pay(over));
    const [approval] = await approvalsOf(server, made);
    expect(askedOf(made)).toEqual([shown(approval)]);
    expect(askedOf(made)?.[0]?.reasons).toEqual([
      exceeded('perTransactionAmount', limits.agent, over.amount),
    ]);
    expect(resource(await server.get(`/payments/${made.id}`))).toStrictEqual(made);
    expect(resources(await server.get('/payments?limit=1'))).toStrictEqual([made]);
    expect((await decide(approval?.id, 'approve')).status).toBe(200);
    for (const as of [main, stranger]) {
      const paid = resource(await server.as(as).get(`/payments/${made.id}`));
      expect([paid.attributes['status'], askedOf(paid)]).toEqual(['COMPLETED', null]);
    }
  });

  it('has the same answer when its key is used again, whatever has become of the approvals', async () => {
    for (const verdict of ['approve', 'deny'] as const) {
      const key = { 'Idempotency-Key': randomUUID() };
      const first = await server.as(agent.key).pay(over, key);
      const again = async () => (await server.as(agent.key).pay(over, key)).text;
      expect(await again()).toBe(first.text);
      const [asked] = askedOf(resource(first)) ?? [];
      expect((await decide(asked?.id, verdict)).status).toBe(200);
      expect(await again()).toBe(first.text);
      await advance(server, 8 * day_s);
      expect(await again()).toBe(first.text);
    }
  });

  it('has the same answer although another approval was requested since, which a read shows', async () => {
    const mine = { 'Idempotency-Key': randomUUID() };
    const delegated = { ...overBoth, amount: limits.agent + 1 };
    const waits = await server.as(agent.key).pay(delegated, mine);
    const [ours] = askedOf(resource(waits)) ?? [];
    expect(askedOf(resource(waits))).toHaveLength(1);
    await server.as(customer).put('/parties/me/limits', { limits: { perTransaction: 50 } });
    expect((await decide(ours?.id, 'approve')).status).toBe(200);
    const [theirs] = await approvalsOf(server.as(customer), resource(waits));
    const now = resource(await server.as(customer).get(`/payments/${resource(waits).id}`));
    expect(askedOf(now)).toEqual([shown(theirs)]);
    expect(theirs?.id).not.toBe(ours?.id);
    expect((await server.as(agent.key).pay(delegated, mine)).text).toBe(waits.text);
    await server.as(customer).put('/parties/me/limits', { limits: null });
  });

  it('shows each party the figures that it may see, and a third one that reads for it nothing', async () => {
    await server.as(customer).put('/parties/me/limits', { limits: { perTransaction: 50 } });
    const made = resource(await server.as(agent.key).pay(overBoth));
    await server.as(customer).put('/parties/me/limits', { limits: null });
    const ofAgent = exceeded('perTransactionAmount', limits.agent, overBoth.amount);
    const ofGrant = exceeded('perTransactionAmount', limits.grant, overBoth.amount);
    const ofCustomer = exceeded('perTransactionAmount', 50, overBoth.amount);
    const figures = (payment: Resource) =>
      Object.fromEntries((askedOf(payment) ?? []).map((each) => [each.deciderPartyId, each.reasons]));
    const path = `/payments/${made.id}`;
    const forMain = { [main.partyId]: [ofAgent], [customer.partyId]: [ofGrant] };
    const forCustomer = { [main.partyId]: [], [customer.partyId]: [ofCustomer, ofGrant] };
    const read = async (as: string, query = '') => resource(await server.as(as).get(path + query));
    for (const payment of [
      made,
      await read(main.apiKey),
      await read(agent.key),
      await read(agent.key, `?partyId=${customer.partyId}`),
      payloadOf(await eventOf(server, made.id, 'payment.created')),
    ]) {
      expect(figures(payment)).toEqual(forMain);
    }
    for (const payment of [
      await read(customer.apiKey),
      payloadOf(await eventOf(server.as(customer), made.id, 'payment.created')),
    ]) {
      expect(figures(payment)).toEqual(forCustomer);
    }
    const own = resource(await server.as(agent.key).pay(over));
    const third = await server.as(delegate).get(`/payments/${own.id}?partyId=${main.partyId}`);
    expect([resource(third).attributes['status'], askedOf(resource(third))]).toEqual(['IN_REVIEW', null]);
    const query = `/events?partyId=${main.partyId}&resourceId=${own.id}`;
    await eventOf(server, own.id, 'payment.created');
    const [told] = resources(await server.as(delegate).get(query));
    expect(told && askedOf(payloadOf(told))).toBe(null);
    const listed = resources(await server.as(delegate).get(`/payments?partyId=${main.partyId}&limit=1`));
    expect(listed.map(({ id, attributes }) => [id, attributes['approvals']])).toEqual([[own.id, null]]);
  });

  it('keeps in its first event what it waited for then', async () => {
    const made = resource(await server.as(agent.key).pay(over));
    expect((await decide(askedOf(made)?.[0]?.id, 'deny')).status).toBe(200);
    expect(payloadOf(await eventOf(server, made.id, 'payment.created'))).toStrictEqual(made);
    const denied = payloadOf(await eventOf(server, made.id, 'payment.approval_denied'));
    expect(askedOf(denied)).toBe(null);
  });
});

describe('a withdrawal in review', () => {
  it('says the same, in its first answer, reads, lists, events and replays', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const values = { amount: limits.agent + 1, externalAccountId: main.externalAccountId };
    const first = await byAgent().post('/transfers/withdraw', values, key);
    const made = resource(first);
    const [approval] = await approvalsOf(server, made);
    expect(askedOf(made)).toEqual([shown(approval)]);
    expect(resource(await server.get(`/transfers/${made.id}`))).toStrictEqual(made);
    expect(resources(await server.get('/transfers?limit=1'))).toStrictEqual([made]);
    const third = await server.as(delegate).get(`/transfers/${made.id}?partyId=${main.partyId}`);
    expect([resource(third).attributes['status'], askedOf(resource(third))]).toEqual(['IN_REVIEW', null]);
    expect((await decide(approval?.id, 'approve')).status).toBe(200);
    expect((await byAgent().post('/transfers/withdraw', values, key)).text).toBe(first.text);
    expect(askedOf(resource(await server.get(`/transfers/${made.id}`)))).toBe(null);
    expect(payloadOf(await eventOf(server, made.id, 'withdrawal.created'))).toStrictEqual(made);
  });
});

describe('GET /approvals?targetId=', () => {
  it('lists those of one payment or withdrawal, by default the pending ones, with who decided', async () => {
    const payment = resource(await server.as(agent.key).pay(over));
    const other = resource(await withdraw(server.with(asAgent(agent.id)), { amount: limits.agent + 1 }));
    const of = async (id: string, query = '', as: { apiKey: string } = main) =>
      resources(await server.as(as).get(`/approvals?targetId=${id}${query}`));
    for (const { id } of [payment, other]) {
      const found = await of(id);
      expect(found.map((each) => [targetOf(each).id, each.attributes['status']])).toEqual([[id, 'pending']]);
      expect(await of(id, '', stranger)).toEqual([]);
    }
    expect(await of(payment.id.replace('pay_', 'trf_'))).toEqual([]);
    const [pending] = await of(payment.id);
    const decided = resource(await decide(pending?.id, 'approve'));
    expect(decided.attributes['decidedBy']).toHaveLength(1);
    expect(await of(payment.id)).toEqual([]);
    expect(await of(payment.id, '&status=denied')).toEqual([]);
    expect(await of(payment.id, '&status=approved')).toStrictEqual([decided]);
    expect(resources(await server.get('/approvals?status=approved&limit=1'))).toStrictEqual([decided]);
  });

  it('pages, and refuses what names no payment or transfer', async () => {
    await server.as(customer).put('/parties/me/limits', { limits: { perTransaction: 50 } });
    const payment = resource(await server.as(agent.key).pay(overBoth));
    await server.as(customer).put('/parties/me/limits', { limits: null });
    const path = `/approvals?targetId=${payment.id}`;
    const page = await server.get(`${path}&limit=1`);
    const { meta } = JSON.parse(page.text) as { meta: { pagination: { nextCursor: string } } };
    const { nextCursor } = meta.pagination;
    const rest = resources(await server.get(`${path}&limit=1&cursor=${nextCursor}`));
    expect([...resources(page), ...rest]).toStrictEqual(resources(await server.get(path)));
    expect(rest).toHaveLength(1);
    expect(codes(await server.get(`/approvals?limit=1&cursor=${nextCursor}`))).toEqual([
      'invalid_pagination_cursor',
    ]);
    for (const id of ['', 'pay_1', `apr_${'0'.repeat(32)}`, payment.id.toUpperCase()]) {
      const refused = refusal(await server.get(`/approvals?targetId=${id}`));
      expect(refused).toEqual([400, ['invalid_value'], ['targetId']]);
    }
  });
});

describe('a payment that waits to be claimed', () => {
  it('says until when, and no other payment does', async () => {
    const made = resource(await server.pay({ amount: 5, ...toNobody() }));
    expect(made.attributes).toMatchObject({ status: 'PROCESSING', approvals: null, expiresAt: null });
    const path = `/payments/${made.id}`;
    const waits = resource(await server.get(path));
    const days =
      (Date.parse(String(waits.attributes['expiresAt'])) - Date.parse(String(made.attributes['createdAt']))) /
      day_s /
      1000;
    expect([waits.attributes['status'], days]).toEqual(['PENDING_CLAIM', 30]);
    await advance(server, 30 * day_s - 60);
    expect(resource(await server.get(path))).toStrictEqual(waits);
    await advance(server, 120);
    expect(resource(await server.get(path)).attributes).toMatchObject({
      status: 'RETURNED',
      expiresAt: null,
    });
  });
});
