import { beforeAll, describe, expect, it } from 'vitest';
import { rewrite } from '../flows/support.ts';
import { resource, resources } from '../support/http.ts';
import { to, testServer, secondServer } from '../support/server.ts';
import { operate, runOn } from './command.ts';

const prod = { PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: `k1:${'0'.repeat(64)}` };
const database = testServer();
const served = secondServer(database, prod);
beforeAll(() =>
  rewrite(database.connection, "UPDATE installation SET environment = 'prod', clock_offset_ms = 0", []),
);
const admin = (args: readonly string[], settings: Record<string, string> = prod) =>
  operate(database, args, settings);

it('in prod, a party that the operator creates pays from what the operator deposits', async () => {
  const created = await admin(['create-party', '--name', 'Acme', '--email', 'acme@prod.example']);
  const [key = ''] = /sk_pur_prod_\w+/.exec(created.out) ?? [];
  const [party = ''] = /pty_\w+/.exec(created.out) ?? [];
  const payAll = () => served.as(key).pay({ amount: 10_000, ...to(database.parties.stranger) });
  expect((await payAll()).status).toBe(409);

  const amount = ['--amount', '100.00', '--currency', 'USD'];
  const deposit = ['deposit', party, ...amount, '--reference', 'wire 1'];
  expect(await admin(deposit)).toMatchObject({ code: 0, err: '' });
  expect((await admin(deposit)).out).toContain('nothing was done now');

  const list = resources(await served.as(key).get('/transactions'));
  expect(list.map(({ attributes }) => [attributes['status'], attributes['amount']])).toEqual([
    ['COMPLETED', 10_000],
  ]);
  expect(resource(await payAll()).attributes['status']).toBe('PROCESSING');
  expect((await payAll()).status).toBe(409);
});

const wire = (word: string, reference: string, ...more: string[]) =>
  admin([word, database.parties.stranger.partyId, '--reference', reference, ...more]);
const deposit = (reference: string) => wire('deposit', reference, '--amount', '100.00', '--currency', 'USD');
const takeBack = (reference: string, code = 'R02') =>
  wire('deposit-returned', reference, '--code', code, '--reason', 'Bounced cheque', '--operator', 'Olive');
const wallet = async () => {
  const { apiKey } = database.parties.stranger;
  const [found] = resources(await served.as(apiKey).get('/wallets?currency=USD'));
  return found?.attributes['balance'] as { available: number; receivable: number };
};

describe('a deposit that the operator takes back', () => {
  it('is a debt as far as it was spent, and is taken back once', async () => {
    const before = await wallet();
    await deposit('cheque 1');
    const spent = before.available + 4_000;
    resource(
      await served.as(database.parties.stranger).pay({ amount: spent, ...to(database.parties.customer) }),
    );
    expect(await takeBack('cheque 1')).toMatchObject({ code: 0, err: '' });
    expect(await wallet()).toMatchObject({ available: 0, receivable: 4_000 });
    expect((await takeBack('cheque 1')).out).toContain('nothing was done now');
    expect((await deposit('cheque 1')).out).toContain('deposited before, and taken back: nothing was done');
    expect(await takeBack('cheque 1', 'R10')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/another reason/),
    });
    expect(await wallet()).toMatchObject({ available: 0, receivable: 4_000 });
    await deposit('cheque 2');
    expect(await wallet()).toMatchObject({ available: 6_000, receivable: 0 });
    const lines = await database.sql("SELECT reason FROM audit_log WHERE action = 'settle'");
    expect(lines).toEqual([{ reason: 'operator Olive, reference cheque 1' }]);
  });

  it('shows in its event, its statement and its resource, and the audit agrees', async () => {
    await deposit('cheque 3');
    const { out } = await takeBack('cheque 3');
    const [id = ''] = /trf_\w+/.exec(out) ?? [];
    const { apiKey } = database.parties.stranger;
    const transfer = resource(await served.as(apiKey).get(`/transfers/${id}`));
    expect(transfer.attributes).toMatchObject({
      status: 'RETURNED',
      return: { code: 'R02', reason: 'Bounced cheque' },
    });
    expect(
      await database.sql`SELECT from_status, to_status FROM events WHERE resource_id = ${id.slice(4)}
        ORDER BY id`,
    ).toEqual([
      { from_status: null, to_status: 'COMPLETED' },
      { from_status: 'COMPLETED', to_status: 'RETURNED' },
    ]);
    const { code, out: audited } = await runOn(database, 'audit', [], prod);
    expect([code, audited]).toEqual([0, expect.any(String)]);
  });

  it('is refused for a reference that deposited nothing for the party, and without a reason', async () => {
    expect(await takeBack('unheard of')).toMatchObject({ code: 2 });
    expect(await wire('deposit-returned', 'cheque 2', '--code', 'R02')).toMatchObject({ code: 2 });
  });
});

it('a command with the settings of a sandbox does nothing to a prod database', async () => {
  const party = database.parties.stranger.partyId;
  const amount = ['--amount', '5.00', '--currency', 'USD'];
  const deposit = ['deposit', party, ...amount, '--reference', 'wrong'];
  const { code, err } = await admin(deposit, { PURSER_ENVIRONMENT: 'sandbox' });
  expect([code, err]).toEqual([1, 'This database is a prod one and PURSER_ENVIRONMENT is sandbox.\n']);
  expect(await database.sql("SELECT FROM operator_deposits WHERE reference = 'wrong'")).toEqual([]);
});
