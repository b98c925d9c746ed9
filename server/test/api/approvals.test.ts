import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { refusal, resource, type Resource, resources } from '../support/http.ts';
import { main, stranger, delegate, to, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { approvalShape, exceeded } from '../support/shapes-transfers.ts';

const server = testServer();
const list = (key: string, query = '') => server.as(key).get(`/approvals${query}`);

/** A payment by the petty cash agent, whose limit is 100.00 USD. */
async function payTooMuch(amount = 10_001): Promise<Resource> {
  const reply = await server.as(main.limitedAgentKey).pay({ amount, ...to(stranger) });
  return resource(reply);
}

beforeAll(() => payTooMuch());
checkEndpoint('GET /approvals', server, { scope: 'payments.read', response: listOf(approvalShape) });

checkList('GET /approvals', server, {
  more: (count) => Promise.all(Array.from({ length: count }, () => payTooMuch())),
  otherList: '/transactions',
});

describe('GET /approvals', () => {
  it('shows which payment waits, and which limit it exceeds by how much', async () => {
    const payment = await payTooMuch(12_345);
    expect(payment.attributes['status']).toBe('IN_REVIEW');
    const newest = resources(await list(main.apiKey, '?limit=1'))[0];
    expect(newest?.attributes).toEqual({
      ...approvalShape.attributes,
      status: 'pending',
      target: { type: 'payment', id: payment.id },
      reasons: [exceeded('perTransactionAmount', 10_000, 12_345)],
      resolvedAt: null,
    });
    expect(newest?.attributes['updatedAt']).toBe(newest?.attributes['createdAt']);
  });

  it('lists pending approvals unless another status is requested', async () => {
    const byDefault = await list(main.apiKey);
    expect((await list(main.apiKey, '?status=pending')).text).toBe(byDefault.text);
    expect(resources(byDefault).every((each) => each.attributes['status'] === 'pending')).toBe(true);
    for (const status of ['approved', 'denied', 'canceled']) {
      const found = resources(await list(main.apiKey, `?status=${status}`));
      expect(found.filter((each) => each.attributes['status'] !== status)).toEqual([]);
    }
  });

  it.each(['PENDING', '', 'waiting', 'pending&status=approved'])('refuses status=%s', async (status) => {
    const reply = await list(main.apiKey, `?status=${status}`);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['status']]);
  });

  it('hides them from the payee and from parties that are not involved in the payment', async () => {
    await payTooMuch();
    for (const { apiKey } of [stranger, delegate]) expect(resources(await list(apiKey))).toEqual([]);
  });
});
