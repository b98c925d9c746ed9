import { beforeAll, describe, expect, it } from 'vitest';
import { reencryptAll } from '../../src/commands/external-accounts.ts';
import { type Keyring, parseKeyring } from '../../src/lib/keyring.ts';
import { rewrite, until, untilEngineWaits, withSession } from '../flows/support.ts';
import { newAccount } from '../support/external-accounts.ts';
import { resource, type Resource } from '../support/http.ts';
import { transferNow } from '../support/moves.ts';
import { testServer, secondServer, type Served } from '../support/server.ts';
import { operate, runOn } from './command.ts';

const secret = `k1:${'0'.repeat(64)}`;
const prod = { PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: secret };
const accountNumber = '000123456789';

const database = testServer();
const served = secondServer(database, prod);
let there: Served;
let key = '';
let partyId = '';

beforeAll(async () => {
  await rewrite(database.connection, "UPDATE installation SET environment = 'prod', clock_offset_ms = 0", []);
  there = served;
  const printed = await done('create-party', '--name', 'Acme', '--email', 'books@acme.example');
  key = /sk_pur_prod_\w+/.exec(printed)?.[0] ?? '';
  partyId = /pty_\w+/.exec(printed)?.[0] ?? '';
  const amount = ['--amount', '1000.00', '--currency', 'USD'];
  await done('deposit', partyId, ...amount, '--reference', 'wire 1', '--operator', 'Olive');
});
const admin = (args: readonly string[], settings: Record<string, string> = prod) =>
  operate(database, args, settings);

/** Runs a command that must succeed, and returns what it prints. */
async function done(...args: string[]): Promise<string> {
  const { code, out, err } = await admin(args);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out;
}

/** Marks an order as Olive, and returns what is printed. */
const mark = (word: string, order: Resource, ...more: string[]) =>
  done('orders', word, order.id, '--operator', 'Olive', ...more);

/** Returns why a mark is refused. */
async function refused(word: string, order: Resource, ...more: string[]): Promise<string> {
  const { code, err } = await admin(['orders', word, order.id, ...more]);
  expect(code).toBe(2);
  return err.trim();
}

/** Links an account of the party, which the operator verifies, and returns its id. */
async function linkedAccount(number: object = newAccount(accountNumber)): Promise<string> {
  const account = resource(await there.as(key).post('/external-accounts', number));
  await done('verify-external-account', account.id);
  return account.id;
}

let accountId = '';

async function withdrawn(values: object = {}): Promise<Resource> {
  accountId ||= await linkedAccount();
  const wanted = { amount: 10_000, externalAccountId: accountId, ...values };
  return resource(await there.as(key).post('/transfers/withdraw', wanted));
}

