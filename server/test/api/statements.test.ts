import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { claimTokenOf } from '../support/claims.ts';
import { refusal, resource, withoutRequestId } from '../support/http.ts';
import { main, customer, stranger, byId, newEmail, testServer } from '../support/server.ts';
import { linesOf, statementOf, statementShape } from '../support/statements.ts';
import { fundedWallet, moveMoney, newWallet, walletNow } from '../support/wallets.ts';

const server = testServer();
const path = (id: string, query = ''): string => `/wallets/${id}/statement${query}`;

checkEndpoint('GET /wallets/{walletId}/statement', server, {
  path: () => path(main.walletId, '?from=2026-02-01T00:00:00Z&to=2026-03-01T00:00:00Z'),
  scope: 'wallets.read',
  response: { data: statementShape },
});

/** Sends a payment of the main party to a party or an address. */
const send = async (values: object, counterparty: object) =>
  resource(await server.pay({ counterparty, ...values }));

const csvOf = async (id: string, accept: string): Promise<Response> =>
  fetch(`${server.baseUrl}${path(id, '?from=2000-01-01T00:00:00Z')}`, {
    headers: { Authorization: `Bearer ${main.apiKey}`, Accept: accept },
  });

const refused = async (query: string) => refusal(await server.get(path(main.walletId, query)));

describe('a statement', () => {
  it('shows every movement that changed what the wallet has, with both ends and its balance', async () => {
    const walletId = await fundedWallet(server, 1_000);
    const toStranger = byId(stranger);
    const address = newEmail();
    const paid = await send({ amount: 300, walletId, description: 'Paper' }, toStranger);
    const held = await send({ amount: 50, walletId, description: 'Ink' }, address);
    const canceled = await send({ amount: 40, walletId }, { ...address, value: `2${address.value}` });
    await server.post(`/payments/${canceled.id}/cancel`);
    expect(linesOf(await statementOf(server, walletId)).map(({ kind }) => kind)).toEqual([
      'internal',
      'payment',
    ]);
    const token = await claimTokenOf(server, held);
    await server.post(`/claims/${token}/accept`, { name: 'Robin Reader', apiKeyName: 'First key' });
    const sent = { amount: 100, description: 'Torn' };
    const refund = await server.as(stranger).post(`/payments/${paid.id}/refund`, sent);
    expect(refund.status).toBe(201);
    await moveMoney(server, walletId, main.walletId, 20);

    const statement = await statementOf(server, walletId);
    expect(statement).toMatchObject({ currency: 'USD', openingBalance: 0, closingBalance: 730 });
    const lines = linesOf(statement);
    const own = { id: main.partyId, name: lines[0]?.counterparty?.name };
    const other = { id: stranger.partyId, name: lines[1]?.counterparty?.name };
    expect(
      lines.map(({ counterparty, kind, amount, description }) => [kind, amount, counterparty, description]),
    ).toEqual([
      ['internal', 1_000, own, null],
      ['payment', -300, other, 'Paper'],
      ['claim', -50, { id: held.relationships['recipient']?.data?.id, name: 'Robin Reader' }, 'Ink'],
      ['refund', 100, other, 'Torn'],
      ['internal', -20, own, null],
    ]);
    expect(lines.map(({ paymentId }) => paymentId)).toEqual([null, paid.id, held.id, paid.id, null]);
    expect(lines.map((line) => [line.transferId !== null, line.refundId !== null])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
      [true, false],
    ]);
    const total = (await walletNow(server, walletId)).attributes['balance'] as { total: number };
    expect(total.total).toBe(statement.closingBalance);

    const theirs = linesOf(await statementOf(server.as(stranger), stranger.walletId));
    expect(theirs.map(({ amount, transactionId }) => [amount, transactionId])).toEqual(
      expect.arrayContaining([
        [300, `txn_${paid.id.slice(4)}`],
        [-100, lines[3]?.transactionId],
      ]),
    );
  });

  it('belongs to a half-open period: one ends where the next begins', async () => {
    const walletId = await fundedWallet(server, 10);
    await moveMoney(server, walletId, main.walletId, 3);
    const [first, second] = linesOf(await statementOf(server, walletId));
    const until = await statementOf(server, walletId, `from=2000-01-01T00:00:00Z&to=${second?.time}`);
    expect(linesOf(until)).toEqual(first?.time === second?.time ? [] : [first]);
    const since = await statementOf(server, walletId, `from=${second?.time}`);
    expect(since.openingBalance).toBe(until.closingBalance);
    expect(linesOf(since).at(-1)).toEqual(second);
    expect(since.closingBalance).toBe(7);
  });

  it('is by default of the current month, or of the one in which the given end lies', async () => {
    const walletId = await newWallet(server);
    const asked = new Date();
    const { from, to } = await statementOf(server, walletId, '');
    const month = new Date(Date.UTC(asked.getUTCFullYear(), asked.getUTCMonth()));
    expect([from, to >= asked.toISOString()]).toEqual([month.toISOString(), true]);
    expect(to <= new Date().toISOString()).toBe(true);
    const before = await statementOf(server, walletId, 'to=2026-03-01T00:00:00Z');
    expect(before.from).toBe('2026-02-01T00:00:00.000Z');
  });

  it('refuses a period that does not begin before its end, and times that are none', async () => {
    const day = '2026-03-01T00:00:00Z';
    expect(await refused(`?from=${day}&to=${day}`)).toEqual([400, ['invalid_value'], ['to']]);
    expect(await refused('?from=9999-01-01T00:00:00Z')).toEqual([400, ['invalid_value'], ['from']]);
    expect(await refused('?to=0001-01-01T00:00:00Z')).toEqual([400, ['invalid_value'], ['to']]);
    expect(await refused('?from=2026-03-01')).toEqual([400, ['invalid_value'], ['from']]);
    expect(await refused('?from=&to=now')).toEqual([400, ['invalid_value', 'invalid_value'], ['from', 'to']]);
  });

  it('of a wallet of another party looks absent, except for a delegate that may read wallets', async () => {
    const absent = await server.get(path(`wal_${'0'.repeat(32)}`));
    const foreign = await server.get(path(stranger.walletId));
    expect(refusal(foreign)).toEqual([404, ['wallet_not_found'], ['walletId']]);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    const asked = await server.get(path(stranger.walletId, `?partyId=${stranger.partyId}`));
    expect(withoutRequestId(asked)).toBe(withoutRequestId(absent));
    const permissions = ['payments.create', 'wallets.read'];
    await server.sql`UPDATE delegations SET permissions = ${permissions}`;
    await server.sql`UPDATE delegation_grants SET permissions = ${permissions}`;
    const delegated = await server.get(path(customer.walletId, `?partyId=${customer.partyId}`));
    expect([delegated.status, resource(delegated).id]).toEqual([200, customer.walletId]);
  });
});

