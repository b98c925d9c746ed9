import { describe, expect, it } from 'vitest';
import { refusal, resource, resources } from '../support/http.ts';
import { main, customer, stranger, to, toNobody, testServer } from '../support/server.ts';
import { closeWallet, fundedWallet, moveMoney, newWallet, sumsOf } from '../support/wallets.ts';

const server = testServer();
const path = (id: string): string => `/wallets/${id}`;
const fresh = (): Promise<string> => newWallet(server);

describe('POST /wallets/{walletId}/default', () => {
  it('leaves one default wallet, which pays and receives from then on', async () => {
    const key = stranger.apiKey;
    const id = await newWallet(server.as(key));
    expect(resource(await server.as(key).post(`${path(id)}/default`)).attributes['isDefault']).toBe(true);
    const all = resources(await server.as(key).get('/wallets'));
    expect(all.filter(({ attributes: each }) => each['isDefault']).map((each) => each.id)).toEqual([id]);
    await server.pay({ amount: 70, ...to(stranger) });
    await server.as(key).pay({ amount: 30, ...to(customer) });
    expect(await sumsOf(server.as(key), id)).toEqual([40, 0]);
    await server.as(key).post(`${path(stranger.walletId)}/default`);
  });

  it('refuses a closed wallet', async () => {
    const id = await newWallet(server, { currency: 'PLN' });
    await closeWallet(server, id);
    expect(refusal(await server.post(`${path(id)}/default`))).toEqual([409, ['conflict'], ['walletId']]);
  });
});

describe('a frozen wallet', () => {
  it('pays nothing and receives, and each move is recorded once', async () => {
    const id = await fundedWallet(server, 100);
    for (const action of ['freeze', 'freeze']) await server.post(`${path(id)}/${action}`);
    const refused = await server.pay({ amount: 1, walletId: id, ...to(stranger) });
    expect(refusal(refused)).toEqual([409, ['wallet_frozen'], [undefined]]);
    expect(refusal(await moveMoney(server, id, main.walletId, 1))).toEqual([
      409,
      ['wallet_frozen'],
      [undefined],
    ]);
    expect((await moveMoney(server, main.walletId, id, 1)).status).toBe(200);
    for (const action of ['unfreeze', 'unfreeze']) await server.post(`${path(id)}/${action}`);
    expect((await moveMoney(server, id, main.walletId, 101)).status).toBe(200);
    await closeWallet(server, id);
    const events = await server.sql<{ to: string }>`SELECT to_status AS to FROM events
      WHERE resource = 'wallet' AND resource_id = ${id.slice(4)} ORDER BY id`;
    expect(events.map(({ to }) => to)).toEqual(['active', 'frozen', 'active', 'closed']);
  });
});

describe('DELETE /wallets/{walletId}', () => {
  it('closes an empty wallet for good, and closing it again changes nothing', async () => {
    const id = await fresh();
    const first = await closeWallet(server, id);
    expect([first.status, (await closeWallet(server, id)).text]).toEqual([200, first.text]);
    for (const action of ['freeze', 'unfreeze'])
      expect(refusal(await server.post(`${path(id)}/${action}`))).toEqual([409, ['conflict'], ['walletId']]);
  });

  it('refuses the default wallet, and one that has or holds money', async () => {
    const conflict = [409, ['conflict'], ['walletId']];
    expect(refusal(await closeWallet(server, main.walletId))).toEqual(conflict);
    const id = await fundedWallet(server, 10);
    expect(refusal(await closeWallet(server, id))).toEqual(conflict);
    const held = resource(await server.pay({ amount: 10, walletId: id, ...toNobody() }));
    expect(await sumsOf(server, id)).toEqual([0, 10]);
    expect(refusal(await closeWallet(server, id))).toEqual(conflict);
    await server.post(`/payments/${held.id}/cancel`);
    await moveMoney(server, id, main.walletId, 10);
    expect((await closeWallet(server, id)).status).toBe(200);
  });
});
