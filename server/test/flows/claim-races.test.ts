import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { claimTokenOf } from '../support/claims.ts';
import type { ApiClient } from '../support/client.ts';
import { refusal, resource, type Reply, type Resource } from '../support/http.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { advance, approvalsOf, clockNow } from '../support/moves.ts';
import {
  customer,
  main,
  newAddress,
  secondServer,
  serveOn,
  startServer,
  stranger,
  testServer,
  to,
} from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import {
  signUpWith,
  until,
  untilEngineWaits,
  untilQueued,
  uuidOf,
  waitingSessions,
  withSession,
} from './support.ts';

const server = testServer();
const second = secondServer(server);
afterAll(() => expectBalancedBooks(server.sql));

const day_s = 86_400;
const nothing = [404, ['claim_not_found'], ['token']];
const tooLate = [409, ['conflict'], [undefined]];

type Money = { currency: string; amount: number };
type Received = { payments: Array<Money & { paymentId: string }>; totals: Array<Money & { count: number }> };

const payTo = async (value: string, values: object = {}, by: ApiClient = server) =>
  resource(await by.pay({ amount: 5, counterparty: { type: 'email', value }, ...values }));

/** A payment that waits for an address, with the token that claims it. */
type Waiting = { payment: Resource; token: string; email: string };

async function waiting(): Promise<Waiting> {
  const email = newAddress();
  const payment = await payTo(email);
  return { payment, email, token: await claimTokenOf(server, payment) };
}

const accept = (token: string, at: ApiClient = server, headers = {}) =>
  at.post(`/claims/${token}/accept`, { name: 'Robin Reader', apiKeyName: 'First key' }, headers);

const cancel = ({ id }: Resource, at: ApiClient = second) => at.post(`/payments/${id}/cancel`);

const receivedIn = (reply: Reply): Received =>
  (JSON.parse(reply.text) as { meta: { received: Received } }).meta.received;

function only({ id: paymentId }: Resource): Received {
  const money = { amount: 5, currency: 'USD' };
  return { payments: [{ paymentId, ...money }], totals: [{ ...money, count: 1 }] };
}

/** Claims a payment, and holds the transaction after that, as long as the work needs it. */
const whileClaiming = async <T>({ token }: Waiting, work: () => Promise<T>): Promise<[Reply, T]> =>
  withSession(server.connection, async (holder) => {
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE api_keys IN SHARE ROW EXCLUSIVE MODE'); // the claim makes one at its end
    const claiming = accept(token);
    await untilEngineWaits(server.sql);
    const working = work();
    await until('both wait', async () => (await waitingSessions(server.sql)).length > 1);
    await holder.query('COMMIT');
    return [await claiming, await working];
  });

describe('a claim and a cancellation at once, on two servers,', () => {
  it('have one winner: the claimant has the money if its claim says so', async () => {
    for (let round = 0; round < 40; round += 1) {
      const { payment, token } = await waiting();
      const [at, other] = round % 2 === 0 ? [server, second] : [second, server];
      const claim = () => accept(token, at);
      const [claimed, canceled] =
        round % 4 < 2
          ? await Promise.all([claim(), cancel(payment, other)])
          : (await Promise.all([cancel(payment, other), claim()])).toReversed();
      const isClaimed = claimed?.status === 200;
      expect(isClaimed ? receivedIn(claimed) : claimed && refusal(claimed)).toEqual(
        isClaimed ? only(payment) : nothing,
      );
      expect(isClaimed ? canceled && refusal(canceled) : canceled?.status).toEqual(isClaimed ? tooLate : 200);
      expect(await server.statusOf(payment)).toBe(isClaimed ? 'COMPLETED' : 'CANCELED');
    }
  });

  it('that waits for the claim is refused', async () => {
    const it = await waiting();
    const [claimed, canceled] = await whileClaiming(it, () => cancel(it.payment));
    expect([receivedIn(claimed), refusal(canceled)]).toEqual([only(it.payment), tooLate]);
    expect(await server.statusOf(it.payment)).toBe('COMPLETED');
  });

  it('do not contradict each other when an invitation to the address is accepted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { payment, email } = await waiting();
      const token = await tokenOf(server, await inviteOne(server, { type: 'email', value: email }));
      const [accepted, canceled] = await Promise.all([
        server.post(`/invitations/${token}/accept`, { name: 'Robin Reader' }),
        cancel(payment),
      ]);
      expect(accepted.status).toBe(200);
      expect(await server.statusOf(payment)).toBe(canceled.status === 200 ? 'CANCELED' : 'COMPLETED');
    }
  });
});

