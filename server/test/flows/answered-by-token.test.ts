import { randomInt, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import {
  attributes,
  call,
  refusal,
  resource,
  resources,
  type Resource,
  type Reply,
} from '../support/http.ts';
import { invite, inviteOne, tokenOf } from '../support/invitations.ts';
import { uuidOf } from './support.ts';
import { advance } from '../support/moves.ts';
import { main, customer, stranger, newEmail, testServer } from '../support/server.ts';

let logged = '';
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  }),
);
const server = testServer({}, undefined, log);
const person = { name: 'Robin Reader', apiKeyName: 'First key' };
const unknown = [404, ['invitation_not_found'], ['token']];

function answer(token: string, verb: 'accept' | 'decline', values?: object, headers = {}): Promise<Reply> {
  const body = values && { body: attributes(values) };
  return call(server.baseUrl, 'POST', `/invitations/${token}/${verb}`, { ...body, headers });
}

type Accepted = { partyId: string; userId: string; apiKey?: Resource };
const metaOf = (reply: Reply): Accepted => (JSON.parse(reply.text) as { meta: Accepted }).meta;
const secretOf = (reply: Reply): string => String(metaOf(reply).apiKey?.attributes['apiKey']);

describe('a person without an account', () => {
  it('accepts by the token of the mail, and is a customer with a party, an owner and a key of its own', async () => {
    const invitation = await inviteOne(server, newEmail());
    const token = await tokenOf(server, invitation);
    const reply = await answer(token, 'accept', person);
    expect([reply.status, resource(reply).attributes['status']]).toEqual([200, 'ACCEPTED']);
    const { partyId, userId, apiKey } = metaOf(reply);
    expect(apiKey?.attributes).toMatchObject({ name: 'First key', createdBy: userId, status: 'ACTIVE' });
    const key = secretOf(reply);
    const [delegation] = resources(await server.as(key).get('/delegations'));
    expect(delegation?.attributes).toMatchObject({
      direction: 'given',
      status: 'ACTIVE',
      agents: [{ agentId: main.agentId, limits: { perTransaction: 5_000 } }],
    });
    expect(resource(await server.get(`/customers/${partyId}`)).attributes['name']).toBe(person.name);
    expect(invitation.relationships['customerParty']?.data).toBe(null);
    const [listed] = resources(await server.get('/agents/invitations?status=ACCEPTED&limit=1'));
    expect([listed?.id, listed?.relationships['customerParty']?.data?.id]).toEqual([invitation.id, partyId]);
    const counterparty = { type: 'email', value: customer.email };
    const values = { amount: 1, counterparty, customerPartyId: partyId };
    expect(refusal(await server.as(main.agentKey).pay(values))).toEqual([
      409,
      ['insufficient_funds'],
      ['/data/attributes/amount'],
    ]);
    await server.as(key).post(`/delegations/${delegation?.id}/suspend`);
    expect((await server.as(main.agentKey).pay(values)).status).toBe(404);
    const lines = await server.sql<{ action: string; user_id: string }>`SELECT action, replace(user_id::text,
      '-', '') AS user_id FROM audit_lines WHERE target_id = ${uuidOf(invitation.id)}`;
    expect(lines).toEqual([{ action: `POST /invitations/${invitation.id}/accept`, user_id: uuidOf(userId) }]);
  });

  it('adopts the party by which its address was known, to which money may wait', async () => {
    const counterparty = newEmail();
    const paid = resource(await server.pay({ amount: 5, counterparty }));
    const known = paid.relationships['recipient']?.data?.id;
    const token = await tokenOf(server, await inviteOne(server, counterparty));
    expect(metaOf(await answer(token, 'accept', person)).partyId).toBe(known);
  });

  it('answers by the text message to its phone in the same way', async () => {
    const phone = { type: 'phone', value: `+1${randomInt(1e9, 9e9)}` };
    const token = await tokenOf(server, await inviteOne(server, phone));
    const reply = await answer(token, 'accept', person);
    expect(reply.status).toBe(200);
    const again = resources(await invite(server, [phone]))[0];
    const incoming = await server.as(secretOf(reply)).get('/customer-invitations/incoming?status=PENDING');
    expect(resources(incoming).map(({ id }) => id)).toEqual([again?.id]);
    const paid = await server.pay({ amount: 5, counterparty: phone });
    expect(resource(paid).relationships['recipient']?.data?.id).toBe(metaOf(reply).partyId);
  });

  it('needs a name, gets no key unless it asks for one, and may decline instead', async () => {
    const token = await tokenOf(server, await inviteOne(server, newEmail()));
    const refused = await answer(token, 'accept');
    expect(refusal(refused)).toEqual([422, ['invalid_value'], ['/data/attributes/name']]);
    const accepted = await answer(token, 'accept', { name: 'Robin' });
    expect([accepted.status, metaOf(accepted).apiKey]).toEqual([200, undefined]);
    const other = await tokenOf(server, await inviteOne(server, newEmail()));
    expect(resource(await answer(other, 'decline')).attributes['status']).toBe('DECLINED');
    expect(refusal(await answer(other, 'accept', person))).toEqual(unknown);
  });
});

