import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { inSeconds, refusal, resource, withoutRequestId, type Resource } from '../support/http.ts';
import { approvalsOf, asAgent, type Waiting, waitingPayment } from '../support/moves.ts';
import { main, stranger, delegate, to, testServer } from '../support/server.ts';
import { idOf } from '../support/shapes.ts';
import { approvalAbout } from '../support/shapes-transfers.ts';

const server = testServer();
const notCovered = { type: 'currencyNotCovered', currency: 'EUR', limitCurrencies: ['USD'] };
const shape = (status: string) => approvalAbout({ type: 'payment', id: idOf('pay') }, status, [notCovered]);
const absent = `apr_${'0'.repeat(32)}`;
const decided = [409, ['conflict'], [undefined]];
const notAllowed = [403, ['forbidden'], [undefined]];

const waiting = (): Promise<Waiting> => waitingPayment(server);
const byHeader = (): Promise<Waiting> =>
  waitingPayment(server, {}, { key: main.apiKey, headers: asAgent(main.limitedAgentId) });
const decide = (action: 'approve' | 'deny', id: string, key?: string) =>
  server.as(key).post(`/approvals/${id}/${action}`);
const paymentNow = async ({ id }: Resource) => resource(await server.get(`/payments/${id}`));

let first: Waiting;
beforeAll(async () => {
  first = await waiting();
});

checkEndpoint('GET /approvals/{approvalId}', server, {
  path: () => `/approvals/${first.id}`,
  scope: 'payments.read',
  response: { data: shape('pending') },
});

