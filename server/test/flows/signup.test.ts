import { describe, expect, it } from 'vitest';
import { createParty, type NewParty } from '../../src/identity/parties/create.ts';
import { resource, type Reply } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { main, newAddress, serveOn, testServer, secondServer } from '../support/server.ts';
import { until, untilEngineWaits, uuidOf, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const payTo = (type: string, value: string, at: ApiClient = server) =>
  at.pay({ amount: 5, counterparty: { type, value } });

/** Lets the address known only by a payment, and returns the id of its PROVISIONAL party. */
const provisionalParty = async (email: string): Promise<string> =>
  resource(await payTo('email', email)).relationships['recipient']?.data?.id ?? '';

const signUp = async (email: string, meanwhile?: () => Promise<void>): Promise<NewParty | null> =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    const party = { type: 'ORG', name: 'New', email, currency: 'USD', now: new Date() } as const;
    const made = await createParty(session, party, { name: 'New', email });
    await meanwhile?.();
    await session.query('COMMIT');
    return made;
  });

/** Sends a payment, and does something else while it waits for its payer's wallet. */
const whileItWaits = (send: () => Promise<Reply>, work: () => Promise<unknown>) =>
  withSession(server.connection, async (holder) => {
    await holder.query('BEGIN');
    const wallet = [uuidOf(main.walletId)];
    await holder.query('SELECT FROM wallets WHERE id = $1 FOR NO KEY UPDATE', wallet);
    const waiting = send();
    await untilEngineWaits(server.sql);
    await work();
    await holder.query('COMMIT');
    return waiting;
  });

const walletsOf = (email: string) =>
  server.sql<{ posted: bigint; is_default: boolean }>`SELECT w.posted, w.is_default FROM wallets w
    JOIN parties p ON p.id = w.party_id WHERE p.email = ${email}`;
const statesOf = async (partyId: string): Promise<unknown[]> => {
  const found = await server.sql<{ status: string }>`SELECT status FROM payments
    WHERE payee_party_id = ${uuidOf(partyId)} ORDER BY id`;
  return found.map(({ status }) => status);
};

describe('signing up', () => {
  it("with an address that is being paid: the money goes into the owner's new wallet", async () => {
    const email = newAddress();
    const reply = await whileItWaits(
      () => payTo('email', email),
      () => signUp(email),
    );
    expect(reply.status).toBe(201);
    expect(await walletsOf(email)).toEqual([{ posted: 5n, is_default: true }]);
  });

  it('with an address that money waits for adopts its party, which then gets what waits', async () => {
    const email = newAddress();
    const partyId = await provisionalParty(email);
    const made = await signUp(email);
    expect(`pty_${made?.partyId}`).toBe(partyId);
    expect(await statesOf(partyId)).toEqual(['PENDING_CLAIM']);
    const [party] = await server.sql`SELECT type, status, name, (SELECT array_agg(to_status ORDER BY id)
      FROM events WHERE resource = 'party' AND resource_id = p.id) AS events FROM parties p
      WHERE id = ${uuidOf(partyId)}`;
    expect(party).toEqual({ type: 'ORG', status: 'ACTIVE', name: 'New', events: ['PROVISIONAL', 'ACTIVE'] });
    // Both servers had the address in their cache.
    const counterparty = { type: 'email', value: email };
    for (const each of [server, second]) await each.as(main.apiKey).pay({ amount: 5, counterparty });
    await advance(server, 60);
    expect(await statesOf(partyId)).toEqual(['COMPLETED', 'COMPLETED', 'COMPLETED']);
    expect(await walletsOf(email)).toEqual([{ posted: 15n, is_default: true }]);
  });

  it('while the waiting party is paid by its id opens one wallet, which gets the money', async () => {
    const email = newAddress();
    const partyId = await provisionalParty(email);
    const fresh = await serveOn(server.connection); // what a server has cached, it would load again
    const reply = await whileItWaits(
      () => payTo('party_id', partyId, fresh),
      () => signUp(email),
    );
    await fresh.close();
    expect(reply.status).toBe(201);
    await advance(server, 60);
    expect(await statesOf(partyId)).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await walletsOf(email)).toEqual([{ posted: 10n, is_default: true }]);
  });

  it('twice at once with one address: the first gets the party, the second is refused', async () => {
    const email = newAddress();
    await provisionalParty(email);
    let other: Promise<NewParty | null> = Promise.resolve(null);
    const made = await signUp(email, async () => {
      other = signUp(email);
      await until('the second waits for the first', async () => {
        const waiting = await server.sql(
          `SELECT FROM pg_stat_activity WHERE application_name = 'test' AND wait_event_type = 'Lock'
             AND datname = current_database()`,
        );
        return waiting.length > 0;
      });
    });
    expect([made !== null, await other]).toEqual([true, null]);
    expect(await walletsOf(email)).toHaveLength(1);
  });

  it('with an address that a payment registers at the same moment adopts the party of the payment', async () => {
    const email = newAddress();
    const { made, paid } = await withSession(server.connection, async (holder) => {
      // The payment waits in its store, after it has inserted the address: nobody else may write an event.
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE event_lines IN SHARE MODE');
      const paying = payTo('email', email);
      await untilEngineWaits(server.sql);
      const signing = signUp(email);
      await until('the sign-up waits for the payment', async () => {
        const waiting = await server.sql(
          `SELECT FROM pg_stat_activity WHERE application_name = 'test' AND wait_event = 'transactionid'
             AND datname = current_database()`,
        );
        return waiting.length > 0;
      });
      await holder.query('COMMIT');
      return { made: await signing, paid: resource(await paying) };
    });
    expect(`pty_${made?.partyId}`).toBe(paid.relationships['recipient']?.data?.id);
    expect(await walletsOf(email)).toEqual([{ posted: 0n, is_default: true }]);
  });
});
