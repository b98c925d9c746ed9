import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { createParty } from '../../src/identity/parties/create.ts';
import { refusal, resource, type Resource } from '../support/http.ts';
import { type Waiting, waitingPayment } from '../support/moves.ts';
import { main, newAddress, testServer } from '../support/server.ts';
import { uuidOf, withSession } from './support.ts';

const server = testServer();
const email = (): string => newAddress();
const to = (value: string) => ({ counterparty: { type: value.includes('@') ? 'email' : 'phone', value } });
const approve = ({ id }: Waiting) => server.post(`/approvals/${id}/approve`);
const deny = ({ id }: Waiting) => server.post(`/approvals/${id}/deny`);
const recipientOf = ({ relationships }: Resource) => relationships['recipient']?.data?.id;
const now = async ({ id }: Resource) => resource(await server.get(`/payments/${id}`));

/** Returns who is known by an address: parties, contacts and events of parties. */
async function known(value: string): Promise<object[]> {
  return server.sql`SELECT p.id, p.status, (SELECT count(*)::int FROM events e WHERE e.resource = 'party'
    AND e.resource_id = p.id) AS events FROM parties p LEFT JOIN contacts c ON c.party_id = p.id
    WHERE ${value} IN (p.name, p.email, c.value)`;
}

/** Returns the id of a new party with this address. */
const signUp = async (value: string): Promise<string | undefined> =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    const party = { type: 'ORG', name: 'New', email: value, currency: 'USD', now: new Date() } as const;
    const made = await createParty(session, party, { name: 'New', email: value });
    await session.query('COMMIT');
    return made?.partyId;
  });

describe('a payment to an unknown address that goes to review', () => {
  it.each([email(), '+15557654321'])('registers nobody until it is approved: %s', async (value) => {
    const waiting = await waitingPayment(server, to(value));
    const { payment } = waiting;
    expect(await known(value)).toEqual([]);
    expect(recipientOf(payment)).toMatch(/^pty_[0-9a-f]{32}$/);
    expect(recipientOf(await now(payment))).toBe(recipientOf(payment));
    const detail = resource(await server.get(`/transactions/txn_${payment.id.slice(4)}`));
    expect(detail.attributes['recipient_name']).toBe(value);
    expect(detail.relationships['destination_party']?.data?.id).toBe(recipientOf(payment));
    expect((await approve(waiting)).status).toBe(200);
    const party = { id: uuidOf(recipientOf(payment) ?? ''), status: 'PROVISIONAL', events: 1 };
    expect(await known(value)).toEqual([party]);
    expect((await now(payment)).attributes['status']).toBe('PENDING_CLAIM');
  });

  it('leaves nothing behind if it is denied or canceled, and cannot be paid through its id', async () => {
    const value = email();
    const [denied, canceled] = [
      await waitingPayment(server, to(value)),
      await waitingPayment(server, to(value)),
    ];
    expect((await deny(denied)).status).toBe(200);
    expect((await server.post(`/payments/${canceled.payment.id}/cancel`)).status).toBe(200);
    expect(await known(value)).toEqual([]);
    const counterparty = { type: 'party_id', value: recipientOf(denied.payment) };
    const reply = await server.pay({ amount: 1, counterparty });
    const pointer = '/data/attributes/counterparty/value';
    expect(refusal(reply)).toEqual([404, ['party_not_found'], [pointer]]);
  });

  it('pays the party that has signed up with the address by the time of the approval', async () => {
    const value = email();
    const waiting = await waitingPayment(server, to(value));
    const partyId = await signUp(value);
    expect((await approve(waiting)).status).toBe(200);
    const paid = await now(waiting.payment);
    expect([paid.attributes['status'], recipientOf(paid)]).toEqual(['COMPLETED', `pty_${partyId}`]);
  });

  it('joins the party that another payment has registered by then', async () => {
    const value = email();
    const [first, second] = [
      await waitingPayment(server, to(value)),
      await waitingPayment(server, to(value)),
    ];
    const direct = resource(await server.pay({ amount: 1, ...to(value) }));
    for (const each of [first, second]) expect((await approve(each)).status).toBe(200);
    const payees = [await now(first.payment), await now(second.payment)].map(recipientOf);
    expect(payees).toEqual([recipientOf(direct), recipientOf(direct)]);
    expect(await known(value)).toHaveLength(1);
  });

  it('replays its first response under its key, even if the approval found another recipient', async () => {
    const value = email();
    const headers = { 'Idempotency-Key': randomUUID() };
    const sent = { amount: 10_001, ...to(value) };
    const send = () => server.as(main.limitedAgentKey).pay(sent, headers);
    const first = await send();
    expect((await send()).text).toBe(first.text);
    await signUp(value);
    const [approval] = await server.sql<{ id: string }>`SELECT id FROM approvals
      WHERE target_id = ${uuidOf(resource(first).id)}`;
    expect((await approve({ payment: resource(first), id: `apr_${approval?.id}` })).status).toBe(200);
    expect((await now(resource(first))).attributes['status']).toBe('COMPLETED');
    const again = await send();
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('is approved once under a race, and every address becomes one party', async () => {
    const value = email();
    const waiting: Waiting[] = [];
    for (let count = 0; count < 8; count += 1) waiting.push(await waitingPayment(server, to(value)));
    const replies = await Promise.all([
      ...waiting.flatMap((each) => [approve(each), approve(each)]),
      server.pay({ amount: 1, ...to(value) }),
    ]);
    const counted = Map.groupBy(replies, ({ status }) => status);
    const counts = [200, 201, 409].map((status) => counted.get(status)?.length);
    expect(counts).toEqual([8, 1, 8]);
    expect(await known(value)).toHaveLength(1);
  });

  it('keeps the books right through all of this', async () => {
    for (const { check, sql } of auditChecks) expect([check, await server.sql(sql)]).toEqual([check, []]);
  });
});

describe('a refused payment to an unknown address', () => {
  it.each<[string, object]>([
    ['without the funds', { amount: Number.MAX_SAFE_INTEGER }],
    ['in a currency without a wallet', { amount: 1, currency: 'JPY' }],
    ['for a customer that has not delegated', { amount: 1, customerPartyId: `pty_${'0'.repeat(32)}` }],
  ])('registers nobody: %s', async (_what, values) => {
    const value = email();
    const reply = await server.pay({ ...values, ...to(value) });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(await known(value)).toEqual([]);
  });

  it('registers nobody through a refused approval', async () => {
    const value = email();
    const waiting = await waitingPayment(server, { amount: Number.MAX_SAFE_INTEGER, ...to(value) });
    expect((await approve(waiting)).status).toBe(409);
    expect(await known(value)).toEqual([]);
  });
});

it('an invitation or a payment request to an unknown address registers nobody', async () => {
  const value = email();
  const asked = await server.post('/payment-requests', {
    amount: 1,
    payer: { type: 'email', value },
    description: 'Tea',
  });
  const invited = await server.post(`/agents/${main.agentId}/customers`, {
    recipients: [{ type: 'email', value }],
    permissions: ['payments.read'],
  });
  const joined = await server.post('/party-invitations', { invitations: [{ email: value, role: 'MEMBER' }] });
  expect([asked, invited, joined].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await known(value)).toEqual([]);
});
