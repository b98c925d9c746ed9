import { afterAll, describe, expect, it } from 'vitest';
import { claimTokenOf } from '../support/claims.ts';
import type { ApiClient } from '../support/client.ts';
import { refusal, resource, type Reply, type Resource } from '../support/http.ts';
import { advance, approvalsOf, clockNow } from '../support/moves.ts';
import { customer, main, secondServer, serveOn, stranger, testServer, to } from '../support/server.ts';
import { expectBalancedBooks } from './books.ts';
import { addressOf, contactCalls, newEmail, path } from './contact-calls.ts';
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
const { added, remove } = contactCalls(server);

const day_s = 86_400;
const tooLate = [409, ['conflict'], [undefined]];
const nothing = [404, ['claim_not_found'], ['token']];

/** A payment that waits for an address, and a party that is about to verify it. */
type Contested = { payment: Resource; value: string; id: string; token: string };

async function contested(key = stranger.apiKey): Promise<Contested> {
  const value = newEmail();
  const payment = resource(await server.pay({ amount: 5, counterparty: addressOf(value) }));
  return { payment, value, ...(await added(value, key)) };
}

const verify = ({ id, token }: Contested, on: ApiClient = server, key = stranger.apiKey): Promise<Reply> =>
  on.as(key).post(`${path}/${id}/verify`, { token });
const cancel = ({ payment }: Contested, on: ApiClient = second) => on.post(`/payments/${payment.id}/cancel`);
const recipientOf = async ({ payment }: Contested): Promise<unknown> =>
  resource(await server.get(`/payments/${payment.id}`)).relationships['recipient']?.data?.id;
const countIn = ({ text }: Reply): unknown =>
  (JSON.parse(text) as { meta: { received: { payments: unknown[] } } }).meta.received.payments.length;

/** Waits for a status: advancing the clock of one server does not wait for what the other one has begun. */
const becomes = (payment: Resource, status: string): Promise<void> =>
  until(`the payment is ${status}`, async () => (await server.statusOf(payment)) === status);

/** Sends two requests at once, in either order. */
async function together<A, B>(
  round: number,
  one: () => Promise<A>,
  other: () => Promise<B>,
): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), other()]);
  const [second, first] = await Promise.all([other(), one()]);
  return [first, second];
}

describe('a takeover of an address, at once with', () => {
  it('a claim of what waits there: one of the two has the money', async () => {
    const winners = [];
    for (let round = 0; round < 16; round += 1) {
      const it = await contested();
      const token = await claimTokenOf(server, it.payment);
      const [verified, claimed] = await together(
        round,
        () => verify(it, round % 4 < 2 ? server : second),
        () => second.post(`/claims/${token}/accept`, { name: 'Robin Reader' }),
      );
      const isTaken = verified.status === 200;
      winners.push(isTaken);
      expect(refusal(isTaken ? claimed : verified)).toEqual(isTaken ? nothing : tooLate);
      expect(isTaken ? countIn(verified) : claimed.status).toBe(isTaken ? 1 : 200);
      expect(await server.statusOf(it.payment)).toBe('COMPLETED');
      expect((await recipientOf(it)) === stranger.partyId).toBe(isTaken);
      await remove(it.id, stranger.apiKey);
    }
  });

  it('a cancellation by the payer: whoever is told so has the money', async () => {
    for (let round = 0; round < 24; round += 1) {
      const it = await contested();
      const [verified, canceled] = await together(
        round,
        () => verify(it),
        () => cancel(it),
      );
      expect(verified.status).toBe(200);
      const isCanceled = countIn(verified) === 0;
      expect(isCanceled ? canceled.status : refusal(canceled)).toEqual(isCanceled ? 200 : tooLate);
      expect(await server.statusOf(it.payment)).toBe(isCanceled ? 'CANCELED' : 'COMPLETED');
      await remove(it.id, stranger.apiKey);
    }
  });

  it('another party that verifies it: one of them gets the address with all that waits', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await contested();
      const other = { ...it, ...(await added(it.value, customer.apiKey)) };
      const [first, last] = await together(
        round,
        () => verify(it),
        () => verify(other, second, customer.apiKey),
      );
      const isFirst = first.status === 200;
      expect(refusal(isFirst ? last : first)).toEqual(tooLate);
      expect(countIn(isFirst ? first : last)).toBe(1);
      expect(await server.statusOf(it.payment)).toBe('COMPLETED');
      expect(await recipientOf(it)).toBe(isFirst ? stranger.partyId : customer.partyId);
      await remove(it.id, stranger.apiKey);
      await remove(other.id, customer.apiKey);
    }
  });

  it('the creation of a party with this address: one of them has it', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await contested();
      const [verified, made] = await together(
        round,
        () => verify(it),
        () => signUpWith(server, it.value),
      );
      expect((verified.status === 200) !== (made !== null)).toBe(true);
      await advance(server, 120);
      await becomes(it.payment, 'COMPLETED');
      expect((await recipientOf(it)) === stranger.partyId).toBe(made === null);
      await remove(it.id, stranger.apiKey);
    }
  });

  it('payments to the address: each arrives, none is lost', async () => {
    for (let round = 0; round < 10; round += 1) {
      const it = await contested();
      const paying = [server, second].flatMap((on) =>
        Array.from({ length: 4 }, () => on.pay({ amount: 2, counterparty: addressOf(it.value) })),
      );
      const [verified, ...paid] = await Promise.all([verify(it), ...paying]);
      expect([verified.status, ...paid.map(({ status }) => status)]).toEqual([200, ...paid.map(() => 201)]);
      await advance(server, 61);
      await advance(server, 61);
      for (const reply of paid) await becomes(resource(reply), 'COMPLETED');
      await remove(it.id, stranger.apiKey);
    }
  });

  it('the first payment to it: the payment arrives', async () => {
    for (let round = 0; round < 20; round += 1) {
      const value = newEmail();
      const it = await added(value, stranger.apiKey);
      const [verified, paid] = await together(
        round,
        () => server.as(stranger).post(`${path}/${it.id}/verify`, { token: it.token }),
        () => second.pay({ amount: 2, counterparty: addressOf(value) }),
      );
      expect([verified.status, paid.status]).toEqual([200, 201]);
      await advance(server, 61);
      await advance(server, 61);
      await becomes(resource(paid), 'COMPLETED');
      await remove(it.id, stranger.apiKey);
    }
  });
});

