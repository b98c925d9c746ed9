import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { link, newAccount, newAccountNumber, verify, wrongAmounts } from '../support/external-accounts.ts';
import { call, resource, type Reply } from '../support/http.ts';
import { withdraw } from '../support/moves.ts';
import { main, serveOn, testSecret, testServer } from '../support/server.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});

const server = testServer({}, undefined, pino({ level: 'trace' }, sink));

/** Returns every row of every table as text, as a dump has it. */
async function dump(): Promise<string> {
  const tables = await server.sql<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await server.sql<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    rows.push(...found.map(({ row }) => row));
  }
  return rows.join('\n');
}

/** Returns the forms in which a number could be written somewhere. */
function formsOf(number: string): string[] {
  const bytes = Buffer.from(number);
  return [
    number,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/.=*$/, ''),
    Array.from(number).join(' '),
  ];
}

const send = (baseUrl: string, key: string, sent: object) =>
  call(baseUrl, 'POST', '/external-accounts', {
    key: main.apiKey,
    headers: { 'Idempotency-Key': key },
    body: { data: { attributes: sent } },
  });

describe('the number of an external account', () => {
  it('is in no response, no log line and no row of the database', async () => {
    const us = newAccount(newAccountNumber());
    const iban = {
      accountName: 'Bücher',
      account: { type: 'iban', iban: 'FR14 2004 1010 0505 0001 3M02 606' },
    };
    const numbers = [us.account.accountNumber, 'FR1420041010050500013M02606'];
    const replies: Reply[] = [];
    for (const values of [us, iban]) {
      const made = await link(server, values);
      replies.push(made, await link(server, values));
      const { id } = resource(made);
      const wrong = { ...values, unknown: numbers[0] };
      replies.push(await link(server, wrong), await verify(server, id, wrongAmounts(1)));
      replies.push(await withdraw(server, { externalAccountId: id }), await server.get('/external-accounts'));
    }
    const tooLong = { ...us, account: { ...us.account, accountNumber: `${us.account.accountNumber}00000` } };
    replies.push(await link(server, tooLong), await server.get('/audit-log?limit=100'));
    const all = [await dump(), lines.join(''), ...replies.map(({ text }) => text)];
    expect(all[0]?.length).toBeGreaterThan(10_000);
    expect(all[1]).toContain('/external-accounts');
    for (const form of numbers.flatMap(formsOf)) for (const text of all) expect(text).not.toContain(form);
  });

  it('is deleted from the database when the account is removed', async () => {
    const { id } = resource(await link(server));
    const sealed = () =>
      server.sql`SELECT secret_id, sealed_number, sealed_amounts, number_digest FROM external_accounts
        WHERE id = ${id.slice(4)}`;
    expect(Object.values((await sealed())[0] ?? {})).not.toContain(null);
    await server.delete(`/external-accounts/${id}`);
    expect(Object.values((await sealed())[0] ?? {})).toEqual([null, null, null, null]);
  });

  it('cannot be moved to another account in the database: it does not open there', async () => {
    const [one, other] = [resource(await link(server)).id, resource(await link(server)).id];
    await server.sql`UPDATE external_accounts SET sealed_amounts = (SELECT sealed_amounts
      FROM external_accounts WHERE id = ${one.slice(4)}) WHERE id = ${other.slice(4)}`;
    const shown = await server.get(`/simulations/external-accounts/${other}/micro-deposits`);
    expect([shown.status, (await verify(server, other, [1, 2])).status]).toEqual([409, 409]);
  });

  it('is stored with a fingerprint of the request that its secret is needed for, and a retry still replays', async () => {
    const values = newAccount();
    const [first, second] = [randomUUID(), randomUUID()];
    const made = await send(server.baseUrl, first, values);
    await send(server.baseUrl, second, newAccount());
    const prints = await server.sql<{ hex: string }>`SELECT encode(fingerprint, 'hex') AS hex
      FROM idempotency_keys WHERE key = ANY (${[first, second]})`;
    const { endpoints } = await import('../../src/start/app.ts');
    const route = endpoints.find(({ method, path }) => method === 'POST' && path === '/external-accounts');
    const plain = route?.fingerprint({ ...values, tags: null }, null).toString('hex');
    expect(prints.map(({ hex }) => hex)).not.toContain(plain);

    const rotated = await serveOn(server.connection, { PURSER_SECRET: `k2:${'n'.repeat(40)},${testSecret}` });
    const again = await send(rotated.baseUrl, first, values);
    expect([again.status, again.text, again.headers.get('Idempotency-Replayed')]).toEqual([
      201,
      made.text,
      'true',
    ]);
    expect((await send(rotated.baseUrl, first, { ...values, accountName: 'Other' })).status).toBe(409);
    expect((await link(rotated, values)).status).toBe(409);
    await rotated.close();
  });
});
