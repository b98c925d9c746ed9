import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../src/db/pool.ts';
import { expirePaymentRequests } from '../../src/money/payment-requests/close.ts';
import { composePaymentRequestMail } from '../../src/money/payment-requests/compose-mail.ts';
import { resource, resources, type Resource, type Reply } from '../support/http.ts';
import { main, customer, byId, serveOn, testServer } from '../support/server.ts';
import { uuidOf, openDb, rewrite } from './support.ts';
import { type ApiClient } from '../support/client.ts';

const day_ms = 24 * 3_600_000;
const server = testServer();
let db: Db;
beforeAll(async () => {
  db = openDb(server.connection);
});
afterAll(() => db.end());

function send(values: object, headers = {}, at: ApiClient = server): Promise<Reply> {
  const payer = { type: 'email', value: 'casey@example.com' };
  return at.post('/payment-requests', { amount: 1250, payer, ...values }, headers);
}
const requestPayment = async (values: object = {}) => resource(await send(values));

type Row = { status: string; created_at: Date; updated_at: Date; expires_at: Date; link_token: string };

const rowOf = async ({ id }: Resource): Promise<Row | undefined> =>
  (await server.sql<Row>`SELECT * FROM payment_requests WHERE id = ${uuidOf(id)}`)[0];
const eventsOf = ({ id }: Resource) =>
  server.sql`SELECT resource, from_status, to_status FROM events WHERE resource_id = ${uuidOf(id)}
    ORDER BY created_at, id`;
const auditOf = ({ id }: Resource) =>
  server.sql`SELECT action, decision, party_id IS NULL AS alone FROM audit_log WHERE target_id = ${uuidOf(id)}
    ORDER BY at, id`;
const mailTo = ({ id }: Resource) =>
  server.sql`SELECT recipient, kind, party_id FROM mails WHERE resource_id = ${uuidOf(id)}`;

const setExpiry = (request: Resource, expiresAt: Date) =>
  rewrite(server.connection, 'UPDATE payment_requests SET expires_at = $2 WHERE id = $1', [
    uuidOf(request.id),
    expiresAt,
  ]);

describe('a payment request', () => {
  it('stays readable in a currency that the table no longer has', async () => {
    const request = await requestPayment();
    const change = 'UPDATE payment_requests SET currency = $2 WHERE id = $1';
    await rewrite(server.connection, change, [uuidOf(request.id), 'XSU']);
    const list = await server.get('/payment-requests');
    const found = resources(list).find(({ id }) => id === request.id);
    expect(found?.attributes).toMatchObject({ amount: 1250, currency: 'XSU' });
    const page = await server.as(null).get(`/pay/${(await rowOf(request))?.link_token}`);
    expect([page.status, page.text.includes('XSU 12.50')]).toEqual([200, true]);
  });

  it('is open for 30 days, has a secret link and records its maker', async () => {
    const headers = { 'X-Agent-ID': main.agentId, 'X-Instance-ID': 'chat 1' };
    const row = await rowOf(resource(await send({}, headers)));
    expect(row).toMatchObject({
      status: 'OPEN',
      agent_id: uuidOf(main.agentId),
      created_by: uuidOf(main.userId),
      payer_party_id: null,
    });
    expect(Number(row?.expires_at) - Number(row?.created_at)).toBe(30 * day_ms);
    expect(Buffer.from(row?.link_token ?? '', 'base64url').length).toBeGreaterThanOrEqual(16);
  });

  it('has one event and one audit line', async () => {
    const request = await requestPayment();
    const [opened, made] = [
      { resource: 'paymentRequest', from_status: null, to_status: 'OPEN' },
      'POST /payment-requests',
    ];
    expect(await eventsOf(request)).toEqual([opened]);
    expect(await auditOf(request)).toEqual([{ action: made, decision: 'accepted', alone: false }]);
  });

  it('that is refused is recorded in the audit log only', async () => {
    const before = await server.sql('SELECT id FROM payment_requests');
    await send({ payer: { type: 'party_id', value: `pty_${'0'.repeat(32)}` } });
    expect(await server.sql('SELECT id FROM payment_requests')).toEqual(before);
    const [line] = await server.sql('SELECT * FROM audit_log ORDER BY id DESC LIMIT 1');
    expect(line).toMatchObject({ decision: 'refused', reason: 'party_not_found', target_id: null });
  });

  it('sent twenty times concurrently under one key, to two servers, is created once with one mail', async () => {
    const second = await serveOn(server.connection);
    const headers = { 'Idempotency-Key': randomUUID() };
    const both = [server, second];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => send({}, headers, both[index % 2])),
    );
    await second.close();
    const first = replies[0] ?? (await send({}));
    // Links contain the address of the server that processed the request first.
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect([first.status, (await mailTo(resource(first))).length]).toEqual([201, 1]);
    expect((await eventsOf(resource(first))).length).toBe(1);
  });
});

const walletIn = async (currency: string): Promise<string | undefined> => {
  await requestPayment({ currency });
  const reply = await server.get('/payment-requests?limit=1');
  return resources(reply)[0]?.relationships['wallet']?.data?.id;
};

