import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { refusal, resource, resources } from '../support/http.ts';
import { advance, withdraw } from '../support/moves.ts';
import type { ApiClient } from '../support/client.ts';
import { rawRequest } from '../support/raw.ts';
import { main, customer, stranger, to, secondServer, testServer } from '../support/server.ts';
import { linesOf, type Statement, statementOf } from '../support/statements.ts';
import { fundedWallet, newWallet, walletNow } from '../support/wallets.ts';
import { payParty, until, uuidOf } from './support.ts';

const server = testServer({ PURSER_LOCK_TIMEOUT_MS: '300' });
const second = secondServer(server);
const day_s = 24 * 60 * 60;
const allTime = '?from=2000-01-01T00:00:00Z';

/**
 * Stores payments between two parties with their movements and sums, faster than the engine would. Their texts are long:
 * 20 000 lines are more than a connection's buffers ever hold (46 MB to 37), so that a reader that takes nothing is noticed.
 */
async function store(count: number): Promise<void> {
  const ends = [main.partyId, stranger.partyId, main.walletId, stranger.walletId].map(uuidOf);
  await server.sql(
    `WITH made AS (
       INSERT INTO payments (id, status, amount, currency, description, payer_party_id, payee_party_id,
         initiator_party_id, payer_wallet_id, payee_wallet_id, credential_id, user_id, created_at, updated_at, accepted_at)
       SELECT (left(uuidv7()::text, 35) || '0')::uuid, 'COMPLETED', 1, 'USD', repeat('😀', 500), $1, $2, $1, $3, $4, k.id, k.created_by, t, t, t
       FROM generate_series(1, $5::int), (SELECT * FROM api_keys LIMIT 1) k, (SELECT now() AS t) n RETURNING *),
     moved AS (
       INSERT INTO movements SELECT id, 1, 'payment', payer_wallet_id, 'available', payee_wallet_id, 'available', amount,
         currency, created_at FROM made)
     UPDATE wallets SET posted = posted + CASE id WHEN $3 THEN -$5::int ELSE $5::int END,
       dated_to_us = 1000000 * extract(epoch FROM now()) + 1 WHERE id IN ($3, $4)`,
    ...ends,
    count,
  );
}

const sessions = async (): Promise<number> =>
  (
    await server.sql(
      "SELECT FROM pg_stat_activity WHERE query LIKE '%FETCH%FROM parts' AND pid <> pg_backend_pid()",
    )
  ).length;

/** Asks for a statement and reads nothing of it. */
async function askAndWait(): Promise<Socket> {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.pause();
  socket.write(
    rawRequest(`GET /wallets/${main.walletId}/statement${allTime}`, [`Authorization: Bearer ${main.apiKey}`]),
  );
  return socket;
}

const pay = (from: ApiClient, walletId: string, payee: { partyId: string }) =>
  from.post('/payments', { amount: 5, walletId, ...to(payee) });

