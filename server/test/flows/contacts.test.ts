import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { checkList } from '../support/checklist-list.ts';
import { attributes, call, refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import type { Resource } from '../support/http.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { advance, get, post } from '../support/moves.ts';
import type { Reply } from '../support/reply.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { listOf, orNull, seconds, text } from '../support/shapes.ts';
import { contactShape } from '../support/shapes-parties.ts';
import { payParty, until, uuidOf } from './support.ts';

let server: TestServer;
const path = '/parties/me/contacts';
const newEmail = (): string => `${randomUUID()}@example.com`;
const newPhone = (): string => `+1${String(Math.floor(Math.random() * 1e10)).padStart(10, '2')}`;
const addressOf = (value: string) => ({ type: value.startsWith('+') ? 'phone' : 'email', value });
const main = () => server.parties.main.apiKey;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

function add(value: string, key = main()): Promise<Reply> {
  return call(server.baseUrl, 'POST', path, { key, body: attributes({ address: addressOf(value) }) });
}

function verify(id: string, token: string, key = main()): Promise<Reply> {
  return call(server.baseUrl, 'POST', `${path}/${id}/verify`, { key, body: attributes({ token }) });
}

function remove(id: string, key = main()): Promise<Reply> {
  return call(server.baseUrl, 'DELETE', `${path}/${id}`, { key });
}

/** Adds an address, and returns its id and the token of the newest message to it. */
async function added(value: string, key = main()): Promise<{ id: string; token: string }> {
  const { id } = resource(await add(value, key));
  let token: string | undefined;
  await until('the message is sent', async () => {
    const mails = resources(await get(server, '/simulations/mailbox?limit=5', key));
    const mail = mails.find(({ relationships }) => relationships['resource']?.data?.id === id);
    token = /^([\w-]{32})$/m.exec(String(mail?.attributes['text']))?.[1];
    return token !== undefined;
  });
  return { id, token: String(token) };
}

async function verified(value: string, key = main()): Promise<string> {
  const { id, token } = await added(value, key);
  expect((await verify(id, token, key)).status).toBe(200);
  return id;
}

const wrongToken = [422, ['invalid_value'], ['/data/attributes/token']];
const notFound = [404, ['contact_not_found'], ['contactId']];
const conflict = [409, ['conflict'], [undefined]];
const pendingShape = contactShape('PENDING', { verifiedAt: null, expiresAt: seconds });

checkEndpoint(`POST ${path}`, () => server, {
  method: 'POST',
  alsoHas: ['GET'],
  path: () => path,
  scope: 'party.update',
  agents: 'refused',
  idempotency: 'accepted',
  status: 201,
  response: { data: pendingShape },
  body: () => ({ address: addressOf('office@example.com') }),
  otherBody: { address: addressOf('other@example.com') },
});

checkEndpoint(`GET ${path}`, () => server, {
  method: 'GET',
  alsoHas: ['POST'],
  path: () => path,
  scope: 'party.read',
  agents: 'allowed',
  idempotency: 'none',
  status: 200,
  response: listOf(contactShape(text, { verifiedAt: orNull(seconds), expiresAt: orNull(seconds) })),
});

checkList(`GET ${path}`, () => server, {
  path,
  defaultLimit: 50,
  more: async (count) => {
    for (let left = count; left > 0; left -= 1) await verified(newEmail());
  },
  otherFilters: `${path}?type=phone`,
  otherList: '/customers',
});

const knownToken = 'K'.repeat(32);
checkEndpoint(`POST ${path}/{contactId}/verify`, () => server, {
  method: 'POST',
  path: async () => {
    const close = "UPDATE contact_verifications SET status = 'CLOSED' WHERE status = 'PENDING'";
    await server.sql(close); // a party has few of them at a time
    const { id } = resource(await add(newEmail()));
    await server.sql('UPDATE contact_verifications SET token = $2 WHERE id = $1', [uuidOf(id), knownToken]);
    return `${path}/${id}/verify`;
  },
  scope: 'party.update',
  agents: 'refused',
  idempotency: 'accepted',
  status: 200,
  response: { data: contactShape('VERIFIED', { verifiedAt: seconds, expiresAt: null }) },
  body: () => ({ token: knownToken }),
  otherBody: { token: 'L'.repeat(32) },
});

checkEndpoint(`DELETE ${path}/{contactId}`, () => server, {
  method: 'DELETE',
  path: async () => `${path}/${resource(await add('removed@example.com')).id}`,
  scope: 'party.update',
  agents: 'refused',
  idempotency: 'accepted',
  status: 200,
  response: { data: pendingShape, meta: { deleted: true } },
  moves: true,
});

describe('an address', () => {
  it('leads to the party once the token that was sent to it comes back, and no sooner', async () => {
    for (const value of [newEmail(), newPhone()]) {
      const { customer } = server.parties;
      const { id, token } = await added(value, customer.apiKey);
      const reply = await verify(id, token, customer.apiKey);
      const shown = { address: addressOf(value), status: 'VERIFIED', expiresAt: null };
      expect(resource(reply)).toMatchObject({ id, attributes: shown });
      const paid = await post(server, '/payments', { amount: 1, counterparty: addressOf(value) });
      expect(resource(paid).relationships['recipient']?.data?.id ?? paid.text).toContain(customer.partyId);
      expect(refusal(await verify(id, token, customer.apiKey))).toEqual(notFound);
      const listed = resources(await get(server, `${path}?limit=100`, customer.apiKey));
      expect(listed.find((each) => each.id === id)).toEqual(resource(reply));
    }
  });

  it('needs the last token sent to it', async () => {
    const value = newEmail();
    const first = await added(value);
    const second = await added(value);
    expect([second.id, first.token === second.token]).toEqual([first.id, false]);
    for (const token of [first.token, 'A'.repeat(32), 'x'])
      expect(refusal(await verify(first.id, token))).toEqual(wrongToken);
    expect((await verify(second.id, second.token)).status).toBe(200);
  });

  it('that is another party’s is added like a free one, and never verified', async () => {
    const { customer, stranger } = server.parties;
    const [taken, free] = [await add(customer.email), await add(newEmail())];
    expect([taken.status, Object.keys(resource(taken).attributes)]).toEqual([
      free.status,
      Object.keys(resource(free).attributes),
    ]);
    const { id, token } = await added(customer.email, stranger.apiKey);
    expect(refusal(await verify(id, token, stranger.apiKey))).toEqual(conflict);
    expect((await payParty(server.baseUrl, server.parties.main, customer, 1)).status).toBe(201);
    expect(refusal(await add(customer.email, customer.apiKey))).toEqual(conflict);
  });

  it('for which money waits keeps leading to that money', async () => {
    const value = newEmail();
    const paid = resource(await post(server, '/payments', { amount: 1, counterparty: addressOf(value) }));
    const { id, token } = await added(value);
    expect(refusal(await verify(id, token))).toEqual(conflict);
    const later = resource(await get(server, `/payments/${paid.id}`));
    expect(later.attributes['status']).toBe('PENDING_CLAIM');
  });

  it('goes to one of two parties that verify it at the same time', async () => {
    const value = newEmail();
    const keys = [main(), server.parties.stranger.apiKey];
    const both = await Promise.all(keys.map((key) => added(value, key)));
    const replies = await Promise.all(
      both.map(({ id, token }, index) => verify(id, token, keys[index] ?? '')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('removing an address', () => {
  it('frees it, and shows the oldest address that is left', async () => {
    const { restrictedDelegate } = server.parties;
    const key = restrictedDelegate.apiKey;
    const id = await verified(newEmail(), key);
    const all = resources(await get(server, `${path}?type=email`, key));
    const first = all.find((each) => each.id !== id)?.id ?? '';
    expect((await remove(first, key)).status).toBe(200);
    const left = all.find((each) => each.id === id);
    const { email } = resource(await get(server, '/parties/me', key)).attributes;
    expect(left?.attributes['address']).toEqual({ type: 'email', value: email });
    expect(refusal(await remove(id, key))).toEqual(conflict);
    await verified(restrictedDelegate.email, key);
  });

  it('leaves a party of a phone without an e-mail address, and the last address stays', async () => {
    const phone = { type: 'phone', value: newPhone() };
    const token = await tokenOf(server, await inviteOne(server, phone));
    const accepted = await call(server.baseUrl, 'POST', `/invitations/${token}/accept`, {
      body: attributes({ name: 'Robin Reader', apiKeyName: 'First key' }),
    });
    const key = String(
      (JSON.parse(accepted.text) as { meta: { apiKey: Resource } }).meta.apiKey.attributes['apiKey'],
    );
    const shownEmail = async () => resource(await get(server, '/parties/me', key)).attributes['email'];
    expect(await shownEmail()).toBeNull();
    const [first] = resources(await get(server, path, key));
    expect(refusal(await remove(first?.id ?? '', key))).toEqual(conflict);
    const value = newEmail();
    const id = await verified(value, key);
    expect(await shownEmail()).toBe(value);
    expect((await remove(id, key)).status).toBe(200);
    expect(await shownEmail()).toBeNull();
  });

  it('leaves one when the last two are removed at the same time', async () => {
    const { delegate } = server.parties;
    const id = await verified(newEmail(), delegate.apiKey);
    const all = resources(await get(server, path, delegate.apiKey));
    const replies = await Promise.all(all.map((each) => remove(each.id, delegate.apiKey)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(all.map((each) => each.id)).toContain(id);
  });

  it('ends the token of a pending one, and looks like one that never was to everyone else', async () => {
    const { id, token } = await added(newEmail());
    const foreign = [await remove(id, server.parties.stranger.apiKey), await remove(`con_${'0'.repeat(32)}`)];
    expect((await remove(id)).status).toBe(200);
    const replies = [...foreign, await verify(id, token), await remove(id)];
    for (const reply of replies) expect(refusal(reply)).toEqual(notFound);
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
  });

  it('happens automatically when the token expires after a day', async () => {
    const { id, token } = await added(newEmail());
    await advance(server, 24 * 3600);
    expect(refusal(await verify(id, token))).toEqual(notFound);
    expect(resources(await get(server, `${path}?limit=100`)).map((each) => each.id)).not.toContain(id);
  });
});