describe('the wallet in a list', () => {
  it('is the one in which the engine would credit a payment', async () => {
    const open = async (status: string): Promise<string> => {
      const id = randomUUID()
        .replaceAll('-', '')
        .replace(/^.{8}/, `f${String((opened += 1)).padStart(7, '0')}`);
      await server.sql`INSERT INTO wallets (id, party_id, currency, status, created_at)
        VALUES (${id}, ${uuidOf(main.partyId)}, 'CHF', ${status}, now())`;
      return `wal_${id}`;
    };
    let opened = 0;
    expect(await walletIn('USD')).toBe(main.walletId);
    expect(await walletIn('CHF')).toBeUndefined();
    await open('closed');
    expect(await walletIn('CHF')).toBeUndefined();
    const frozen = await open('frozen');
    expect(await walletIn('CHF')).toBe(frozen);
    const active = await open('active');
    await open('active');
    expect(await walletIn('CHF')).toBe(active);
  });
});

describe('an overdue payment request', () => {
  it('expires once, not before, with an event and an audit line', async () => {
    const [due, later, canceled] = [await requestPayment(), await requestPayment(), await requestPayment()];
    const now = new Date(Date.now() + 29 * day_ms);
    await setExpiry(due, now);
    await setExpiry(later, new Date(now.getTime() + 1));
    await setExpiry(canceled, now);
    await server.sql`UPDATE payment_requests SET status = 'CANCELED' WHERE id = ${uuidOf(canceled.id)}`;
    expect(await expirePaymentRequests({ db }, now)).toBe(1);
    expect(await expirePaymentRequests({ db }, now)).toBe(0);
    expect(await rowOf(due)).toMatchObject({ status: 'EXPIRED', updated_at: now });
    expect((await eventsOf(due)).at(-1)).toEqual({
      resource: 'paymentRequest',
      from_status: 'OPEN',
      to_status: 'EXPIRED',
    });
    expect((await auditOf(due)).at(-1)).toEqual({
      action: 'expire paymentRequest',
      decision: 'accepted',
      alone: true,
    });
    expect([(await rowOf(later))?.status, (await rowOf(canceled))?.status]).toEqual(['OPEN', 'CANCELED']);
  });

  it('expires once among any number, under concurrent runs', async () => {
    await requestPayment();
    await server.sql(
      `INSERT INTO payment_requests SELECT gen_random_uuid(), party_id, 'OPEN', amount, currency, description, payer_name,
         payer_identifier_type, payer_identifier, payer_party_id, payment_id, md5(n::text), now(), agent_id, created_at,
         updated_at, created_by, tags, wallet_id, addressee
       FROM payment_requests, generate_series(1, 1200) n WHERE id = (SELECT max(id::text)::uuid FROM payment_requests)`,
    );
    const now = new Date(Date.now() + 1000);
    let total = 0;
    const expireAll = async (): Promise<void> => {
      for (let ended = -1; ended !== 0; total += ended) {
        ended = await expirePaymentRequests({ db }, now);
        expect(ended).toBeLessThanOrEqual(500);
      }
    };
    await Promise.all([expireAll(), expireAll(), expireAll()]);
    expect(total).toBe(1200);
    const doubled = await server.sql(
      `SELECT resource_id FROM events WHERE to_status = 'EXPIRED' GROUP BY resource_id HAVING count(*) > 1`,
    );
    expect(doubled).toEqual([]);
  });
});

describe('mail to the payer', () => {
  const baseUrl = 'https://pay.example.com';

  it('goes to an email address, and to the address of a party named by id', async () => {
    const mail = { kind: 'paymentRequest', party_id: uuidOf(main.partyId) };
    expect(await mailTo(await requestPayment())).toEqual([{ ...mail, recipient: 'casey@example.com' }]);
    const asked = await requestPayment({ payer: byId(customer) });
    expect(await mailTo(asked)).toEqual([{ ...mail, recipient: customer.email }]);
  });

  it('names the requester, the amount, the purpose, the expiry and the link', async () => {
    const request = await requestPayment({ amount: 1_234_550, description: 'Invoice 1042' });
    const url = String(request.attributes['paymentLinkUrl']);
    const at = { now: new Date(), baseUrl, recipient: 'casey@example.com' };
    const mail = await composePaymentRequestMail(db, uuidOf(request.id), at);
    expect(mail?.subject).toBe(`${main.name} asks you for USD 12,345.50`);
    for (const part of [main.name, main.email, 'USD 12,345.50', 'Invoice 1042', 'UTC']) {
      expect(mail?.text).toContain(part);
    }
    expect(mail?.text.split('\n')).toContain(baseUrl + url.slice(url.indexOf('/pay/')));
  });

  it('is not composed once the request is closed', async () => {
    const request = await requestPayment();
    const compose = (now: Date) =>
      composePaymentRequestMail(db, uuidOf(request.id), { now, baseUrl, recipient: 'casey@example.com' });
    expect(await compose(new Date(Date.now() + 29 * day_ms))).not.toBeNull();
    expect(await compose(new Date(Date.now() + 31 * day_ms))).toBeNull();
    for (const status of ['PROCESSING', 'COMPLETED', 'CANCELED', 'DECLINED', 'EXPIRED']) {
      const isPaid = status === 'PROCESSING' || status === 'COMPLETED';
      await server.sql(
        'UPDATE payment_requests SET status = $2, payment_id = $3, payer_party_id = $4 WHERE id = $1',
        uuidOf(request.id),
        status,
        ...(isPaid ? [uuidOf(request.id), uuidOf(customer.partyId)] : [null, null]),
      );
      expect(await compose(new Date())).toBeNull();
    }
  });

  it('keeps text of other users on its own lines', async () => {
    const request = await requestPayment({ description: 'a\u2028Pay here: https://evil.example\u202e' });
    const mail = await composePaymentRequestMail(db, uuidOf(request.id), {
      now: new Date(),
      baseUrl,
      recipient: 'casey@example.com',
    });
    expect(mail?.text).toContain('For: a Pay here: https: //evil. example\n');
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
  });
});
