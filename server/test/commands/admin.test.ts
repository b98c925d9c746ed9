import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, pay } from '../support/http.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { runOn } from './command.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const acme = ['create-party', '--name', 'Acme', '--email', 'Pay@Acme.example'];

describe('npm run admin -- create-party', () => {
  it('creates a party that can be paid by its address, and prints a working key', async () => {
    const { code, out } = await runOn(server, 'admin', acme);
    expect(code).toBe(0);
    const key = /sk_pur_sandbox_\w+/.exec(out)?.[0] ?? '';
    const counterparty = { type: 'email', value: 'pay@acme.example' };
    expect((await pay(server.baseUrl, server.parties.main.apiKey, { amount: 5, counterparty })).status).toBe(
      201,
    );
    const list = await call(server.baseUrl, 'GET', '/transactions', { key });
    expect(list.text).toContain('"COMPLETED"');
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

  it('prints its usage', async () => {
    expect((await runOn(server, 'admin', ['create-party', '--help'])).err).toMatch(/^Usage:/);
  });
});
