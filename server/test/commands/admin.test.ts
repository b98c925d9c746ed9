import { userInfo } from 'node:os';
import { describe, expect, it } from 'vitest';
import { emptyDatabase, withSession, balanceOf } from '../flows/support.ts';
import { resource, resources } from '../support/http.ts';
import { advance, waitingPayment } from '../support/moves.ts';
import { main, customer, stranger, testServer } from '../support/server.ts';
import { operate, runOn } from './command.ts';

const server = testServer();
const acme = ['create-party', '--name', 'Acme', '--email', 'Pay@Acme.example'];

describe('npm run admin -- create-party', () => {
  it('creates a party that can be paid by its address, and prints a working key', async () => {
    const { code, out } = await runOn(server, 'admin', acme);
    expect(code).toBe(0);
    const counterparty = { type: 'email', value: 'pay@acme.example' };
    expect((await server.as(main).pay({ amount: 5, counterparty })).status).toBe(201);
    const list = await server.as(/sk_pur_sandbox_\w+/.exec(out)?.[0] ?? '').get('/transactions');
    expect(list.text).toContain('"COMPLETED"');
  });

  it('adopts the party of an address that money waits for: the same id, and it gets what waits', async () => {
    const counterparty = { type: 'email', value: 'waits@acme.example' };
    const paid = resource(await server.as(main).pay({ amount: 7, counterparty }));
    const waits = ['create-party', '--name', 'Waits', '--email', 'Waits@acme.example', '--currency', 'EUR'];
    const { code, out } = await runOn(server, 'admin', waits);
    expect([code, /pty_\w+/.exec(out)?.[0]]).toEqual([0, paid.relationships['recipient']?.data?.id]);
    const key = /sk_pur_sandbox_\w+/.exec(out)?.[0] ?? '';
    await advance(server, 1);
    const [seen, ...others] = resources(await server.as(key).get('/transactions'));
    expect([seen?.attributes['status'], seen?.attributes['direction']]).toEqual(['COMPLETED', 'INBOUND']);
    expect(others).toEqual([]);
    const limits = resource(await server.as(key).get('/parties/me/limits'));
    expect(limits.attributes['currency']).toBe('EUR');
    expect((await runOn(server, 'admin', waits)).code).toBe(2);
  });

  it('accepts an address that was named only by a payment in review', async () => {
    const value = 'review@acme.example';
    const { payment } = await waitingPayment(server, { counterparty: { type: 'email', value } });
    const { code, out } = await runOn(server, 'admin', [
      'create-party',
      '--name',
      'Review',
      '--email',
      value,
    ]);
    expect(code).toBe(0);
    expect(out).not.toContain(payment.relationships['recipient']?.data?.id);
  });

  it('refuses an address that already belongs to a party, and creates nothing', async () => {
    const before = await server.sql('SELECT id FROM parties');
    const { code, err } = await runOn(server, 'admin', acme);
    expect([code, err]).toEqual([2, 'This e-mail address already leads to a party.\n']);
    expect(await server.sql('SELECT id FROM parties')).toEqual(before);
  });

  it('reports all invalid arguments together, with the usage', async () => {
    const { code, err } = await runOn(server, 'admin', ['create-party', '--email', 'x', '--type', 'CLUB']);
    expect(code).toBe(2);
    for (const text of ['--name must', '--email must', '--type must', 'Usage:']) expect(err).toContain(text);
  });
});

const operated = (args: readonly string[]) => operate(server, args);
const apart = (args: readonly string[]) => runOn(server, 'admin', args);

function deposit(values: Record<string, string>, run = operated): ReturnType<typeof runOn> {
  const { party, ...options } = { party: stranger.partyId, currency: 'USD', ...values };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return run(['deposit', party, ...args]);
}

const balance = (currency = 'USD'): ReturnType<typeof balanceOf> =>
  balanceOf(server, stranger.partyId, currency);

