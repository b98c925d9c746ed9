import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import {
  attributes,
  call,
  inSeconds,
  pay,
  refusal,
  resource,
  type Resource,
  withoutRequestId,
} from '../support/http.ts';
import type { Reply } from '../support/reply.ts';
import { approvalsOf, asAgent, get, post, type Waiting, waitingPayment } from '../support/moves.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { idOf } from '../support/shapes.ts';
import { approvalAbout } from '../support/shapes-transfers.ts';

let server: TestServer;
const notCovered = { type: 'currencyNotCovered', currency: 'EUR', limitCurrency: 'USD' };
const shape = (status: string) => approvalAbout({ type: 'payment', id: idOf('pay') }, status, [notCovered]);
const absent = `apr_${'0'.repeat(32)}`;
const decided = [409, ['conflict'], [undefined]];
const notAllowed = [403, ['forbidden'], [undefined]];

const waiting = (): Promise<Waiting> => waitingPayment(server);
const byHeader = (): Promise<Waiting> => {
  const { apiKey: key, limitedAgentId } = server.parties.main;
  return waitingPayment(server, {}, { key, headers: asAgent(limitedAgentId) });
};
const decide = (action: 'approve' | 'deny', id: string, key?: string): Promise<Reply> =>
  post(server, `/approvals/${id}/${action}`, null, key === undefined ? {} : { key });
const paymentNow = async ({ id }: Resource): Promise<Resource> =>
  resource(await get(server, `/payments/${id}`));
const statusOf = async (payment: Resource): Promise<unknown> =>
  (await paymentNow(payment)).attributes['status'];

let first: Waiting;
beforeAll(async () => {
  server = await startServer();
  first = await waiting();
});
afterAll(() => server.close());

checkEndpoint('GET /approvals/{approvalId}', () => server, {
  method: 'GET',
  path: () => `/approvals/${first.id}`,
  scope: 'payments.read',
  agents: 'allowed',
  idempotency: 'none',
  status: 200,
  response: { data: shape('pending') },
});

for (const [action, status] of [
  ['approve', 'approved'],
  ['deny', 'denied'],
] as const) {
  checkEndpoint(`POST /approvals/{approvalId}/${action}`, () => server, {
    method: 'POST',
    path: async () => `/approvals/${(await waiting()).id}/${action}`,
    scope: 'approvals.decide',
    agents: 'refused',
    idempotency: 'accepted',
    status: 200,
    response: { data: shape(status) },
    action: true,
  });
}

describe('approving', () => {
  it('executes exactly the payment that was requested', async () => {
    const { payment, id } = await waiting();
    const approved = resource(await decide('approve', id));
    expect(approved.attributes).toMatchObject({
      status: 'approved',
      target: { type: 'payment', id: payment.id },
    });
    const { createdAt, updatedAt, resolvedAt } = approved.attributes;
    expect([resolvedAt, String(updatedAt) >= String(createdAt)]).toEqual([inSeconds(updatedAt), true]);
    expect(resource(await get(server, `/approvals/${id}`))).toStrictEqual(approved);
    expect(await approvalsOf(server, payment)).toEqual([]);
    expect(await approvalsOf(server, payment, { status: 'approved' })).toStrictEqual([approved]);
    const now = await paymentNow(payment);
    expect(now).toEqual({
      ...payment,
      attributes: { ...payment.attributes, status: 'COMPLETED', updatedAt: now.attributes['updatedAt'] },
    });
  });

  it('is refused to the maker, with the same key and with another key of the same user', async () => {
    const { main } = server.parties;
    const scopes = ['approvals.decide'];
    const minted = await call(server.baseUrl, 'POST', '/api-keys', {
      key: main.apiKey,
      body: attributes({ name: 'Second key', scopes }),
    });
    const { payment, id } = await byHeader();
    for (const key of [main.apiKey, String(resource(minted).attributes['apiKey'])]) {
      expect(refusal(await decide('approve', id, key))).toEqual(notAllowed);
    }
    expect(await statusOf(payment)).toBe('IN_REVIEW');
    expect((await decide('approve', id, main.approverApiKey)).status).toBe(200);
    expect(await statusOf(payment)).toBe('COMPLETED');
  });

  it('is open to every user when an agent made the payment with its own key', async () => {
    const { main } = server.parties;
    for (const key of [main.apiKey, main.approverApiKey]) {
      expect((await decide('approve', (await waiting()).id, key)).status).toBe(200);
    }
  });

  it('is open to a maker who owns the party and is its only user', async () => {
    const { delegate } = server.parties;
    await giveDelegate(50);
    const { payment, id } = await byDelegate(40);
    expect((await decide('approve', id, delegate.apiKey)).status).toBe(200);
    expect(resource(await get(server, `/payments/${payment.id}`, delegate.apiKey)).attributes).toMatchObject({
      status: 'COMPLETED',
    });
  });

  it('is refused while funds are short, and succeeds once they suffice', async () => {
    const { delegate } = server.parties;
    const { id } = await byDelegate(7_777);
    const headers = { 'Idempotency-Key': id };
    const approve = () => post(server, `/approvals/${id}/approve`, null, { key: delegate.apiKey, headers });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(refusal(await approve())).toEqual([409, ['insufficient_funds'], [undefined]]);
      const read = resource(await get(server, `/approvals/${id}`, delegate.apiKey));
      expect(read.attributes).toMatchObject({ status: 'pending', resolvedAt: null });
      expect(read.attributes['updatedAt']).toBe(read.attributes['createdAt']);
    }
    await giveDelegate(7_777);
    const reply = await approve();
    expect([reply.status, reply.headers.get('Idempotency-Replayed')]).toEqual([200, null]);
    expect((await approve()).text).toBe(reply.text);
  });
});

