import { afterAll, beforeAll, expect, it } from 'vitest';
import { createParty } from '../../src/parties/create.ts';
import { pay } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { untilEngineWaits, uuidOf, withSession } from './support.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const email = 'new@example.com';

it("a payment to an address whose owner signs up meanwhile goes into the owner's new wallet", async () => {
  const { main } = server.parties;
  const reply = await withSession(server.connection, async (holder) => {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM wallets WHERE id = $1 FOR NO KEY UPDATE', [uuidOf(main.walletId)]);
    const waiting = pay(server.baseUrl, main.apiKey, {
      amount: 5,
      counterparty: { type: 'email', value: email },
    });
    await untilEngineWaits(server.sql);
    await signUp();
    await holder.query('COMMIT');
    return waiting;
  });
  expect(reply.status).toBe(201);
  const wallets = await server.sql<{ posted: bigint; is_default: boolean }>(
    `SELECT w.posted, w.is_default FROM wallets w JOIN parties p ON p.id = w.party_id WHERE p.email = $1`,
    [email],
  );
  expect(wallets).toEqual([{ posted: 5n, is_default: true }]);
});

async function signUp(): Promise<void> {
  const now = new Date();
  await withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    const party = { type: 'PERSON', name: 'New', email, currency: 'USD', now } as const;
    await createParty(session, party, { name: 'New', email });
    await session.query('COMMIT');
  });
}
