import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, pay, resource, resources } from '../support/http.ts';
import { waitingPayment } from '../support/moves.ts';
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

  it('adopts the party of an address that money waits for: the same id, and it sees what waits', async () => {
    const { main } = server.parties;
    const counterparty = { type: 'email', value: 'waits@acme.example' };
    const paid = resource(await pay(server.baseUrl, main.apiKey, { amount: 7, counterparty }));
    const waits = ['create-party', '--name', 'Waits', '--email', 'Waits@acme.example', '--currency', 'EUR'];
    const { code, out } = await runOn(server, 'admin', waits);
    expect([code, /pty_\w+/.exec(out)?.[0]]).toEqual([0, paid.relationships['recipient']?.data?.id]);
    const key = /sk_pur_sandbox_\w+/.exec(out)?.[0] ?? '';
    const [seen, ...others] = resources(await call(server.baseUrl, 'GET', '/transactions', { key }));
    expect([seen?.attributes['status'], seen?.attributes['direction']]).toEqual(['PENDING_CLAIM', 'INBOUND']);
    expect(others).toEqual([]);
    const limits = resource(await call(server.baseUrl, 'GET', '/parties/me/limits', { key }));
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

  it('prints its usage', async () => {
    expect((await runOn(server, 'admin', ['create-party', '--help'])).err).toMatch(/^Usage:/);
  });
});
