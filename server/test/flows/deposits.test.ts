import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { accepted, deposit, keyOf, moneyOf, reports } from '../support/deposits.ts';
import { codes, resource, resources } from '../support/http.ts';
import { asAgent, transferNow } from '../support/moves.ts';
import { main, customer, testServer } from '../support/server.ts';
import { closeWallet, newWallet } from '../support/wallets.ts';
import { createTestBank } from './bank.ts';
import { expectBalancedBooks } from './books.ts';
import { until } from './support.ts';

const bank = createTestBank();
const server = testServer({}, bank.rail);
let before: number;
beforeEach(async () => {
  [before] = await moneyOf(server, main.walletId);
});
afterAll(() => expectBalancedBooks(server.sql));

const mainMoney = () => moneyOf(server, main.walletId);

const completed = { kind: 'completed' } as const;
const failed = { kind: 'failed', code: 'R01', reason: 'Insufficient funds' } as const;
const returned = { kind: 'returned', code: 'R10', reason: 'Not authorized' } as const;

describe('a deposit', () => {
  it('is drawn from the account, moves nothing until the bank reports it, then arrives in the wallet', async () => {
    const transfer = await accepted(server, bank, { description: 'Capital', tags: { order: '7' } });
    expect(transfer.attributes).toMatchObject({
      type: 'deposit',
      amount: 500,
      currency: 'USD',
      status: 'PROCESSING',
      description: 'Capital',
      tags: { order: '7' },
      externalAccountDisplayMask: '****1234',
      settledAt: null,
    });
    expect(transfer.attributes['expectedAvailableAt']).not.toBeNull();
    expect(transfer.relationships['wallet']?.data?.id).toBe(main.walletId);
    expect(bank.submitted.find(({ key }) => key === keyOf(transfer))).toEqual({
      key: keyOf(transfer),
      direction: 'debit',
      externalAccountId: main.externalAccountId.slice(4),
      amount: 500n,
      currency: 'USD',
    });
    expect(await mainMoney()).toEqual([before, 0]);
    await reports(server, bank, transfer, completed, completed);
    expect(await mainMoney()).toEqual([before + 500, 0]);
    const { status, settledAt } = (await transferNow(server, transfer)).attributes;
    expect([status, settledAt === null]).toEqual(['COMPLETED', false]);
    expect(resources(await server.get('/transfers?tag[order]=7')).map(({ id }) => id)).toEqual([transfer.id]);
  });

  it('that fails moves nothing', async () => {
    const transfer = await accepted(server, bank);
    await reports(server, bank, transfer, failed, completed);
    expect((await transferNow(server, transfer)).attributes).toMatchObject({
      status: 'FAILED',
      failure: { code: 'R01', reason: 'Insufficient funds' },
    });
    expect(await mainMoney()).toEqual([before, 0]);
  });

  it('that is returned takes its money out of the wallet again, once', async () => {
    const transfer = await accepted(server, bank);
    await reports(server, bank, transfer, completed, returned, returned, completed);
    expect((await transferNow(server, transfer)).attributes).toMatchObject({
      status: 'RETURNED',
      return: { code: 'R10', reason: 'Not authorized' },
    });
    expect(await mainMoney()).toEqual([before, 0]);
  });

  it('whose return is reported before its completion has both', async () => {
    const transfer = await accepted(server, bank);
    await reports(server, bank, transfer, returned);
    expect(await server.statusOf(transfer)).toBe('RETURNED');
    expect(await mainMoney()).toEqual([before, 0]);
  });

  it('needs an idempotency key, and is made once under one', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const replies = [await deposit(server.with(headers)), await deposit(server.with(headers))];
    expect(replies[1]?.text).toBe(replies[0]?.text);
    expect((await deposit(server.with(headers), { amount: 600 })).status).toBe(409);
    const without = await deposit(server.with({ 'Idempotency-Key': undefined }));
    expect([without.status, codes(without)]).toEqual([400, ['idempotency_key_required']]);
  });

  it('is refused below 1.00, from an account that is not active or not the party’s, and to an agent', async () => {
    const { id: gone } = resource(
      await server.post('/external-accounts', {
        account: {
          type: 'us',
          accountNumber: '000123456789',
          routingNumber: '021000021',
          accountType: 'checking',
        },
        accountName: 'Savings',
        bankName: 'First Bank',
      }),
    );
    const refused = [
      await deposit(server, { amount: 99 }),
      await deposit(server, { externalAccountId: gone }),
      await deposit(server.as(customer)),
      await deposit(server.with(asAgent(main.agentId))),
      await deposit(server.as(main.agentKey)),
    ];
    expect(refused.map((reply) => [reply.status, codes(reply)[0]])).toEqual([
      [422, 'invalid_value'],
      [409, 'external_account_not_usable'],
      [404, 'external_account_not_found'],
      [403, 'agent_not_allowed'],
      [403, 'agent_not_allowed'],
    ]);
  });

  it('goes to the wallet that it names, frozen or not, and is refused for a closed or foreign one', async () => {
    const [drawer, closed] = [await newWallet(server), await newWallet(server)];
    await server.post(`/wallets/${drawer}/freeze`);
    await closeWallet(server, closed);
    const transfer = await accepted(server, bank, { walletId: drawer });
    await reports(server, bank, transfer, completed);
    expect(await moneyOf(server, drawer)).toEqual([500, 0]);
    const refused = [
      await deposit(server, { walletId: closed }),
      await deposit(server, { walletId: customer.walletId }),
      await deposit(server, { walletId: drawer, currency: 'EUR' }),
    ];
    expect(refused.map((reply) => [reply.status, codes(reply)[0]])).toEqual([
      [409, 'conflict'],
      [404, 'wallet_not_found'],
      [422, 'invalid_value'],
    ]);
    await reports(server, bank, transfer, returned);
    expect(await moneyOf(server, drawer)).toEqual([0, 0]); // the bank takes it back from a frozen wallet too
  });

  it('arrives where its party receives, if its wallet was closed meanwhile, and leaves a debt there', async () => {
    const drawer = await newWallet(server);
    const transfer = await accepted(server, bank, { walletId: drawer });
    await closeWallet(server, drawer);
    await reports(server, bank, transfer, completed);
    expect(await mainMoney()).toEqual([before + 500, 0]);
    await reports(server, bank, transfer, returned);
    expect(await mainMoney()).toEqual([before, 0]);
  });

  it('is made and arrives while its party is frozen', async () => {
    await server.post('/parties/me/freeze');
    const transfer = await accepted(server, bank);
    await reports(server, bank, transfer, completed);
    await server.post('/parties/me/unfreeze');
    expect(await mainMoney()).toEqual([before + 500, 0]);
  });

  it('opens a wallet in a currency that is new to its party', async () => {
    const transfer = await accepted(server, bank, { currency: 'CHF' });
    await reports(server, bank, transfer, completed);
    const id = transfer.relationships['wallet']?.data?.id ?? '';
    expect(await moneyOf(server, id)).toEqual([500, 0]);
  });
});

