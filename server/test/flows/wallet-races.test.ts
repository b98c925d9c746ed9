import { describe, expect, it } from 'vitest';
import { refusal, resources, type Reply } from '../support/http.ts';
import { main, stranger, to, testServer, secondServer } from '../support/server.ts';
import { closeWallet, fundedWallet, moveMoney, newWallet, sumsOf } from '../support/wallets.ts';
import { expectBalancedBooks } from './books.ts';
import { uuidOf, until, waitingSessions, withSession } from './support.ts';
import { clientAt } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);

/** Pays a cent of the main party from a wallet, through one of the servers. */
function payFrom(walletId: string, turn: number): Promise<Reply> {
  const { baseUrl } = turn % 2 === 0 ? server : second;
  return clientAt(baseUrl).pay({ amount: 1, walletId, ...to(stranger) });
}

const many = (count: number, run: (turn: number) => Promise<Reply>) =>
  Promise.all(Array.from({ length: count }, (_each, turn) => run(turn)));

describe('freezing a wallet', () => {
  it('waits for payments in progress: none commits after its response, on any server', async () => {
    const id = await fundedWallet(server, 1_000);
    for (let round = 0; round < 5; round += 1) {
      const busy = many(20, (turn) => payFrom(id, turn));
      expect((await second.post(`/wallets/${id}/freeze`)).status).toBe(200);
      const atTheResponse = await sumsOf(server, id);
      const late = await many(2, (turn) => payFrom(id, turn));
      expect(late.map(refusal)).toEqual(late.map(() => [409, ['wallet_frozen'], [undefined]]));
      for (const reply of await busy) expect([201, 409]).toContain(reply.status);
      expect(await sumsOf(server, id)).toEqual(atTheResponse);
      await server.post(`/wallets/${id}/unfreeze`);
    }
  });

  it('refuses payments that waited for it', async () => {
    const id = await fundedWallet(server, 10);
    const replies = await withSession(server.connection, async (session) => {
      await session.query('BEGIN');
      await session.query("UPDATE wallets SET status = 'frozen' WHERE id = $1", [uuidOf(id)]);
      const waiting = many(2, (turn) => payFrom(id, turn));
      await until('both payments wait', async () => (await waitingSessions(server.sql)).length === 2);
      await session.query('COMMIT');
      return waiting;
    });
    expect(replies.map(refusal)).toEqual(replies.map(() => [409, ['wallet_frozen'], [undefined]]));
  });
});

describe('several changes of the default wallet at once', () => {
  it('all succeed, and leave exactly one default wallet', async () => {
    const ids = [main.walletId, await newWallet(server), await newWallet(server, { currency: 'EUR' })];
    const makeDefault = (turn: number): Promise<Reply> => {
      const { baseUrl } = turn % 2 === 0 ? server : second;
      return clientAt(baseUrl).post(`/wallets/${ids[turn % ids.length]}/default`);
    };
    for (let round = 0; round < 5; round += 1) {
      const replies = await many(6, makeDefault);
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      const all = resources(await server.get('/wallets?limit=100&status=active'));
      expect(all.filter(({ attributes }) => attributes['isDefault']).length).toBe(1);
    }
    await server.post(`/wallets/${main.walletId}/default`);
  });
});

const payIn = () => second.pay({ amount: 1, currency: 'EUR', ...to(stranger) });

describe('closing a wallet', () => {
  it('while money comes in either finds it not empty, or the money goes to another wallet', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await newWallet(server);
      const [closed, moved] = await Promise.all([
        closeWallet(round % 2 === 0 ? server : second, id),
        moveMoney(server, main.walletId, id, 1),
      ]);
      expect([200, 409]).toContain(closed.status);
      expect(moved.status).toBe(closed.status === 200 ? 409 : 200);
    }
    // The only wallet of a currency: whoever pays into it next opens another one.
    const only = await newWallet(server.as(stranger), { currency: 'EUR' });
    const [closed, ...paid] = await Promise.all([closeWallet(server.as(stranger), only), payIn(), payIn()]);
    expect(paid.map(({ status }) => status)).toEqual([201, 201]);
    const open = resources(await server.as(stranger).get('/wallets?currency=EUR&status=active'));
    expect(open.length).toBe(1);
    expect(open[0]?.id === only).toBe(closed.status === 409);
    expect(await sumsOf(server.as(stranger), open[0]?.id ?? '')).toEqual([2, 0]);
  });
});

describe('after all of these tests', () => {
  it('the books are balanced', () => expect(expectBalancedBooks(server.sql)).resolves.toBeUndefined());
});
