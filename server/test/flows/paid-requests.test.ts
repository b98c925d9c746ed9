import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { expirePaymentRequests } from '../../src/money/payment-requests/close.ts';
import { newAgent } from '../support/agents.ts';
import { refusal, resource, resources, type Resource, type Reply } from '../support/http.ts';
import { approvalsOf } from '../support/moves.ts';
import { askFor, fulfil } from '../support/payment-requests.ts';
import { main, customer, byId, testServer, secondServer } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { contactCalls, newEmail } from './contact-calls.ts';
import { balanceOf, uuidOf, openDb, rewrite } from './support.ts';

const server = testServer();
const second = secondServer(server);
afterAll(() => expectBalancedBooks(server.sql));

const contacts = contactCalls(server);
const conflict = [409, ['conflict'], [undefined]];
const on = (index: number) => (index % 2 === 0 ? server : second);
const many = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
const read = async ({ id }: Resource, key?: string) =>
  resource(await server.as(key).get(`/payment-requests/${id}`));
const eventsOf = async ({ id }: Resource): Promise<string[]> => {
  const rows = await server.sql<{ step: string }>`SELECT coalesce(from_status, '–') || ' → ' || to_status AS
    step FROM events WHERE resource_id = ${uuidOf(id)} ORDER BY created_at, id`;
  return rows.map(({ step }) => step);
};
const answer = (request: Resource, verb: string, key?: string, index = 0) =>
  on(index).as(key).post(`/payment-requests/${request.id}/${verb}`);
const decide = async (payment: Resource, verdict: string): Promise<Reply> => {
  const [approval] = await approvalsOf(server, payment);
  return server.as(main.approverApiKey).post(`/approvals/${approval?.id}/${verdict}`);
};

/** Asks for a payment that the limited agent of the main party begins, and that waits for an approval. */
async function inReview(key = main.limitedAgentKey): Promise<[Resource, Resource]> {
  const request = await askFor(server, { amount: 20_000 });
  return [request, resource(await fulfil(server.as(key), request))];
}

describe('a request that twenty requests pay at once on two servers', () => {
  it('is paid once, whatever their keys', async () => {
    const before = [await balanceOf(server, main.partyId), await balanceOf(server, customer.partyId)];
    const request = await askFor(server, { amount: 777 });
    const replies = await many(20, (index) => fulfil(on(index), request));
    const refused = replies.filter(({ status }) => status !== 200);
    expect([replies.length - refused.length, ...refused.map(refusal)]).toEqual([
      1,
      ...refused.map(() => conflict),
    ]);
    const after = [await balanceOf(server, main.partyId), await balanceOf(server, customer.partyId)];
    const gained = after.map(({ available }, index) => available - (before[index]?.available ?? 0n));
    expect(gained).toEqual([-777n, 777n]);
    expect(await eventsOf(request)).toEqual(['– → OPEN', 'OPEN → COMPLETED']);
  });

  it('is paid once under one key, with the same response for all', async () => {
    const request = await askFor(server);
    const headers = { 'Idempotency-Key': randomUUID() };
    const replies = await many(20, (index) => fulfil(on(index).with(headers), request));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    const made = await server.sql`SELECT FROM payments WHERE payment_request_id = ${uuidOf(request.id)}`;
    expect(made.length).toBe(1);
  });

  it('is paid, declined or canceled once when all of it happens at once', async () => {
    const key = customer.apiKey;
    for (let round = 0; round < 8; round += 1) {
      const request = await askFor(server);
      const replies = await many(9, (index) => {
        if (index % 3 === 0) return fulfil(on(index), request);
        return index % 3 === 1
          ? answer(request, 'decline', undefined, index)
          : answer(request, 'cancel', key, index);
      });
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
        200,
        ...Array<number>(8).fill(409),
      ]);
      const winner = replies.findIndex(({ status }) => status === 200);
      expect(await server.statusOf(request)).toBe(['COMPLETED', 'DECLINED', 'CANCELED'][winner % 3]);
    }
  });
});

describe('a request whose time is over', () => {
  it('is refused to everyone before and after the sweep has closed it', async () => {
    const request = await askFor(server);
    const now = new Date();
    await rewrite(server.connection, 'UPDATE payment_requests SET expires_at = $2 WHERE id = $1', [
      uuidOf(request.id),
      now,
    ]);
    const refused = async (): Promise<unknown[]> => [
      refusal(await fulfil(server, request)),
      refusal(await answer(request, 'decline')),
      refusal(await answer(request, 'cancel', customer.apiKey)),
    ];
    expect(await refused()).toEqual([conflict, conflict, conflict]);
    expect((await read(request)).attributes).toMatchObject({ payerCanPay: false, payerCanDecline: false });
    const db = openDb(server.connection);
    await expirePaymentRequests({ db }, now);
    await db.end();
    expect(await server.statusOf(request)).toBe('EXPIRED');
    expect(await refused()).toEqual([conflict, conflict, conflict]);
  });
});

