import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { link, linked, newAccount, verifyAll } from '../support/external-accounts.ts';
import { pagination, refusal, resource, resources } from '../support/http.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { externalAccountShape } from '../support/shapes-parties.ts';
import { listOf } from '../support/shapes.ts';

const server = testServer();
const path = (id: string): string => `/external-accounts/${id}`;
const remove = (id: string) => server.delete(path(id));
const common = { scope: 'external_accounts.create' } as const;

checkEndpoint('POST /external-accounts', server, {
  ...common,
  path: async () => {
    await verifyAll(server);
    return '/external-accounts';
  },
  status: 201,
  response: { data: externalAccountShape('pending') },
  body: () => newAccount(),
  otherBody: { accountName: 'Another name' },
});

checkEndpoint('GET /external-accounts', server, {
  scope: 'external_accounts.read',
  response: listOf(externalAccountShape('pending'), externalAccountShape('active')),
});

checkEndpoint('GET /external-accounts/{externalAccountId}', server, {
  alsoHas: ['DELETE'],
  path: () => path(main.externalAccountId),
  scope: 'external_accounts.read',
  response: { data: externalAccountShape('active') },
});

checkList('GET /external-accounts', server, {
  more: async (count) => {
    for (let made = 0; made < count; made += 1) {
      if (made % 20 === 0) await verifyAll(server);
      await linked(server);
    }
  },
  otherList: '/agents',
});

const us = (change: object) => ({ account: { ...newAccount().account, ...change } });

describe('POST /external-accounts', () => {
  const iban = { type: 'iban', iban: 'GB82 WEST 1234 5698 7654 32' };

  it('links an account with what was sent, and shows the last four digits of its number', async () => {
    const sent = { ...newAccount(), tags: { branch: 'north' } };
    const made = await link(server, sent);
    const { id, attributes } = resource(made);
    expect(attributes).toMatchObject({
      accountName: sent.accountName,
      bankName: sent.bankName,
      accountType: 'savings',
      lastFour: sent.account.accountNumber.slice(-4),
      status: 'pending',
      tags: sent.tags,
    });
    expect(resource(await server.get(path(id)))).toEqual(resource(made));
  });

  it('links an account by its IBAN, which has no type, and without the name of the bank', async () => {
    const { attributes } = resource(await link(server, { accountName: 'Bücher', account: iban }));
    expect(attributes).toMatchObject({ bankName: null, accountType: null, lastFour: '5432', tags: {} });
  });

  it('refuses to link an account twice, however it is spelled, until it is removed', async () => {
    const second = { accountName: 'Other', account: { type: 'iban', iban: iban.iban.replaceAll(' ', '') } };
    const place = '/data/attributes/account';
    expect(refusal(await link(server, second))).toEqual([409, ['already_exists'], [place]]);
    const account = newAccount();
    const { id } = resource(await link(server, account));
    const asChecking = { ...account, account: { ...account.account, accountType: 'checking' } };
    expect(refusal(await link(server, asChecking))).toEqual([409, ['already_exists'], [place]]);
    await remove(id);
    expect((await link(server, asChecking)).status).toBe(201);
  });

  it('lets several parties link the same account', async () => {
    const account = newAccount();
    for (const { apiKey: key } of [main, stranger])
      expect((await link(server.as(key), account)).status).toBe(201);
  });

  it('lets at most 20 accounts of a party be pending', async () => {
    await verifyAll(server);
    for (let count = 0; count < 20; count += 1) expect((await link(server)).status).toBe(201);
    expect(refusal(await link(server))).toEqual([409, ['conflict'], [undefined]]);
    await verifyAll(server);
    expect((await link(server)).status).toBe(201);
  });

  it.each([
    ['no account', { account: undefined }, ['/account']],
    ['an account of no type', { account: {} }, ['/account/type']],
    ['an account of another type', { account: { type: 'cheque' } }, ['/account/type']],
    ['a wrong check digit', us({ routingNumber: '021000022' }), ['/account/routingNumber']],
    ['a routing number that is a number', us({ routingNumber: 21_000_021 }), ['/account/routingNumber']],
    ['an account number of 3 digits', us({ accountNumber: '123' }), ['/account/accountNumber']],
    ['an account number of 18 digits', us({ accountNumber: '1'.repeat(18) }), ['/account/accountNumber']],
    ['an account number with letters', us({ accountNumber: '12345X' }), ['/account/accountNumber']],
    ['another type of account', us({ accountType: 'loan' }), ['/account/accountType']],
    ['an IBAN in an account of the other type', us({ iban: iban.iban }), ['/account/iban']],
    [
      'an IBAN with wrong check digits',
      { account: { type: 'iban', iban: 'GB83WEST12345698765432' } },
      ['/account/iban'],
    ],
    ['no name', { accountName: ' ' }, ['/accountName']],
    ['the last four digits', { lastFour: '1234' }, ['/lastFour']],
  ])('refuses %s, and does not repeat it', async (_name, change, pointers) => {
    const reply = await link(server, { ...newAccount(), ...change });
    expect(refusal(reply)).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
    for (const sent of ['021000022', '1'.repeat(18), '12345X', 'GB83WEST'])
      expect(reply.text).not.toContain(sent);
  });
});

describe('GET /external-accounts', () => {
  it('filters by status', async () => {
    await verifyAll(server);
    const [pending, removed] = [await linked(server), await linked(server)];
    await remove(removed);
    for (const [status, id] of [
      ['pending', pending],
      ['active', main.externalAccountId],
      ['disabled', removed],
    ]) {
      const found: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const after: string = cursor && `&cursor=${cursor}`;
        const reply = await server.get(`/external-accounts?status=${status}&limit=100${after}`);
        expect(resources(reply).every(({ attributes }) => attributes['status'] === status)).toBe(true);
        found.push(...resources(reply).map((each) => each.id));
        cursor = pagination(reply).nextCursor;
      }
      expect(found).toContain(id);
    }
  });

  it.each(['ACTIVE', '', 'deleted'])('refuses status=%s', async (status) => {
    const reply = await server.get(`/external-accounts?status=${status}`);
    expect(refusal(reply)).toEqual([400, ['invalid_value'], ['status']]);
  });
});