describe('a token', () => {
  it('is not the one of the link that the inviting party sees, which answers nothing', async () => {
    const invitation = await inviteOne(server, newEmail());
    const token = await tokenOf(server, invitation);
    const shown = String(invitation.attributes['url']).slice(-32);
    const listed = await server.get('/agents/invitations');
    expect(listed.text).toContain(shown);
    expect(listed.text).not.toContain(token);
    for (const wrong of [shown, 'A'.repeat(32), 'short', `${token}x`, '%00']) {
      expect(refusal(await answer(wrong, 'accept', person))).toEqual(unknown);
      expect(refusal(await answer(wrong, 'decline'))).toEqual(unknown);
    }
    expect((await server.as(null).get(`/invitations/${token}`)).status).toBe(200);
  });

  it('gives no power over a party that exists: it declines, and only a key of the party accepts', async () => {
    const email = { type: 'email', value: stranger.email };
    const invitation = await inviteOne(server, email);
    const token = await tokenOf(server, invitation);
    for (const values of [person, {}]) {
      expect(refusal(await answer(token, 'accept', values))).toEqual([409, ['conflict'], [undefined]]);
    }
    const keys = 'SELECT count(*) AS count FROM api_keys WHERE party_id = $1';
    expect(await server.sql(keys, uuidOf(stranger.partyId))).toEqual([{ count: 1n }]);
    expect((await server.get(`/customers/${stranger.partyId}`)).status).toBe(404);
    const path = `/customer-invitations/${invitation.id}/accept`;
    expect((await server.post(path)).status).toBe(404);
    expect((await server.as(stranger).post(path)).status).toBe(200);
    expect(refusal(await answer(token, 'decline'))).toEqual(unknown);
  });

  it('works once: of many answers at once one counts, and a retry with its key is a replay without the secret', async () => {
    const token = await tokenOf(server, await inviteOne(server, newEmail()));
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await answer(token, 'accept', person, headers);
    const again = await answer(token, 'accept', person, headers);
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
    expect(again.text).not.toContain(secretOf(first));
    const { apiKey: _secret, ...withoutSecret } = metaOf(first).apiKey?.attributes ?? {};
    expect(metaOf(again).apiKey?.attributes).toEqual(withoutSecret);
    expect(refusal(await answer(token, 'accept', { name: 'Other' }, headers))).toEqual([
      409,
      ['idempotency_key_reused'],
      ['Idempotency-Key'],
    ]);
    expect(refusal(await answer(token, 'accept', person))).toEqual(unknown);
    const raced = await tokenOf(server, await inviteOne(server, newEmail()));
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_each, at) =>
        answer(raced, at % 2 ? 'decline' : 'accept', at % 2 ? undefined : person),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(replies.length - 1);
    for (const { status } of refused) expect([404, 409]).toContain(status);
  });

  it('dies with its invitation: replaced, canceled or expired', async () => {
    const address = newEmail();
    const replaced = await tokenOf(server, await inviteOne(server, address));
    const canceled = await inviteOne(server, address);
    const second = await tokenOf(server, canceled);
    await server.delete(`/agents/invitations/${canceled.id}`);
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const expiring = await inviteOne(server, newEmail(), { expiresAt });
    const third = await tokenOf(server, expiring);
    await advance(server, 3_600);
    for (const token of [replaced, second, third]) {
      expect(refusal(await answer(token, 'accept', person))).toEqual(unknown);
      expect(refusal(await answer(token, 'decline'))).toEqual(unknown);
    }
  });

  it('is neither logged nor in the audit log, and attempts count against the address', async () => {
    const token = await tokenOf(server, await inviteOne(server, newEmail()));
    const reply = await answer(token, 'accept', person, { 'Idempotency-Key': 'once' });
    expect(reply.headers.get('RateLimit-Policy')).toContain('"default"');
    expect(logged).toContain('/invitations/:token/accept');
    expect(logged).not.toContain(token);
    for (const [table, column] of [
      ['audit_lines', 'action'],
      ['idempotency_keys', 'route'],
      ['idempotency_keys', 'body'],
    ]) {
      const text = `SELECT FROM ${table} WHERE ${column} LIKE $1`;
      expect(await server.sql(text, `%${token}%`)).toEqual([]);
      expect(await server.sql(text, `%${secretOf(reply)}%`)).toEqual([]);
    }
  });
});

describe('a refusal by token', () => {
  it('has a line in the log of the party that invited', async () => {
    const invitation = await inviteOne(server, newEmail());
    expect((await answer(await tokenOf(server, invitation), 'decline')).status).toBe(200);
    const [line] = resources(await server.get('/audit-log?limit=1'));
    expect(line).toMatchObject({
      attributes: { action: `POST /invitations/${invitation.id}/decline`, keyPrefix: 'token' },
      relationships: { party: { data: { id: main.partyId } }, user: { data: null } },
    });
  });
});

describe('an acceptance', () => {
  it('meets payments of the inviting agent to the same address without a deadlock', async () => {
    for (let round = 0; round < 8; round += 1) {
      const counterparty = newEmail();
      const token = await tokenOf(server, await inviteOne(server, counterparty));
      const [accepted, ...paid] = await Promise.all([
        answer(token, 'accept', person),
        ...[1, 2, 3].map((amount) => server.as(main.agentKey).pay({ amount, counterparty })),
      ]);
      expect([accepted.status, paid.map(({ status }) => status)]).toEqual([200, [201, 201, 201]]);
      const { partyId } = metaOf(accepted);
      const recipients = paid.map((reply) => resource(reply).relationships['recipient']?.data?.id);
      expect(recipients).toEqual([partyId, partyId, partyId]);
    }
  });
});