describe('a takeover and the expiry of a payment', () => {
  it('have one winner, within moments, on two servers', async () => {
    for (let round = 0; round < 3; round += 1) {
      const all: Contested[] = [];
      for (let count = 0; count < 8; count += 1) all.push(await contested());
      const made = all.map(({ payment }) => Date.parse(String(payment.attributes['createdAt'])));
      const left_ms = Math.min(...made) + 30 * day_s * 1000 - (await clockNow(server)).getTime();
      // The addresses are added anew, since their tokens end after a day.
      await advance(server, Math.floor(left_ms / 1000));
      for (const it of all) Object.assign(it, await added(it.value, stranger.apiKey));
      const [replies] = await Promise.all([
        Promise.all(all.map((it, index) => verify(it, index % 2 === 0 ? server : second))),
        advance(second, 1),
        advance(server, 1),
      ]);
      await advance(server, 120);
      for (const [index, it] of all.entries()) {
        const reply = replies[index] as Reply;
        expect(reply.status).toBe(200);
        await becomes(it.payment, countIn(reply) === 1 ? 'COMPLETED' : 'RETURNED');
        await remove(it.id, stranger.apiKey);
      }
    }
  });
});

const hold = (holder: { query: (text: string, values: string[]) => Promise<unknown> }, partyId: string) =>
  holder.query('SELECT FROM wallets WHERE party_id = $1 FOR NO KEY UPDATE', [uuidOf(partyId)]);

/** Starts a server that knows no address yet, and has its engine busy, so that what it is sent next is one batch. */
async function whileBusy(
  work: (fresh: ApiClient, next: (count: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  const fresh = await serveOn(server.connection);
  await withSession(server.connection, (ahead) =>
    withSession(server.connection, async (holder) => {
      for (const session of [ahead, holder]) await session.query('BEGIN');
      await hold(ahead, customer.partyId);
      await hold(holder, main.partyId);
      const first = fresh.as(customer).pay({ amount: 1, ...to(stranger) });
      await until('the engine is busy', async () => (await waitingSessions(server.sql)).length === 1);
      await work(fresh, async (count) => {
        await untilQueued(fresh, count);
        await ahead.query('ROLLBACK');
        await first;
        await untilEngineWaits(server.sql); // it has read whom the address leads to
      });
      await holder.query('ROLLBACK');
    }),
  );
  await fresh.close();
}

/** Verifies an address, and returns the request once that is committed: the money may have to wait for a lock. */
async function verifying(it: Contested, key = stranger.apiKey): Promise<Array<Promise<Reply>>> {
  const reply = verify(it, server, key);
  await until('the address is verified', async () => {
    const found =
      await server.sql`SELECT FROM contacts WHERE value = ${it.value} AND verified_at IS NOT NULL`;
    return found.length > 0;
  });
  return [reply];
}

describe('a batch that has read the address before the takeover', () => {
  it('approves and then does not cancel what is the other party’s', async () => {
    const value = newEmail();
    const asked = { amount: 10_001, counterparty: addressOf(value) };
    const payment = resource(await server.as(main.limitedAgentKey).pay(asked)); // it leads to nobody yet
    const [approval] = await approvalsOf(server, payment);
    await server.pay({ amount: 5, counterparty: addressOf(value) });
    const it = { payment, value, ...(await added(value, stranger.apiKey)) };
    const replies: Array<Promise<Reply>> = [];
    await whileBusy(async (fresh, next) => {
      replies.push(fresh.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`));
      await untilQueued(fresh, 1);
      replies.push(cancel(it, fresh));
      await next(2);
      replies.push(...(await verifying(it)));
    });
    const [approved, canceled, verified] = await Promise.all(replies);
    expect([approved?.status, canceled && refusal(canceled), verified?.status]).toEqual([200, tooLate, 200]);
    await advance(server, 120);
    await becomes(payment, 'COMPLETED');
    expect(await recipientOf(it)).toBe(stranger.partyId);
  });

  it('pays what then waits for nobody: it goes to the other party, and back to it if it pays itself', async () => {
    const it = await contested(main.apiKey);
    const own: Array<Promise<Reply>> = [];
    await whileBusy(async (fresh, next) => {
      own.push(fresh.pay({ amount: 9, counterparty: addressOf(it.value) }));
      await next(1);
      own.push(...(await verifying(it, main.apiKey)));
    });
    const [reply, verified] = await Promise.all(own);
    expect([reply?.status, verified?.status]).toEqual([201, 200]);
    await advance(server, 61);
    await advance(server, 61);
    await becomes(resource(reply as Reply), 'RETURNED');
    await becomes(it.payment, 'RETURNED');
  });
});