const hold = (holder: Client, { partyId }: { partyId: string }) =>
  holder.query('SELECT FROM wallets WHERE party_id = $1 FOR NO KEY UPDATE', [uuidOf(partyId)]);

describe('a claim and a payment in review that is approved and canceled in one batch', () => {
  it('leaves the payment to its payee, which claimed what the address gets before the approval', async () => {
    const email = newAddress(); // which leads to nobody yet, so that what is asked for has no payee
    const asked = { amount: 10_001, counterparty: { type: 'email', value: email } };
    const it = resource(await server.as(main.limitedAgentKey).pay(asked));
    const [approval] = await approvalsOf(server, it);
    await payTo(email);
    // A server that relies on its cache loads all again after the claim. One that has just started has none.
    const fresh = await serveOn(server.connection);
    await withSession(server.connection, (ahead) =>
      withSession(server.connection, async (holder) => {
        for (const session of [ahead, holder]) await session.query('BEGIN');
        await hold(ahead, stranger);
        await hold(holder, main);
        const first = fresh.as(stranger).pay({ amount: 1, ...to(customer) });
        await until('the engine is busy', async () => (await waitingSessions(server.sql)).length === 1);
        const approving = fresh.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
        await untilQueued(fresh, 1);
        const canceling = cancel(it, fresh);
        await untilQueued(fresh, 2);
        await ahead.query('ROLLBACK');
        await first;
        await untilEngineWaits(server.sql); // it has read whom the address leads to
        await signUpWith(server, email);
        await holder.query('ROLLBACK');
        expect([(await approving).status, refusal(await canceling)]).toEqual([200, tooLate]);
      }),
    );
    await fresh.close();
    await advance(server, 120);
    expect(await server.statusOf(it)).toBe('COMPLETED');
  });
});

describe('a claim and the expiry of its payment', () => {
  it('have one winner, within moments, on two servers', async () => {
    const rounds = 3;
    for (let round = 0; round < rounds; round += 1) {
      const all = await Promise.all(Array.from({ length: 16 }, waiting));
      const made = all.map(({ payment }) => Date.parse(String(payment.attributes['createdAt'])));
      const left_ms = Math.min(...made) + 30 * day_s * 1000 - (await clockNow(server)).getTime();
      await advance(server, Math.floor(left_ms / 1000));
      const [claims] = await Promise.all([
        Promise.all(all.map(({ token }, index) => accept(token, index % 2 === 0 ? server : second))),
        advance(second, 1),
        advance(server, 1),
      ]);
      await advance(server, 120);
      for (const [index, { payment }] of all.entries()) {
        const claim = claims[index] as Reply;
        const isClaimed = claim.status === 200;
        expect(isClaimed ? receivedIn(claim) : refusal(claim)).toEqual(isClaimed ? only(payment) : nothing);
        expect(await server.statusOf(payment)).toBe(isClaimed ? 'COMPLETED' : 'RETURNED');
      }
    }
  });

  it('that waits for the claim leaves the payment alone', async () => {
    const it = await waiting();
    const [claimed] = await whileClaiming(it, () => advance(second, 31 * day_s));
    expect(receivedIn(claimed)).toEqual(only(it.payment));
    await advance(server, 120);
    expect(await server.statusOf(it.payment)).toBe('COMPLETED');
  });

  it('is over once the claim is committed, whenever the money moves: the server may have died', async () => {
    const { payment, email } = await waiting();
    const partyId = uuidOf(payment.relationships['recipient']?.data?.id ?? '');
    const made = await signUpWith(server, email);
    expect([made?.partyId, made?.received.totals]).toEqual([
      partyId.replaceAll('-', ''),
      [{ currency: 'USD', amount: 5, count: 1 }],
    ]);
    expect(refusal(await cancel(payment))).toEqual(tooLate);
    expect(await server.statusOf(payment)).toBe('PENDING_CLAIM');
    await advance(server, 31 * day_s);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
  });
});