/** Returns the open orders, or those in a state, as programs read them. */
async function list(...args: string[]): Promise<Array<Record<string, unknown>>> {
  const out = await done('orders', '--json', ...args);
  return out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const stateOf = async (order: Resource): Promise<unknown> =>
  (await transferNow(there.as(key), order)).attributes['status'];
const failure = ['--code', 'R03', '--reason', 'No account'];
const sending = ['--reference', 'WIRE 77'];

describe('in prod, an order', () => {
  it('is listed for programs, without the number of its account, and shown with it', async () => {
    const order = await withdrawn({ description: 'Takings' });
    const listed = {
      order: order.id,
      type: 'withdrawal',
      state: 'waiting',
      amount: 10_000,
      displayMask: '****6789',
    };
    expect(await list()).toMatchObject([listed]);
    expect(await done('orders', '--json')).not.toContain(accountNumber);
    const shown = JSON.parse(await mark('show', order, '--json')) as object;
    expect(shown).toMatchObject({ ...listed, state: 'shown', number: { type: 'us', accountNumber } });
    await mark('failed', order, ...failure);
    expect(await list()).toEqual([]);
    expect(await list('--state', 'failed', '--limit', '1')).toMatchObject([
      { order: order.id, failure: { code: 'R03', reason: 'No account' } },
    ]);
  });

  it('says what is possible when a mark comes out of turn, and repeats a mark without effect', async () => {
    const order = await withdrawn();
    expect(await refused('settled', order)).toBe(
      'The order is waiting: it can be marked sent or failed. Nothing was done.',
    );
    await mark('sent', order, ...sending);
    expect(await mark('sent', order, ...sending)).toContain('nothing was done now');
    expect(await done('orders')).toMatch(new RegExp(`^${order.id} {2}sent .* WIRE 77 `, 'm'));
    expect(await refused('canceled', order)).toBe(
      'The order is sent (WIRE 77): it can be marked sent with another reference, settled, or failed. Nothing was done.',
    );
    await mark('sent', order, '--reference', 'WIRE 78');
    expect(
      await database.sql`SELECT reference FROM rail_orders WHERE transfer_id = ${order.id.slice(4)}`,
    ).toEqual([{ reference: 'WIRE 78' }]);
    expect(await database.sql("SELECT reason FROM audit_log WHERE reason LIKE '%before'")).toEqual([
      { reason: 'sent, operator Olive, reference WIRE 78; it was WIRE 77 before' },
    ]);
    await mark('failed', order, ...failure);
    expect(await mark('failed', order, ...failure)).toContain('nothing was done now');
    expect(await refused('settled', order)).toBe(
      'The order is failed (WIRE 78, R03, No account): it can get no other mark. Nothing was done.',
    );
    expect(await stateOf(order)).toBe('FAILED');
  });
});

describe('what the operator says of an order', () => {
  it('is refused for an unknown order and for invalid arguments, all reported together', async () => {
    const unknown = await admin(['orders', 'settled', `trf_${'0'.repeat(32)}`]);
    expect([unknown.code, unknown.err]).toEqual([
      2,
      'There is no order of this id that is carried out by hand.\n',
    ]);
    const wrong = await admin(['orders', 'failed', 'x', '--code', 'no', '--operator', '']);
    expect(wrong.code).toBe(2);
    for (const text of ['ORDER must', '--code must', '--reason must', '--operator must', 'Usage:'])
      expect(wrong.err).toContain(text);
    const lists = await admin(['orders', '--state', 'gone', '--limit', '0', '--after', 'x']);
    expect(lists.code).toBe(2);
    for (const text of ['--state must', '--limit must', '--after must']) expect(lists.err).toContain(text);
    expect((await admin(['orders', 'paid'])).err).toMatch(/^Usage:/);
  });
});

describe('npm run admin -- reencrypt', () => {
  it('encrypts the numbers of open orders too, and says which cannot be read', async () => {
    const order = await withdrawn();
    const rotating = { ...prod, PURSER_SECRET: `k2:${'1'.repeat(64)},${secret}` };
    const { out } = await admin(['reencrypt'], rotating);
    expect(out).toMatch(/^encrypted under k2: \d+ external accounts, 1 orders, 0 webhooks\n$/);
    const show = ['orders', 'show', order.id];
    const only = { ...prod, PURSER_SECRET: `k2:${'1'.repeat(64)}` };
    expect((await admin(show, only)).out).toContain(accountNumber);
    expect((await admin(show, prod)).out).toContain('PURSER_SECRET lacks its secret');
    await admin(['reencrypt'], { ...prod, PURSER_SECRET: `${secret},k2:${'1'.repeat(64)}` });
  });

  it('waits for an order that is being accepted with the older number', async () => {
    const rotating = parseKeyring(`k2:${'1'.repeat(64)},${secret}`) as Keyring;
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'test'
      AND wait_event_type = 'Lock' AND query LIKE '%FROM external_accounts%'`;
    await withSession(database.connection, async (holder) => {
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE rail_orders IN SHARE ROW EXCLUSIVE MODE'); // the engine has read, and cannot store
      const withdrawing = withdrawn();
      await untilEngineWaits(database.sql);
      const reencrypting = withSession(database.connection, (session) => reencryptAll(session, rotating));
      await until('it waits', async () => (await database.sql(waiting)).length > 0);
      await holder.query('COMMIT');
      await withdrawing;
      expect((await reencrypting)[1]).toMatchObject({ unreadable: 0 });
    });
    const older = 'SELECT FROM rail_orders WHERE secret_id <> $1';
    expect(await database.sql(older, 'k2')).toEqual([]);
    await admin(['reencrypt'], { ...prod, PURSER_SECRET: `${secret},k2:${'1'.repeat(64)}` });
  });
});

describe('the books of orders by hand', () => {
  it('add up, over one clearing account with the deposits', async () => {
    const { code, out } = await runOn(database, 'audit', [], prod);
    expect([code, out.match(/WRONG.*\n.*/g)]).toEqual([0, null]);
    const rails = await database.sql("SELECT rail FROM wallets WHERE rail IS NOT NULL AND rail <> 'sandbox'");
    expect(rails).toEqual([{ rail: 'manual' }]);
  });
});
