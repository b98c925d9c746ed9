import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { refusal, resource } from '../support/http.ts';
import { asAgent } from '../support/moves.ts';
import { main, customer, stranger, to, testServer } from '../support/server.ts';
import { internalTransferShape } from '../support/shapes-transfers.ts';
import { closeWallet, fundedWallet, moveMoney, newWallet, sumsOf } from '../support/wallets.ts';
import { expectBalancedBooks } from './books.ts';

const server = testServer();
const at = (name: string) => `/data/attributes/${name}WalletId`;

describe('an internal transfer', () => {
  it('moves money at once, and shows the same in transfers and transactions', async () => {
    const to = await newWallet(server);
    const moved = await moveMoney(server, main.walletId, to, 25);
    const transfer = resource(moved);
    expect(transfer).toStrictEqual(internalTransferShape);
    expect(await sumsOf(server, to)).toEqual([25, 0]);
    expect(resource(await server.get(`/transfers/${transfer.id}`))).toEqual(transfer);
    const transaction = resource(await server.get(`/transactions/txn_${transfer.id.slice(4)}`));
    expect(transaction.attributes).toMatchObject({ amount: '25', category: 'internal', status: 'COMPLETED' });
    expect(transaction.relationships['source_wallet']?.data?.id).toBe(main.walletId);
    expect(transaction.relationships['destination_wallet']?.data?.id).toBe(to);
    const cancel = await server.post(`/transfers/${transfer.id}/cancel`);
    expect(refusal(cancel)).toEqual([409, ['conflict'], [undefined]]);
  });

  it('is refused where it cannot be made, and moves nothing', async () => {
    const [from, to] = [await fundedWallet(server, 5), await newWallet(server)];
    const euros = await newWallet(server, { currency: 'EUR' });
    const closed = await newWallet(server);
    await closeWallet(server, closed);
    const cases: Array<[from: string, to: string, ReturnType<typeof refusal>]> = [
      [stranger.walletId, to, [404, ['wallet_not_found'], [at('source')]]],
      [from, stranger.walletId, [404, ['wallet_not_found'], [at('dest')]]],
      [from, euros, [422, ['invalid_value'], [at('dest')]]],
      [from, from, [422, ['invalid_value'], [at('dest')]]],
      [closed, to, [409, ['conflict'], [at('source')]]],
      [from, closed, [409, ['conflict'], [at('dest')]]],
      [to, from, [409, ['insufficient_funds'], ['/data/attributes/amount']]],
    ];
    for (const [source, destination, expected] of cases)
      expect(refusal(await moveMoney(server, source, destination, 1))).toEqual(expected);
    expect(refusal(await moveMoney(server.with(asAgent(main.agentId)), from, to, 1))[1]).toEqual([
      'agent_not_allowed',
    ]);
    expect(await sumsOf(server, from)).toEqual([5, 0]);
  });

  it('counts against no limit, and is not made while the party is frozen', async () => {
    const key = stranger.apiKey;
    const id = await newWallet(server.as(key));
    const move = () => moveMoney(server.as(key), stranger.walletId, id, 10);
    await fetch(`${server.baseUrl}/parties/me/limits`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ data: { attributes: { limits: { perTransaction: 5, perDay: 5 } } } }),
    });
    expect((await move()).status).toBe(200);
    const paid = resource(await server.as(key).pay({ amount: 5, ...to(customer) }));
    expect(paid.attributes['status']).toBe('PROCESSING');
    await server.as(key).post('/parties/me/freeze');
    expect(refusal(await move())).toEqual([409, ['party_frozen'], [undefined]]);
    await server.as(key).post('/parties/me/unfreeze');
  });

  it('has one effect under one key, also after its wallets were closed', async () => {
    const to = await newWallet(server);
    const headers = { 'Idempotency-Key': randomUUID() };
    const move = () => moveMoney(server.with(headers), main.walletId, to, 5);
    const [first, ...others] = await Promise.all([move(), move(), move()]);
    expect(new Set(others.map(({ text }) => text))).toEqual(new Set([first?.text]));
    expect(await sumsOf(server, to)).toEqual([5, 0]);
    await moveMoney(server, to, main.walletId, 5);
    await closeWallet(server, to);
    expect((await move()).text).toBe(first?.text);
  });
});

describe('after all of these tests', () => {
  it('the books are balanced', () => expect(expectBalancedBooks(server.sql)).resolves.toBeUndefined());
});