it('a claim with a query, such as one that would only try it, is refused and claims nothing', async () => {
  const { payment, token } = await waiting();
  const tried = await server.post(`/claims/${token}/accept?dryRun=true`, { name: 'Robin Reader' });
  expect(refusal(tried)).toEqual([400, ['invalid_value'], ['dryRun']]);
  expect([await server.statusOf(payment), receivedIn(await accept(token))]).toEqual([
    'PENDING_CLAIM',
    only(payment),
  ]);
});

describe('the response to a claim', () => {
  it('names the oldest hundred payments and sums up all, and so does its replay and its page', async () => {
    const email = newAddress();
    const payments = [await payTo(email)];
    const token = await claimTokenOf(server, payments[0] as Resource); // most later mails to this address are withheld
    while (payments.length < 102) {
      const most = Math.min(17, 102 - payments.length);
      payments.push(...(await Promise.all(Array.from({ length: most }, () => payTo(email)))));
    }
    payments.push(await payTo(email, { amount: 7, currency: 'EUR' }));
    const page = await (await fetch(`${server.baseUrl}/claims/${token}`)).text();
    for (const sum of ['USD 5.10', 'EUR 0.07']) expect(page).toContain(sum);
    const key = { 'Idempotency-Key': randomUUID() };
    const reply = await accept(token, server, key);
    const { payments: named, totals } = receivedIn(reply);
    const oldest = payments.map(({ id }) => id).toSorted();
    expect(named.map(({ paymentId }) => paymentId)).toEqual(oldest.slice(0, 100));
    expect(totals).toEqual([
      { currency: 'EUR', amount: 7, count: 1 },
      { currency: 'USD', amount: 510, count: 102 },
    ]);
    const again = await accept(token, second, key);
    expect([again.headers.get('Idempotency-Replayed'), receivedIn(again)]).toEqual([
      'true',
      receivedIn(reply),
    ]);
    for (const payment of payments) expect(await server.statusOf(payment)).toBe('COMPLETED');
  });

  it('leaves out what no wallet has room for, which goes back to its payer', async () => {
    const rich = await startServer();
    const amount = Number.MAX_SAFE_INTEGER;
    await rich.sql`UPDATE wallets SET posted = ${amount} WHERE party_id = ${uuidOf(main.partyId)} AND currency = 'USD'`;
    const email = newAddress();
    const all = await payTo(email, { amount }, rich);
    const left = await payTo(email, {}, rich.as(customer));
    const claimed = await accept(await claimTokenOf(rich, all), rich);
    const money = { amount, currency: 'USD' };
    expect(receivedIn(claimed)).toEqual({
      payments: [{ paymentId: all.id, ...money }],
      totals: [{ ...money, count: 1 }],
    });
    expect([await rich.statusOf(all), await rich.as(customer).statusOf(left)]).toEqual([
      'COMPLETED',
      'RETURNED',
    ]);
  });

  it('leaves out however many there are, which all go back before they are due', async () => {
    const rich = await startServer();
    const amount = Number.MAX_SAFE_INTEGER;
    await rich.sql`UPDATE wallets SET posted = ${amount} WHERE party_id = ${uuidOf(main.partyId)} AND currency = 'USD'`;
    const email = newAddress();
    const all = await payTo(email, { amount }, rich);
    for (let count = 0; count < 420; count += 20)
      await Promise.all(Array.from({ length: 20 }, () => payTo(email, { amount: 1 }, rich.as(customer))));
    await accept(await claimTokenOf(rich, all), rich);
    const waits = () => rich.sql`SELECT FROM payments WHERE status = 'PENDING_CLAIM' AND amount = 1`;
    await advance(rich, 61);
    await advance(rich, 61);
    await until('all of them are back', async () => (await waits()).length === 0);
    expect(
      await rich.sql`SELECT status, count(*)::int FROM payments WHERE amount = 1 GROUP BY status`,
    ).toEqual([{ status: 'RETURNED', count: 420 }]);
    await until('nothing is due', async () => {
      await advance(rich, 61);
      return (await rich.sql`SELECT FROM claims WHERE due_at IS NOT NULL`).length === 0;
    });
  });
});
