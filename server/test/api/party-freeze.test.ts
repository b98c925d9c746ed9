import { afterEach, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { type Reply, refusal, resource } from '../support/http.ts';
import { waitingPayment, withdraw } from '../support/moves.ts';
import { main, customer, stranger, byId, testServer } from '../support/server.ts';
import { partyFreezeShape } from '../support/shapes-parties.ts';

const server = testServer();
afterEach(() => unfreeze());

const frozen = [409, ['party_frozen'], [undefined]];
const freeze = (key?: string) => server.as(key).post('/parties/me/freeze');
const unfreeze = (key?: string) => server.as(key).post('/parties/me/unfreeze');
const underWayOf = (reply: Reply): UnderWay =>
  (JSON.parse(reply.text) as { meta: { underWay: UnderWay } }).meta.underWay;
const toStranger = (): object => byId(stranger);

const common = { action: true, scope: 'party.update' } as const;

checkEndpoint('POST /parties/me/freeze', server, {
  ...common,
  response: partyFreezeShape(['party']),
});

checkEndpoint('POST /parties/me/unfreeze', server, {
  ...common,
  response: partyFreezeShape([]),
});

describe('a frozen party', () => {
  it('pays nothing, withdraws nothing, and approves nothing that it would pay, until it is unfrozen', async () => {
    const waiting = await waitingPayment(server);
    const approve = () => server.as(main.approverApiKey).post(`/approvals/${waiting.id}/approve`);
    expect((await freeze()).status).toBe(200);
    const values = { amount: 1, counterparty: toStranger() };
    for (const key of [main.apiKey, main.limitedAgentKey])
      expect(refusal(await server.as(key).pay(values))).toEqual(frozen);
    expect(refusal(await withdraw(server))).toEqual(frozen);
    expect(refusal(await approve())).toEqual(frozen);
    expect((await unfreeze()).status).toBe(200);
    for (const key of [main.apiKey, main.limitedAgentKey])
      expect((await server.as(key).pay(values)).status).toBe(201);
    expect((await withdraw(server)).status).toBe(200);
    expect((await approve()).status).toBe(200);
  });

  it('gets the same refusal in a preview', async () => {
    await freeze();
    const preview = resource(
      await server.post(
        '/payments/preview',
        { amount: 1, counterparty: toStranger() },
        { 'Idempotency-Key': undefined },
      ),
    );
    expect(preview.attributes).toMatchObject({ outcome: 'refused', errors: [{ code: 'party_frozen' }] });
  });

  it('is not paid for by its delegate, and pays for none of its customers', async () => {
    const values = { amount: 1, counterparty: toStranger(), customerPartyId: customer.partyId };
    const payFor = () => server.pay(values);
    for (const key of [customer.apiKey, main.apiKey]) {
      expect((await payFor()).status).toBe(201);
      await freeze(key);
      expect(refusal(await payFor())).toEqual(frozen);
      await unfreeze(key);
    }
  });

  it('still receives', async () => {
    await freeze();
    for (const counterparty of [
      byId(main),
      { type: 'agent_id', value: main.agentId },
      { type: 'email', value: main.email },
    ]) {
      const paid = resource(await server.as(customer).pay({ amount: 1, counterparty }));
      const shown = resource(await server.as(customer).get(`/payments/${paid.id}`));
      expect([counterparty, shown.attributes['status']]).toEqual([counterparty, 'COMPLETED']);
    }
  });

  it('still gets replays of payments from before the freeze', async () => {
    const values = { amount: 3, counterparty: toStranger() };
    const headers = { 'Idempotency-Key': 'before the freeze' };
    const first = await server.pay(values, headers);
    await freeze();
    const again = await server.pay(values, headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it('is shown what is under way, newest first, and can deny and cancel all of it', async () => {
    const unclaimed = async () =>
      resource(
        await server.pay({ amount: 7, counterparty: { type: 'email', value: 'late@freeze.example' } }),
      );
    const withdrawal = resource(await withdraw(server, { amount: 501 }));
    const claims = [await unclaimed(), await unclaimed()];
    const reviews = [await waitingPayment(server), await waitingPayment(server)];
    const underWay = underWayOf(await freeze());
    expect(underWay.withdrawals.newest[0]).toEqual({
      type: 'transfer',
      id: withdrawal.id,
      status: 'PROCESSING',
      amount: 501,
      currency: 'USD',
    });
    expect(underWay.claims.newest.slice(0, 2).map(({ id }) => id)).toEqual([claims[1]?.id, claims[0]?.id]);
    expect(underWay.reviews.newest.slice(0, 2).map(({ id }) => id)).toEqual([
      reviews[1]?.payment.id,
      reviews[0]?.payment.id,
    ]);
    for (const each of Object.values(underWay)) expect(each.count).toBe(each.newest.length);

    expect((await server.post(`/approvals/${reviews[0]?.id}/deny`)).status).toBe(200);
    expect((await server.post(`/payments/${reviews[1]?.payment.id}/cancel`)).status).toBe(200);
    for (const { id } of claims) expect((await server.post(`/payments/${id}/cancel`)).status).toBe(200);
    expect((await server.post(`/transfers/${withdrawal.id}/cancel`)).status).toBe(200);
    const after = underWayOf(await freeze());
    expect(after.claims.count).toBe(underWay.claims.count - 2);
    expect(after.reviews.count).toBe(underWay.reviews.count - 2);
  });
});

type UnderWay = Record<
  'withdrawals' | 'reviews' | 'claims',
  { count: number; newest: Array<{ type: string; id: string; status: string }> }
>;