async function giveDelegate(amount: number): Promise<void> {
  const { main, delegate } = server.parties;
  const counterparty = { type: 'party_id', value: delegate.partyId };
  expect((await pay(server.baseUrl, main.apiKey, { amount, counterparty })).status).toBe(201);
}

/** A payment of the delegate's party that exceeds the limit of one cent set for its agent. */
async function byDelegate(amount: number): Promise<Waiting> {
  const { delegate, stranger } = server.parties;
  await call(server.baseUrl, 'PATCH', `/agents/${delegate.agentId}`, {
    key: delegate.apiKey,
    headers: { 'Idempotency-Key': randomUUID() },
    body: attributes({ limits: { perTransaction: 1 } }),
  });
  const counterparty = { type: 'party_id', value: stranger.partyId };
  const headers = asAgent(delegate.agentId);
  const payment = resource(await pay(server.baseUrl, delegate.apiKey, { amount, counterparty }, headers));
  const [approval] = await approvalsOf(server, payment, { key: delegate.apiKey });
  return { payment, id: approval?.id ?? '' };
}

describe('denying', () => {
  it('closes the payment, and is open to the maker too', async () => {
    for (const made of [await waiting(), await byHeader()]) {
      expect(resource(await decide('deny', made.id)).attributes).toMatchObject({ status: 'denied' });
      expect(await statusOf(made.payment)).toBe('APPROVAL_DENIED');
    }
  });

  it('accepts a reason of up to 500 characters, which no response shows', async () => {
    for (const reason of ['', 'Straße 🫖', '🫖'.repeat(500), null]) {
      const { id } = await waiting();
      const reply = await post(server, `/approvals/${id}/deny`, { reason });
      expect(resource(reply)).toStrictEqual(shape('denied'));
    }
  });

  it.each(['x'.repeat(501), 'a\u0000b', 'a\nb', '\ud83e', 7, [], {}])(
    'refuses the reason %j and leaves the approval pending',
    async (reason) => {
      const reply = await post(server, `/approvals/${first.id}/deny`, { reason });
      expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/reason']]);
      expect(resource(await get(server, `/approvals/${first.id}`)).attributes['status']).toBe('pending');
    },
  );

  it('replays the response for an equivalent body, and refuses a used key with another reason', async () => {
    const path = `/approvals/${(await waiting()).id}/deny`;
    const headers = { 'Idempotency-Key': 'no' };
    const denied = await post(server, path, null, { headers });
    const again = await post(server, path, { reason: null }, { headers });
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([denied.text, 'true']);
    const other = await post(server, path, { reason: 'Too much' }, { headers });
    expect(refusal(other)).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
  });
});

describe('a decision', () => {
  it('is final: any later decision conflicts, even when the actor may not decide', async () => {
    const { main } = server.parties;
    for (const action of ['approve', 'deny'] as const) {
      const { payment, id } = await byHeader();
      await decide(action, id, main.approverApiKey);
      const before = (await get(server, `/approvals/${id}`)).text;
      for (const key of [main.apiKey, main.approverApiKey]) {
        expect(refusal(await decide('approve', id, key))).toEqual(decided);
        expect(refusal(await decide('deny', id, key))).toEqual(decided);
      }
      expect((await get(server, `/approvals/${id}`)).text).toBe(before);
      expect(await statusOf(payment)).toBe(action === 'approve' ? 'COMPLETED' : 'APPROVAL_DENIED');
    }
  });

  it('is visible to payer and initiator only: for other parties it does not exist, byte for byte', async () => {
    const { stranger, delegate } = server.parties;
    const missing = await get(server, `/approvals/${absent}`);
    expect(refusal(missing)).toEqual([404, ['approval_not_found'], ['approvalId']]);
    const replies = [await decide('approve', absent), await decide('deny', absent)];
    for (const { apiKey } of [stranger, delegate]) {
      replies.push(await get(server, `/approvals/${first.id}`, apiKey));
      replies.push(await decide('approve', first.id, apiKey), await decide('deny', first.id, apiKey));
    }
    for (const reply of replies) expect(withoutRequestId(reply)).toBe(withoutRequestId(missing));
  });

  it.each(['nonsense', `apr_${'A'.repeat(32)}`, `pay_${'0'.repeat(32)}`])(
    'refuses the malformed id %s',
    async (id) => {
      const malformed = [400, ['invalid_value'], ['approvalId']];
      expect(refusal(await get(server, `/approvals/${id}`))).toEqual(malformed);
      expect(refusal(await decide('approve', id))).toEqual(malformed);
      expect(refusal(await decide('deny', id))).toEqual(malformed);
    },
  );
});