describe('a statement', () => {
  it('of each wallet agrees with the ledger, whatever moved its money, when, and with a hold in between', async () => {
    await payParty(server.baseUrl, customer, main, 500);
    const walletId = await fundedWallet(server, 5_000);
    await withdraw(server, { amount: 1_000, walletId });
    await advance(server, day_s); // the bank completes it before the next one: in one advance, either may be first
    await withdraw(server, { amount: 1_023, walletId }); // the sandbox bank completes it, and returns it
    await advance(server, 40 * day_s);
    const lines = linesOf(await statementOf(server, walletId));
    expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['internal', 5_000],
      ['withdrawal', -1_000],
      ['withdrawal', -1_023],
      ['return', 1_023],
    ]);
    expect(lines.at(-1)?.counterparty).toBeNull();
    await advance(server, 40 * day_s);
    const later = await statementOf(server, walletId, ''); // a month in which nothing moved
    expect([later.lines, later.openingBalance, later.closingBalance]).toEqual([[], 4_000, 4_000]);
    for (const party of [main, customer]) {
      const entries = await server.sql`SELECT transaction_id AS id, sum(amount) AS amount FROM entries
        WHERE wallet_id = ${uuidOf(party.walletId)}
        GROUP BY transaction_id, step, created_at HAVING sum(amount) <> 0
        ORDER BY created_at, transaction_id, step`;
      const found = linesOf(await statementOf(server.as(party), party.walletId));
      expect(found.map(({ transactionId, amount }) => [transactionId.slice(4), String(amount)])).toEqual(
        entries.map(({ id, amount }: { id?: string; amount?: string }) => [id, amount]),
      );
      const { balance } = (await walletNow(server.as(party), party.walletId)).attributes;
      expect((balance as { total: number }).total).toBe(found.at(-1)?.balance);
    }
  });

  it('has a payment that was approved long after it was made, in the month of its approval', async () => {
    await server.put('/parties/me/limits', { limits: { perTransaction: 10 } });
    const paid = resource(await server.post('/payments', { amount: 11, ...to(stranger) }));
    const [approval] = resources(await server.get('/approvals'));
    await advance(server, 6 * day_s);
    const approved = await server.as(main.approverApiKey).post(`/approvals/${approval?.id}/approve`);
    expect(approved.status).toBe(200);
    const lines = linesOf(await statementOf(server, main.walletId));
    expect(lines.filter(({ paymentId }) => paymentId === paid.id).map(({ amount }) => amount)).toEqual([-11]);
    const { time } = lines.find(({ paymentId }) => paymentId === paid.id) ?? {};
    const exactly = linesOf(await statementOf(server, main.walletId, `from=${time}`));
    expect(exactly[0]?.paymentId).toBe(paid.id);
  });

  it('never changes once it was read, and has no line below zero, while two servers pay both ways', async () => {
    const read: Statement[] = [];
    const [mine, theirs] = [await fundedWallet(server, 5), await newWallet(server.as(stranger))];
    const turns = Array.from({ length: 60 }, (_, index) => [server, second][index % 2] ?? server);
    const paying = turns.flatMap((each) => [pay(each, mine, stranger), pay(each.as(stranger), theirs, main)]);
    for (const each of turns) read.push(await statementOf(each, mine));
    await Promise.all(paying);
    for (const each of read) {
      expect(Math.min(...linesOf(each).map(({ balance }) => balance))).toBeGreaterThanOrEqual(0);
      expect(await statementOf(second, mine, `from=${each.from}&to=${each.to}`)).toEqual(each);
    }
  });

  it('of many lines arrives complete, in parts', async () => {
    await store(20_000);
    const statement = await statementOf(server, main.walletId);
    expect(linesOf(statement).length).toBeGreaterThan(20_000);
    expect(await sessions()).toBe(0);
  });

  it('is read one at a time by a party; others read theirs, and a client that leaves frees the place', async () => {
    const socket = await askAndWait();
    await until('the statement is being read', async () => (await sessions()) === 1);
    const second = await server.get(`/wallets/${main.walletId}/statement`);
    expect(refusal(second)).toEqual([429, ['rate_limited'], [undefined]]);
    expect(linesOf(await statementOf(server.as(stranger), stranger.walletId)).length).toBeGreaterThan(0);
    socket.destroy();
    await until('its session is closed', async () => (await sessions()) === 0);
    expect((await server.get(`/wallets/${main.walletId}/statement`)).status).toBe(200);
  });

  it('whose client takes nothing ends after some seconds, without the rest', async () => {
    await store(20_000); // and as many again: what a connection holds on a loaded machine is not exact
    const socket = await askAndWait();
    await until('the statement is being read', async () => (await sessions()) === 1);
    await until('its session is closed', async () => (await sessions()) === 0);
    let text = '';
    socket.on('data', (bytes) => (text += bytes.toString('latin1')));
    socket.on('error', () => undefined);
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/);
    expect((await server.get(`/wallets/${main.walletId}/statement`)).status).toBe(200);
  });

  it('answers HEAD without reading a line', async () => {
    const reply = await fetch(`${server.baseUrl}/wallets/${main.walletId}/statement`, {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${main.apiKey}` },
    });
    expect([reply.status, await reply.text()]).toEqual([200, '']);
    await until('no session is left', async () => (await sessions()) === 0);
  });
});
