import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resource, type Resource } from '../support/http.ts';
import { invite } from '../support/invitations.ts';
import { newAddress } from '../support/server.ts';
import { type ProdServer, startProdServer } from '../support/prod-server.ts';
import { until } from './support.ts';

let server: ProdServer;
beforeAll(async () => {
  server = await startProdServer();
});
afterAll(() => server.close());

it('an invitation to a phone is listed in `meta.emailFailures` where no text message can be sent', async () => {
  const phone = { type: 'phone', value: `+1${randomInt(1e9, 9e9)}` };
  const reply = await invite(server, [phone]);
  const { data, meta } = JSON.parse(reply.text) as { data: Resource[]; meta: { emailFailures: string[] } };
  expect([data.length, meta.emailFailures]).toEqual([1, [phone.value]]);
  expect(await server.sql('SELECT FROM mails')).toEqual([]);
});

it('the text of a mail, which may contain a token, is not kept once it is sent', async () => {
  const value = newAddress();
  await invite(server, [{ type: 'email', value }]);
  const stored = () => server.sql<{ status: string; body: string | null }>('SELECT status, body FROM mails');
  await until('the mail is sent', async () => (await stored()).every(({ status }) => status === 'SENT'));
  expect(server.mail.received.map(({ to }) => to)).toEqual([[value]]);
  expect(await stored()).toEqual([{ status: 'SENT', body: null }]);
});

it('a payment to a phone waits, and its text message has failed, where none can be sent', async () => {
  const counterparty = { type: 'phone', value: `+1${randomInt(1e9, 9e9)}` };
  const payment = resource(await server.pay({ amount: 5, counterparty }));
  const messages = () =>
    server.sql<{ status: string; last_error: string }>`SELECT status, last_error FROM mails
      WHERE recipient = ${counterparty.value}`;
  await until('the message is tried', async () =>
    (await messages()).every(({ status }) => status !== 'PENDING'),
  );
  expect(await messages()).toEqual([{ status: 'FAILED', last_error: 'text messages cannot be sent' }]);
  const read = await server.get(`/payments/${payment.id}`);
  expect(resource(read).attributes['status']).toBe('PENDING_CLAIM');
});