describe('a request whose payment waits for an approval', () => {
  it('is PROCESSING, cannot be paid, declined or canceled, and hides the payment from the requester', async () => {
    const [request, payment] = await inReview();
    expect(payment.attributes['status']).toBe('IN_REVIEW');
    expect(refusal(await fulfil(server, request))).toEqual(conflict);
    expect(refusal(await answer(request, 'decline'))).toEqual(conflict);
    expect(refusal(await answer(request, 'cancel', customer.apiKey))).toEqual(conflict);
    const toPayer = await read(request);
    expect(toPayer.attributes).toMatchObject({ status: 'PROCESSING', payerPartyId: main.partyId });
    expect(toPayer.relationships['payment']?.data?.id).toBe(payment.id);
    const list = resources(await server.as(customer).get('/payment-requests?limit=1'));
    for (const shown of [await read(request, customer.apiKey), ...list]) {
      expect(shown.attributes).toMatchObject({
        status: 'PROCESSING',
        payerPartyId: null,
        transactionId: null,
        payerCanPay: false,
      });
      expect([shown.relationships['payment'], shown.relationships['payerParty']]).toEqual([
        { data: null },
        { data: null },
      ]);
    }
    expect((await decide(payment, 'approve')).status).toBe(200);
    expect((await read(request, customer.apiKey)).relationships['payment']?.data?.id).toBe(payment.id);
    expect(await eventsOf(request)).toEqual(['– → OPEN', 'OPEN → PROCESSING', 'PROCESSING → COMPLETED']);
  });

  it('is open again after a denial, a cancellation and the revocation of the agent, and then paid', async () => {
    const { key, id } = await newAgent(server, { limits: { perTransaction: 1 } });
    const request = await askFor(server, { amount: 20_000 });
    const begin = async () => resource(await fulfil(server.as(key), request));
    await decide(await begin(), 'deny');
    expect([await server.statusOf(request), (await read(request)).attributes['transactionId']]).toEqual([
      'OPEN',
      null,
    ]);
    await server.post(`/payments/${(await begin()).id}/cancel`);
    expect(await server.statusOf(request)).toBe('OPEN');
    await begin();
    await server.delete(`/agents/${id}`);
    expect((await read(request)).attributes).toMatchObject({ status: 'OPEN', payerCanPay: true });
    expect((await fulfil(server, request)).status).toBe(200);
    const again = Array.from({ length: 3 }, () => ['OPEN → PROCESSING', 'PROCESSING → OPEN']);
    expect(await eventsOf(request)).toEqual(['– → OPEN', ...again.flat(), 'OPEN → COMPLETED']);
  });

  it('is paid once when it is denied and paid again at the same time, on two servers', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [request, payment] = await inReview();
      const [approval] = await approvalsOf(server, payment);
      const replies = await Promise.all([
        second.as(main.approverApiKey).post(`/approvals/${approval?.id}/deny`),
        ...Array.from({ length: 8 }, (_, index) => fulfil(on(index), request)),
      ]);
      const paid = replies.slice(1).filter(({ status }) => status === 200);
      expect([replies[0]?.status, paid.length <= 1]).toEqual([200, true]);
      expect(await server.statusOf(request)).toBe(paid.length === 1 ? 'COMPLETED' : 'OPEN');
    }
  });
});

describe('an agent that pays a request', () => {
  it('is bound by its limits and rules, and leaves a refused request open', async () => {
    const rules = { counterparties: { block: [byId(customer)], onBreach: 'refuse' } };
    const agent = await newAgent(server, { rules });
    const request = await askFor(server);
    expect(refusal(await fulfil(server.as(agent.key), request))).toEqual([403, ['rule_broken'], [undefined]]);
    expect(await server.statusOf(request)).toBe('OPEN');
    const tooMuch = await askFor(server, { amount: 9_000_000_000 });
    expect(refusal(await fulfil(server, tooMuch))).toEqual([409, ['insufficient_funds'], [undefined]]);
    expect(await server.statusOf(tooMuch)).toBe('OPEN');
  });
});

describe('a request to an address', () => {
  it('is seen and paid by the party that has verified the address, from then on and until it removes it', async () => {
    const value = newEmail();
    const ask = () => askFor(server, { payer: { type: 'email', value } });
    const request = await ask();
    const absent = [404, ['payment_request_not_found'], ['paymentRequestId']];
    expect(refusal(await fulfil(server, request))).toEqual(absent);
    const contactId = await contacts.verified(value);
    const [newest] = resources(await server.get('/payment-requests/incoming?limit=1'));
    expect(newest?.id).toBe(request.id);
    expect((await fulfil(second, request)).status).toBe(200);
    const later = await ask();
    await contacts.remove(contactId, main.apiKey);
    expect(refusal(await fulfil(second, later))).toEqual(absent);
    expect((await read(request)).attributes['status']).toBe('COMPLETED');
  });
});

describe('the records of a paid request', () => {
  it('are an audit line of its own route that names the payment, and the link in both resources', async () => {
    const request = await askFor(server);
    const payment = resource(await fulfil(server, request));
    const lines = await server.sql`SELECT action, decision FROM audit_log
      WHERE target_id = ${uuidOf(payment.id)} ORDER BY at`;
    const action = `POST /payment-requests/${request.id}/fulfill`;
    expect(lines).toEqual([{ action, decision: 'accepted' }]);
    const shown = resource(await server.get(`/payments/${payment.id}`));
    expect(shown.relationships['paymentRequest']?.data?.id).toBe(request.id);
    expect(shown.attributes['status']).toBe('COMPLETED');
  });
});
