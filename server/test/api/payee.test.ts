import { describe, expect, it } from 'vitest';
import { pagination, resource, type Resource, resources, withoutRequestId } from '../support/http.ts';
import { advance, type Waiting, waitingPayment } from '../support/moves.ts';
import { main, customer, stranger, restrictedDelegate, to, testServer } from '../support/server.ts';

const server = testServer();
const absent = '0'.repeat(32);

/** The payee of `waitingPayment`. */
const asPayee = (path: string) => server.as(stranger).get(path);

const listed = async (path: string): Promise<string[]> =>
  resources(await asPayee(path)).map(({ id }) => id.slice(4));

/** Checks that every way to look at a payment, for its payee, is that of a payment that does not exist. */
async function expectAbsent({ payment, id }: Waiting): Promise<void> {
  const digits = payment.id.slice(4);
  const reads: Array<[method: string, path: (id: string) => string]> = [
    ['GET', (other) => `/payments/pay_${other}`],
    ['GET', (other) => `/transactions/txn_${other}`],
    ['POST', (other) => `/payments/pay_${other}/cancel`],
  ];
  for (const [method, path] of reads) {
    const replies = [digits, absent].map((each) => server.as(stranger).send(method, path(each)));
    const [found, missing] = await Promise.all(replies);
    expect(found?.status).toBe(404);
    expect(found && withoutRequestId(found)).toBe(missing && withoutRequestId(missing));
  }
  expect((await asPayee(`/payments/pay_${digits}?partyId=${stranger.partyId}`)).status).toBe(404);
  expect((await asPayee(`/approvals/${id}`)).status).toBe(404);
  for (const type of ['all', 'payment'])
    expect(await listed(`/transactions?limit=100&type=${type}`)).not.toContain(digits);
}

async function expectShown(payment: Resource, status: string): Promise<void> {
  const digits = payment.id.slice(4);
  for (const path of [`/payments/${payment.id}`, `/transactions/txn_${digits}`])
    expect(resource(await asPayee(path)).attributes['status']).toBe(status);
  for (const type of ['all', 'payment'])
    expect(await listed(`/transactions?limit=100&type=${type}`)).toContain(digits);
}

describe('the payee of a payment over a limit', () => {
  it('does not see it while it is in review, and sees it once it is approved', async () => {
    const waiting = await waitingPayment(server);
    await expectAbsent(waiting);
    expect((await server.post(`/approvals/${waiting.id}/approve`)).status).toBe(200);
    await expectShown(waiting.payment, 'COMPLETED');
  });

  it.each<[string, (waiting: Waiting) => Promise<unknown>]>([
    ['is denied', ({ id }) => server.post(`/approvals/${id}/deny`)],
    ['is canceled in review', ({ payment }) => server.post(`/payments/${payment.id}/cancel`)],
    ['is undecided for seven days', () => advance(server, 7 * 86_400 + 60)],
  ])('never sees it if it %s', async (_what, end) => {
    const waiting = await waitingPayment(server);
    await end(waiting);
    const now = resource(await server.get(`/payments/${waiting.payment.id}`));
    expect(['APPROVAL_DENIED', 'CANCELED']).toContain(now.attributes['status']);
    await expectAbsent(waiting);
  });

  it('does not have the payer as a counterparty until it is approved', async () => {
    const { id } = await waitingPayment(server, to(restrictedDelegate));
    const payers = async (query: string): Promise<string[]> =>
      resources(await server.as(restrictedDelegate).get(`/counterparties${query}`)).map((each) => each.id);
    const [any, received] = ['', '?direction=received'];
    expect([await payers(any), await payers(received)]).toEqual([[], []]);
    await server.post(`/approvals/${id}/approve`);
    expect([await payers(any), await payers(received)]).toEqual([[main.partyId], [main.partyId]]);
  });

  it('gets full pages of transactions, however many payments in review are between those it sees', async () => {
    const seen: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const paid = await server.pay({ amount: 1, ...to(customer) });
      seen.unshift(resource(paid).id.slice(4));
      for (let hidden = 0; hidden < 2; hidden += 1) await waitingPayment(server, to(customer));
    }
    const found: string[] = [];
    for (let cursor: string | null = ''; cursor !== null && found.length < seen.length;) {
      const path = `/transactions?limit=2${cursor && `&cursor=${cursor}`}`;
      const reply = await server.as(customer).get(path);
      expect(resources(reply)).toHaveLength(2);
      found.push(...resources(reply).map(({ id }) => id.slice(4)));
      cursor = pagination(reply).nextCursor;
    }
    expect(found).toEqual(seen);
  });
});