describe('a statement as CSV', () => {
  it('has the lines of the JSON between its two balances, and no formulas', async () => {
    const walletId = await fundedWallet(server, 1_000);
    const counterparty = byId(stranger);
    await send({ amount: 7, walletId, description: '=HYPERLINK("http://evil"),x' }, counterparty);
    await send({ amount: 8, walletId, description: '-1+1' }, counterparty);
    const reply = await csvOf(walletId, 'text/csv');
    expect(reply.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present');
    expect(reply.headers.get('Content-Disposition')).toBe(`attachment; filename="${walletId}.csv"`);
    const rows = (await reply.text()).split('\r\n');
    const lines = linesOf(await statementOf(server, walletId));
    const { id, name } = lines[1]?.counterparty ?? {};
    expect(rows[0]).toMatch(/^time,kind,amount,balance,currency,counterpartyId,/);
    expect(rows[1]).toBe('2000-01-01T00:00:00.000Z,opening_balance,,0,USD,,,,,,,');
    const ids = (line = lines[0]): string => `${line?.transactionId},${line?.paymentId},,`;
    expect(rows.slice(3)).toEqual([
      `${lines[1]?.time},payment,-7,993,USD,${id},${name},"'=HYPERLINK(""http://evil""),x",${ids(lines[1])}`,
      `${lines[2]?.time},payment,-8,985,USD,${id},${name},'-1+1,${ids(lines[2])}`,
      expect.stringMatching(/Z,closing_balance,,985,USD,,,,,,,$/),
      '',
    ]);
  });

  it.each([
    ['text/csv', 'text/csv'],
    ['application/json;q=0.5, TEXT/CSV', 'text/csv'],
    ['text/csv;q=0.5, */*;q=0.1', 'text/csv'],
    ['application/json, text/csv;q=0.5', 'application/json'],
    ['text/csv;q=0', 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/json'],
    [';;q=,=,', 'application/json'],
  ])('is what `Accept: %s` gets: %s', async (accept, type) => {
    const reply = await csvOf(main.walletId, accept);
    expect([reply.status, reply.headers.get('Content-Type')?.split(';')[0]]).toEqual([200, type]);
    expect(reply.headers.get('Vary')).toBe('Accept');
    await reply.text();
  });

  it('has errors as JSON', async () => {
    const reply = await csvOf(`wal_${'0'.repeat(32)}`, 'text/csv');
    expect([reply.status, reply.headers.get('Content-Type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ]);
    await reply.text();
  });
});
