import { beforeAll, describe, expect, it } from 'vitest';
import { groupSize } from '../../src/engine/queue/run-in-groups.ts';
import { codes, resource, type Resource } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { main, customer, toNobody, testServer } from '../support/server.ts';
import { countRows, expectBalancedBooks } from './books.ts';
import { uuidOf, payParty, untilEngineWaits, untilQueued, withSession } from './support.ts';

const poison = 666;

const server = testServer();
beforeAll(() => server.sql(`ALTER TABLE payments ADD CONSTRAINT poison CHECK (amount <> ${poison})`));

const payAmount = (amount: number) =>
  payParty(server.baseUrl, main, customer, amount, { 'Idempotency-Key': `amount ${amount}` });

/** Sends payments that wait behind a blocked one, so that they form a batch. */
const payTogether = (amounts: readonly number[]) =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    await session.query('LOCK TABLE wallets IN EXCLUSIVE MODE');
    const first = payAmount(1);
    await untilEngineWaits(server.sql);
    const others = amounts.map(payAmount);
    await untilQueued(server, others.length);
    await session.query('ROLLBACK');
    expect((await first).status).toBe(201);
    return Promise.all(others);
  });

describe('a payment that the database refuses to store', () => {
  it('fails alone: the other payments of its batch are accepted, and no row of it remains', async () => {
    const before = await countRows(server.sql);
    const amounts = [10, 11, poison, 12, 13];
    const replies = await payTogether(amounts);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 500, 201, 201]);
    expect(replies.flatMap(codes)).toEqual(['server_error']);
    const after = await countRows(server.sql);
    expect(after['payments']).toBe((before['payments'] ?? 0) + amounts.length);
    await expectBalancedBooks(server.sql);
  });

  it('reveals nothing of the database error to the client', async () => {
    const reply = await payAmount(poison);
    expect(reply.status).toBe(500);
    expect(reply.text).not.toMatch(/constraint|poison|violates/);
  });

  it('leaves its key unused, so that the request can succeed later', async () => {
    await server.sql('ALTER TABLE payments DROP CONSTRAINT poison');
    const reply = await payAmount(poison);
    expect([reply.status, reply.headers.get('Idempotency-Replayed')]).toEqual([201, null]);
  });
});

describe('a payment that the database refuses to change', () => {
  it('keeps no other one that was not claimed from going back to its payer', async () => {
    const unclaimed = async () => resource(await server.pay({ amount: 5, ...toNobody() }));
    const broken = await unclaimed();
    const others: Resource[] = [];
    while (others.length < groupSize) others.push(await unclaimed()); // the last one is in another group
    await server.sql(`CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''x''; END'`);
    await server.sql(`CREATE TRIGGER break BEFORE UPDATE ON payments FOR EACH ROW
      WHEN (OLD.id = '${uuidOf(broken.id)}') EXECUTE FUNCTION break()`);
    await advance(server, 30 * 86_400 + 60);
    expect(await Promise.all(others.map((each) => server.statusOf(each)))).toEqual(
      others.map(() => 'RETURNED'),
    );
    expect(await server.statusOf(broken)).toBe('PENDING_CLAIM');
    await server.sql('DROP TRIGGER break ON payments');
    await advance(server, 1);
    expect(await server.statusOf(broken)).toBe('RETURNED');
    await expectBalancedBooks(server.sql);
  });
});