describe('npm run admin -- deposit', () => {
  it('adds the money once per reference, shows it to the party, and names the operator', async () => {
    const before = await balance();
    const wanted = { amount: '100.00', reference: 'INV-1 & more' };
    const [first, again] = [await deposit(wanted), await deposit(wanted)];
    expect([first.code, again.code]).toEqual([0, 0]);
    const id = /trf_[0-9a-f]{32}/.exec(first.out)?.[0] ?? '';
    expect(first.out).toBe(`transfer ${id}  deposited USD 100.00\n`);
    expect(again.out).toBe(`transfer ${id}  this reference was deposited before: nothing was done now\n`);
    expect(await balance()).toEqual({ available: before.available + 10_000n, held: 0n });
    const shown = resource(await server.as(stranger).get(`/transfers/${id}`));
    expect(shown.attributes).toMatchObject({
      type: 'deposit',
      status: 'COMPLETED',
      amount: 10_000,
      description: 'INV-1 & more',
    });
    const lines = await server.sql`SELECT action, reason FROM audit_log WHERE target_id = ${id.slice(4)}`;
    const reason = `operator ${userInfo().username}, reference INV-1 & more`;
    expect(lines).toEqual([{ action: 'deposit', reason }]);
  });

  it('refuses another amount under a used reference, and takes the reference for another party', async () => {
    const used = { amount: '1.00', reference: 'INV-2' };
    await deposit(used);
    const before = await balance();
    for (const other of [{ amount: '2.00' }, { currency: 'EUR' }]) {
      const { code, err } = await deposit({ ...used, ...other });
      expect([code, err]).toEqual([2, 'This reference already deposited another amount for this party.\n']);
    }
    expect(await balance()).toEqual(before);
    expect((await deposit({ ...used, party: customer.partyId })).out).toContain('deposited USD');
  });

  it('adds the money once, however its reference spells an accent', async () => {
    await deposit({ amount: '1.00', reference: 'Caf\u00e9 12' });
    const again = await deposit({ amount: '1.00', reference: 'Cafe\u0301 12' });
    expect(again.out).toContain('this reference was deposited before');
  });

  it('deposits once when two operators run the same command at the same time', async () => {
    const before = await balance();
    const wanted = { amount: '7', reference: 'INV-3' };
    const results = await Promise.all([deposit(wanted, apart), deposit(wanted, apart)]);
    expect(results.map(({ code }) => code)).toEqual([0, 0]);
    expect(await balance()).toEqual({ available: before.available + 700n, held: 0n });
  });

  it('reads amounts by the decimals of their currency', async () => {
    for (const [currency, amount, minor] of [
      ['JPY', '1250', 1_250n],
      ['BHD', '1.250', 1_250n],
      ['BHD', '2', 2_000n],
    ] as const) {
      const before = await balance(currency);
      const { code } = await deposit({ currency, amount, reference: `${currency} ${amount}` });
      expect([code, (await balance(currency)).available - before.available]).toEqual([0, minor]);
    }
  });

  it.each([
    [{ amount: '1.5' }, '--amount must'],
    [{ amount: '1.000' }, '--amount must'],
    [{ amount: '0.00' }, '--amount must'],
    [{ amount: '-1.00' }, 'Usage:'],
    [{ amount: '1e3' }, '--amount must'],
    [{ amount: '1,000.00' }, '--amount must'],
    [{ amount: '90071992547409.92' }, '--amount must'],
    [{ amount: '100.0', currency: 'JPY' }, '--amount must'],
    [{ currency: 'usd' }, '--currency must'],
    [{ currency: 'XAU' }, '--currency must'],
    [{ reference: '' }, '--reference must'],
    [{ reference: 'a\nb' }, '--reference must'],
    [{ reference: 'looks like another ' }, '--reference must'],
    [{ reference: 'looks\u00a0like another' }, '--reference must'],
    [{ reference: 'looks\u200b like another' }, '--reference must'],
    [{ reference: 'looks  like another' }, '--reference must'],
    [{ party: 'pty_1' }, 'PARTY must'],
    [{ party: `pty_${'0'.repeat(32)}` }, 'There is no active party of this id.'],
  ])('refuses %o and deposits nothing', async (values, message) => {
    const before = await server.sql('SELECT id FROM transfers');
    const { code, err } = await deposit({ amount: '1.00', reference: 'refused', ...values });
    expect(code).toBe(2);
    expect(err).toContain(message);
    expect(await server.sql('SELECT id FROM transfers')).toHaveLength(before.length);
  });

  it('refuses an option that is given twice, whichever value was meant', async () => {
    const once = [stranger.partyId, '--currency', 'USD', '--reference', 'twice', '--amount', '1.00'];
    for (const again of [['--amount', '2.00'], ['--amount=2.00']]) {
      const { code, err } = await operate(server, ['deposit', ...once, ...again]);
      expect([code, err.split('\n')[0]]).toEqual([2, '--amount is given more than once']);
    }
  });

  it('leaves books in which every sum is right', async () => {
    expect((await runOn(server, 'audit')).code).toBe(0);
  });
});

describe('npm run admin', () => {
  it('create-party has money that waits for the address moved at once, not within a minute', async () => {
    const connection = await emptyDatabase(); // without a server, so that what is due stays due
    expect((await runOn({ connection }, 'admin', acme, { PURSER_ENVIRONMENT: 'prod' })).code).toBe(0);
    const due = await withSession(connection, (session) =>
      session.query('SELECT key FROM graphile_worker._private_jobs WHERE run_at <= clock_timestamp()'),
    );
    expect(due.rows).toEqual([{ key: 'expire' }]);
  });

  const none = `pty_${'0'.repeat(32)}`;
  it.each([
    ['admin', ['orders']],
    ['admin', ['fees']],
    ['admin', ['deposit', none, '--amount', '1', '--currency', 'USD', '--reference', 'r']],
    ['reconcile', []],
  ] as const)(
    '%s %j refuses a database that no server has prepared: most likely a wrong one',
    async (name, args) => {
      const connection = await emptyDatabase();
      const { code, err } = await runOn({ connection }, name, args);
      expect([code, err]).toEqual([2, expect.stringMatching(/^This database has no books yet/)]);
      const tables = await withSession(connection, (session) =>
        session.query("SELECT FROM pg_tables WHERE schemaname = 'public'"),
      );
      expect(tables.rows).toEqual([]);
    },
  );

  it('says in a sentence that it cannot reach the database', async () => {
    const settings = { DATABASE_URL: 'postgres://purser@127.0.0.1:1/purser' };
    const { code, err } = await runOn(server, 'admin', ['orders'], settings);
    expect([code, err]).toEqual([1, expect.stringMatching(/^Purser cannot reach its database: .*\n$/)]);
  });
});