describe('a deposit under way that is canceled', () => {
  it('is CANCELED at once if the bank was not asked yet', async () => {
    const transfer = resource(await deposit(server));
    const order = `UPDATE rail_orders SET state = 'waiting' WHERE transfer_id = $1 RETURNING state`;
    await until('the bank has it', () => bank.accepted.has(keyOf(transfer)));
    await server.sql(order, transfer.id.slice(4));
    expect(resource(await server.post(`/transfers/${transfer.id}/cancel`)).attributes['status']).toBe(
      'CANCELED',
    );
    expect(await mainMoney()).toEqual([before, 0]);
  });

  it('is canceled by the bank afterwards, or completes', async () => {
    const [canceled, late] = [await accepted(server, bank), await accepted(server, bank)];
    for (const transfer of [canceled, late]) {
      const reply = await server.post(`/transfers/${transfer.id}/cancel`);
      expect(resource(reply).attributes['status']).toBe('PROCESSING');
      await until('the bank is asked', () => bank.cancelRequests.includes(keyOf(transfer)));
    }
    await reports(server, bank, canceled, { kind: 'canceled' });
    await reports(server, bank, late, completed);
    expect([await server.statusOf(canceled), await server.statusOf(late)]).toEqual(['CANCELED', 'COMPLETED']);
    expect(await mainMoney()).toEqual([before + 500, 0]);
    expect((await server.post(`/transfers/${late.id}/cancel`)).status).toBe(409);
  });
});