for (const [action, status] of [
  ['approve', 'approved'],
  ['deny', 'denied'],
] as const) {
  checkEndpoint(`POST /approvals/{approvalId}/${action}`, server, {
    path: async () => `/approvals/${(await waiting()).id}/${action}`,
    scope: 'approvals.decide',
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
    expect(resource(await server.get(`/approvals/${id}`))).toStrictEqual(approved);
    expect(await approvalsOf(server, payment)).toEqual([]);
    expect(await approvalsOf(server, payment, 'approved')).toStrictEqual([approved]);
    const now = await paymentNow(payment);
    expect(now).toEqual({
      ...payment,
      attributes: {
        ...payment.attributes,
        status: 'COMPLETED',
        approvals: null,
        updatedAt: now.attributes['updatedAt'],
      },
    });
  });

  it('is refused to the maker, with the same key and with another key of the same user', async () => {
    const scopes = ['approvals.decide'];
    const minted = await server.post('/api-keys', { name: 'Second key', scopes });
    const { payment, id } = await byHeader();
    for (const key of [main.apiKey, String(resource(minted).attributes['apiKey'])]) {
      expect(refusal(await decide('approve', id, key))).toEqual(notAllowed);
    }
    expect(await server.statusOf(payment)).toBe('IN_REVIEW');
    expect((await decide('approve', id, main.approverApiKey)).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
  });

  it('is open to every user when an agent made the payment with its own key', async () => {
    for (const key of [main.apiKey, main.approverApiKey]) {
      expect((await decide('approve', (await waiting()).id, key)).status).toBe(200);
    }
  });

  it('is open to a maker who owns the party and is its only user', async () => {
    await giveDelegate(50);
    const { payment, id } = await byDelegate(40);
    expect((await decide('approve', id, delegate.apiKey)).status).toBe(200);
    expect(resource(await server.as(delegate).get(`/payments/${payment.id}`)).attributes).toMatchObject({
      status: 'COMPLETED',
    });
  });

  it('is refused while funds are short, and succeeds once they suffice', async () => {
    const { id } = await byDelegate(7_777);
    const approve = () =>
      server.as(delegate).post(`/approvals/${id}/approve`, null, { 'Idempotency-Key': id });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(refusal(await approve())).toEqual([409, ['insufficient_funds'], [undefined]]);
      const read = resource(await server.as(delegate).get(`/approvals/${id}`));
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
  expect((await server.pay({ amount, ...to(delegate) })).status).toBe(201);
}

/** A payment of the delegate's party that exceeds the limit of one cent set for its agent. */
async function byDelegate(amount: number): Promise<Waiting> {
  await server.as(delegate).patch(`/agents/${delegate.agentId}`, { limits: { perTransaction: 1 } });
  const headers = asAgent(delegate.agentId);
  const payment = resource(await server.as(delegate).pay({ amount, ...to(stranger) }, headers));
  const [approval] = await approvalsOf(server.as(delegate), payment);
  return { payment, id: approval?.id ?? '' };
}

describe('denying', () => {
  it('closes the payment, and is open to the maker too', async () => {
    for (const made of [await waiting(), await byHeader()]) {
      expect(resource(await decide('deny', made.id)).attributes).toMatchObject({ status: 'denied' });
      expect(await server.statusOf(made.payment)).toBe('APPROVAL_DENIED');
    }
  });

  it('accepts a reason of up to 500 characters, which no response shows', async () => {
    for (const reason of ['', 'Straße 🫖', '🫖'.repeat(500), null]) {
      const { id } = await waiting();
      const reply = await server.post(`/approvals/${id}/deny`, { reason });
      expect(resource(reply)).toStrictEqual(shape('denied'));
    }
  });

  it.each(['x'.repeat(501), 'a\u0000b', 'a\nb', '\ud83e', 7, [], {}])(
    'refuses the reason %j and leaves the approval pending',
    async (reason) => {
      const reply = await server.post(`/approvals/${first.id}/deny`, { reason });
      expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/reason']]);
      expect(resource(await server.get(`/approvals/${first.id}`)).attributes['status']).toBe('pending');
    },
  );

  it('replays the response for an equivalent body, and refuses a used key with another reason', async () => {
    const path = `/approvals/${(await waiting()).id}/deny`;
    const headers = { 'Idempotency-Key': 'no' };
    const denied = await server.post(path, null, headers);
    const again = await server.post(path, { reason: null }, headers);
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([denied.text, 'true']);
    const other = await server.post(path, { reason: 'Too much' }, headers);
    expect(refusal(other)).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
  });
});

describe('a decision', () => {
  it('is final: any later decision conflicts, even when the actor may not decide', async () => {
    for (const action of ['approve', 'deny'] as const) {
      const { payment, id } = await byHeader();
      await decide(action, id, main.approverApiKey);
      const before = (await server.get(`/approvals/${id}`)).text;
      for (const key of [main.apiKey, main.approverApiKey]) {
        expect(refusal(await decide('approve', id, key))).toEqual(decided);
        expect(refusal(await decide('deny', id, key))).toEqual(decided);
      }
      expect((await server.get(`/approvals/${id}`)).text).toBe(before);
      expect(await server.statusOf(payment)).toBe(action === 'approve' ? 'COMPLETED' : 'APPROVAL_DENIED');
    }
  });

  it('is visible to payer and initiator only: for other parties it does not exist, byte for byte', async () => {
    const missing = await server.get(`/approvals/${absent}`);
    expect(refusal(missing)).toEqual([404, ['approval_not_found'], ['approvalId']]);
    const replies = [await decide('approve', absent), await decide('deny', absent)];
    for (const { apiKey } of [stranger, delegate]) {
      replies.push(await server.as(apiKey).get(`/approvals/${first.id}`));
      replies.push(await decide('approve', first.id, apiKey), await decide('deny', first.id, apiKey));
    }
    for (const reply of replies) expect(withoutRequestId(reply)).toBe(withoutRequestId(missing));
  });

  it.each(['nonsense', `apr_${'A'.repeat(32)}`, `pay_${'0'.repeat(32)}`])(
    'refuses the malformed id %s',
    async (id) => {
      const malformed = [400, ['invalid_value'], ['approvalId']];
      expect(refusal(await server.get(`/approvals/${id}`))).toEqual(malformed);
      expect(refusal(await decide('approve', id))).toEqual(malformed);
      expect(refusal(await decide('deny', id))).toEqual(malformed);
    },
  );
});
