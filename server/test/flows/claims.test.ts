import { createHash, randomInt, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { claimPath } from '../../src/identity/claims/link.ts';
import { moveClaimedMoney } from '../../src/identity/claims/move.ts';
import type { Program } from '../../src/context.ts';
import { claimWaiting } from '../../src/engine/plain-writes/claim-waiting.ts';
import type { Id } from '../../src/lib/id.ts';
import { type Keyring, parseKeyring } from '../../src/lib/keyring.ts';
import {
  attributes,
  call,
  refusal,
  resource,
  resources,
  type Resource,
  type Reply,
} from '../support/http.ts';
import { claimTokenOf } from '../support/claims.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { advance } from '../support/moves.ts';
import { customer, newAddress, testSecret, testServer, secondServer } from '../support/server.ts';
import { until, untilEngineWaits, uuidOf, withSession } from './support.ts';
import type { ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const person = { name: 'Robin Reader', apiKeyName: 'First key' };
const nothing = [404, ['claim_not_found'], ['token']];

async function payTo(value: string, amount = 5, values: object = {}): Promise<Resource> {
  const counterparty = { type: value.includes('@') ? 'email' : 'phone', value };
  return resource(await server.pay({ amount, counterparty, ...values }));
}

const accept = (token: string, values: object = person, headers = {}, at: ApiClient = server) =>
  call(at.baseUrl, 'POST', `/claims/${token}/accept`, { body: attributes(values), headers });

function keyOf(reply: Reply): string {
  const { meta } = JSON.parse(reply.text) as { meta: { apiKey: Resource } };
  return String(meta.apiKey.attributes['apiKey']);
}

/** Stands for an engine that moves all that waits. */
const run = () => Promise.resolve({ done: true });

async function differences(): Promise<unknown[]> {
  const found = [];
  for (const { check, sql } of auditChecks) if ((await server.sql(sql)).length > 0) found.push(check);
  return found;
}

describe('claiming money that waits for an address', () => {
  it('moves all payments that wait, each once, into the wallets of a new party with a key', async () => {
    const email = newAddress();
    const payments = [await payTo(email), await payTo(email, 7), await payTo(email, 11)];
    const [first, other] = payments as [Resource, Resource];
    const token = await claimTokenOf(server, first);
    expect(await claimTokenOf(server, other)).toBe(token);
    const reply = await accept(token);
    expect(resource(reply)).toEqual({
      type: 'party',
      id: first.relationships['recipient']?.data?.id,
      attributes: { name: person.name, status: 'ACTIVE', address: email },
      relationships: {},
    });
    const key = keyOf(reply);
    for (const payment of payments) expect(await server.statusOf(payment)).toBe('COMPLETED');
    const received = resources(await server.as(key).get('/payments?direction=INBOUND'));
    expect(received.map(({ attributes: { amount } }) => amount)).toEqual([11, 7, 5]);
    const spent = await server
      .as(key)
      .pay({ amount: 23, counterparty: { type: 'email', value: customer.email } });
    expect(spent.status).toBe(201);
    const detail = resource(await server.as(key).get(`/transactions/txn_${first.id.slice(4)}`));
    expect(detail.attributes).toMatchObject({
      category: 'received',
      direction: 'INBOUND',
      status: 'COMPLETED',
    });
    expect(refusal(await accept(token))).toEqual(nothing);
    expect(await server.statusOf(await payTo(email))).toBe('COMPLETED');
    expect(resource(await server.as(key).post(`/payments/${first.id}/refund`)).attributes['amount']).toBe(5);
    expect(await server.statusOf(first)).toBe('RETURNED');
    expect(await differences()).toEqual([]);
  });

  it('under one key is replayed without the secret', async () => {
    const token = await claimTokenOf(server, await payTo(newAddress()));
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await accept(token, person, headers);
    const again = await accept(token, person, headers);
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
    expect(resource(again)).toEqual(resource(first));
    expect(again.text).not.toContain(keyOf(first));
  });

  it('by the token of a text message makes a party that is known by its phone number', async () => {
    const value = `+1${randomInt(1e9, 9e9)}`;
    const payment = await payTo(value);
    const { id } = payment.relationships['recipient']?.data ?? {};
    const counterparty = { type: 'party_id', value: id };
    const byId = await server.pay({ amount: 7, counterparty });
    const token = await claimTokenOf(server, payment);
    expect(await claimTokenOf(server, resource(byId))).toBe(token);
    const attributes = { name: person.name, status: 'ACTIVE', address: value };
    expect(resource(await accept(token))).toMatchObject({ id, attributes });
    for (const each of [payment, resource(byId)]) expect(await server.statusOf(each)).toBe('COMPLETED');
    expect(await server.statusOf(await payTo(value))).toBe('COMPLETED');
  });

  it('needs a token of which the database has only the hash, and that every secret of the keyring leads to', async () => {
    const payment = await payTo(newAddress());
    const token = await claimTokenOf(server, payment);
    const partyId = uuidOf(payment.relationships['recipient']?.data?.id ?? '') as Id<'pty'>;
    const read = 'SELECT token_hash AS hash, expires_at AS "expiresAt" FROM claims WHERE party_id = $1';
    const [stored] = await server.sql<{ hash: Buffer; expiresAt: Date }>(read, partyId);
    const { hash, expiresAt } = stored as { hash: Buffer; expiresAt: Date };
    expect(hash).toEqual(createHash('sha256').update(token).digest());
    const times = { expiresAt, now: new Date(expiresAt.getTime() - 1000) };
    const pathUnder = (secrets: string) =>
      withSession(server.connection, (db) =>
        claimPath(db, parseKeyring(secrets) as Keyring, partyId.replaceAll('-', '') as Id<'pty'>, times),
      );
    const newSecret = `k2:${'n'.repeat(32)}`;
    expect(await pathUnder(`${newSecret},${testSecret}`)).toBe(`/claims/${token}`);
    const other = await pathUnder(newSecret);
    expect(await pathUnder(newSecret)).toBe(other);
    expect(refusal(await accept(token))).toEqual(nothing);
    expect((await accept(String(other?.split('/').at(-1)))).status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
  });

  it('needs a name, and a token under which money waits', async () => {
    const payment = await payTo(newAddress());
    const token = await claimTokenOf(server, payment);
    expect(refusal(await accept(token, {}))).toEqual([422, ['invalid_value'], ['/data/attributes/name']]);
    expect(refusal(await accept('x'.repeat(32)))).toEqual(nothing);
    await server.post(`/payments/${payment.id}/cancel`);
    expect(refusal(await accept(token))).toEqual(nothing);
    expect(await server.statusOf(payment)).toBe('CANCELED');
  });

  it('by many at once, on two servers, while the payer cancels: each payment ends once', async () => {
    const email = newAddress();
    const payments = [];
    for (let count = 0; count < 6; count += 1) payments.push(await payTo(email));
    const token = await claimTokenOf(server, payments[0] as Resource);
    const claims = Array.from({ length: 6 }, (_each, index) =>
      accept(token, person, {}, index % 2 === 0 ? server : second),
    );
    const cancels = payments.map(({ id }) => server.post(`/payments/${id}/cancel`));
    const replies = await Promise.all(claims);
    const canceled = (await Promise.all(cancels)).map(({ status }) => status === 200);
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expect(refusal(reply)).toEqual(nothing);
    const isClaimed = replies.some(({ status }) => status === 200);
    const states = [];
    for (const payment of payments) states.push(await server.statusOf(payment));
    expect(states).toEqual(canceled.map((each) => (each ? 'CANCELED' : 'COMPLETED')));
    expect(isClaimed || canceled.every(Boolean)).toBe(true);
    expect(await differences()).toEqual([]);
  });

  it('is over after 30 days: the money went back', async () => {
    const payment = await payTo(newAddress());
    const token = await claimTokenOf(server, payment);
    await advance(server, 30 * 86_400 + 60);
    expect(refusal(await accept(token))).toEqual(nothing);
    expect(await server.statusOf(payment)).toBe('RETURNED');
  });

  it('happens too when a customer invitation to the address is accepted by its token', async () => {
    const email = newAddress();
    const payment = await payTo(email);
    const token = await tokenOf(server, await inviteOne(server, { type: 'email', value: email }));
    const reply = await server.post(`/invitations/${token}/accept`, person);
    expect(reply.status).toBe(200);
    expect(await server.statusOf(payment)).toBe('COMPLETED');
  });

  it('gets a payment that did not see the adoption yet, once the background work runs', async () => {
    const email = newAddress();
    const waiting = await payTo(email);
    const late = await withSession(server.connection, async (holder) => {
      // The payment has read its payee, and waits with its store while the party is adopted.
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE mails IN SHARE ROW EXCLUSIVE MODE');
      const paying = payTo(email, 9);
      await untilEngineWaits(server.sql);
      await withSession(server.connection, async (owner) => {
        await owner.query('BEGIN');
        await owner.query('UPDATE contacts SET verified_at = now() WHERE value = $1', [email]);
        const party = [uuidOf(waiting.relationships['recipient']?.data?.id ?? '')];
        await owner.query("UPDATE parties SET status = 'ACTIVE' WHERE id = $1", party);
        await claimWaiting(owner, party[0] as Id<'pty'>);
        await owner.query('COMMIT');
      });
      await withSession(server.connection, (db) =>
        moveClaimedMoney({ db, engine: { run } } as unknown as Program, new Date()),
      );
      await holder.query('COMMIT');
      return paying;
    });
    expect(await server.statusOf(late)).toBe('PENDING_CLAIM');
    await advance(server, 120);
    // A transaction of another test's database counts too: nobody looks for the last time before it has ended.
    await until('nobody looks for the money any more', async () => {
      await advance(server, 120);
      return (await server.sql('SELECT party_id FROM claims WHERE due_at IS NOT NULL')).length === 0;
    });
    expect([await server.statusOf(waiting), await server.statusOf(late)]).toEqual(['COMPLETED', 'COMPLETED']);
    expect(await differences()).toEqual([]);
  });

  it('has a page behind the link that changes nothing', async () => {
    const email = newAddress();
    const payment = await payTo(email);
    const token = await claimTokenOf(server, payment);
    const page = await fetch(`${server.baseUrl}/claims/${token}`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(email)]);
    expect(await server.statusOf(payment)).toBe('PENDING_CLAIM');
    await accept(token);
    expect((await fetch(`${server.baseUrl}/claims/${token}`)).status).toBe(404);
    const [line] = await server.sql<{ action: string }>`SELECT action FROM audit_lines
      WHERE party_id = ${uuidOf(payment.relationships['recipient']?.data?.id ?? '')}
      AND key_prefix = 'token'`;
    expect(line?.action).toBe(`POST /claims/${payment.relationships['recipient']?.data?.id}/accept`);
  });
});
