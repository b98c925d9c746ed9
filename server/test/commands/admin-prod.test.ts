import { afterAll, beforeAll, expect, it } from 'vitest';
import { pay, resource, resources } from '../support/http.ts';
import { get } from '../support/moves.ts';
import { serveOn, startServer } from '../support/server.ts';
import type { Served, TestServer } from '../support/server.ts';
import { runOn } from './command.ts';

const prod = { PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: `k1:${'0'.repeat(64)}` };
let database: TestServer;
let served: Served;
beforeAll(async () => {
  database = await startServer();
  await database.sql('ALTER TABLE installation DISABLE TRIGGER USER');
  await database.sql("UPDATE installation SET environment = 'prod', clock_offset_ms = 0");
  served = await serveOn(database.connection, prod);
});
afterAll(async () => {
  await served.close();
  await database.close();
});

const admin = (args: readonly string[], settings: Record<string, string> = prod) =>
  runOn(database, 'admin', args, settings);

it('in prod, a party that the operator creates pays from what the operator deposits', async () => {
  const created = await admin(['create-party', '--name', 'Acme', '--email', 'acme@prod.example']);
  const [key = ''] = /sk_pur_prod_\w+/.exec(created.out) ?? [];
  const [party = ''] = /pty_\w+/.exec(created.out) ?? [];
  const counterparty = { type: 'party_id', value: database.parties.stranger.partyId };
  const payAll = () => pay(served.baseUrl, key, { amount: 10_000, counterparty });
  expect((await payAll()).status).toBe(409);

  const amount = ['--amount', '100.00', '--currency', 'USD'];
  const deposit = ['deposit', '--party', party, ...amount, '--reference', 'wire 1'];
  expect(await admin(deposit)).toMatchObject({ code: 0, err: '' });
  expect((await admin(deposit)).out).toContain('nothing was done now');

  const list = resources(await get({ ...served, parties: database.parties }, '/transactions', key));
  expect(list.map(({ attributes }) => [attributes['status'], attributes['amount']])).toEqual([
    ['COMPLETED', 10_000],
  ]);
  expect(resource(await payAll()).attributes['status']).toBe('PROCESSING');
  expect((await payAll()).status).toBe(409);
});

it('a command with the settings of a sandbox does nothing to a prod database', async () => {
  const party = database.parties.stranger.partyId;
  const amount = ['--amount', '5.00', '--currency', 'USD'];
  const deposit = ['deposit', '--party', party, ...amount, '--reference', 'wrong'];
  const { code, err } = await admin(deposit, { PURSER_ENVIRONMENT: 'sandbox' });
  expect([code, err]).toEqual([1, 'This database is a prod one and PURSER_ENVIRONMENT is sandbox.\n']);
  expect(await database.sql("SELECT FROM operator_deposits WHERE reference = 'wrong'")).toEqual([]);
});
