import { describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { giveToken } from '../support/contacts.ts';
import { refusal, resource, resources, withoutRequestId } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { main, customer, stranger, delegate, restrictedDelegate, testServer } from '../support/server.ts';
import { seconds } from '../support/shapes.ts';
import { contactShape } from '../support/shapes-parties.ts';
import { addressOf, contactCalls, newEmail, newPhone, path } from './contact-calls.ts';
import { payParty } from './support.ts';

const server = testServer();
const { add, verify, remove, added, verified, newPerson } = contactCalls(server);

const wrongToken = [422, ['invalid_value'], ['/data/attributes/token']];
const notFound = [404, ['contact_not_found'], ['contactId']];
const conflict = [409, ['conflict'], [undefined]];
const pendingShape = contactShape('PENDING', { verifiedAt: null, expiresAt: seconds });

checkEndpoint(`POST ${path}`, server, {
  alsoHas: ['GET'],
  path: async () => {
    await server.sql("UPDATE contact_verifications SET expires_at = expires_at - interval '1 minute'");
    return path; // the message before was a minute ago
  },
  scope: 'party.update',
  status: 201,
  response: { data: pendingShape },
  body: () => ({ address: addressOf('office@example.com') }),
  otherBody: { address: addressOf('other@example.com') },
});

/** Closes all pending addresses, of which a party has few at a time. */
async function closePending(): Promise<void> {
  await server.sql("UPDATE contact_verifications SET status = 'CLOSED' WHERE status = 'PENDING'");
}

const knownToken = 'K'.repeat(32);

checkEndpoint(`POST ${path}/{contactId}/verify`, server, {
  path: async () => {
    await closePending();
    const { id } = resource(await add(newEmail()));
    await giveToken(server, id, knownToken);
    return `${path}/${id}/verify`;
  },
  scope: 'party.update',
  response: {
    data: contactShape('VERIFIED', { verifiedAt: seconds, expiresAt: null }),
    meta: { received: { payments: [], totals: [] } },
  },
  body: () => ({ token: knownToken }),
  otherBody: { token: 'L'.repeat(32) },
});

checkEndpoint(`DELETE ${path}/{contactId}`, server, {
  path: async () => {
    await closePending();
    return `${path}/${resource(await add(newEmail())).id}`;
  },
  scope: 'party.update',
  response: { data: pendingShape, meta: { deleted: true } },
  moves: true,
});

describe('an address', () => {
  it('leads to the party once the token that was sent to it comes back, and no sooner', async () => {
    for (const value of [newEmail(), newPhone()]) {
      const { id, token } = await added(value, customer.apiKey);
      const reply = await verify(id, token, customer.apiKey);
      const shown = { address: addressOf(value), status: 'VERIFIED', expiresAt: null };
      expect(resource(reply)).toMatchObject({ id, attributes: shown });
      const paid = await server.post('/payments', { amount: 1, counterparty: addressOf(value) });
      expect(resource(paid).relationships['recipient']?.data?.id).toBe(customer.partyId);
      expect(refusal(await verify(id, token, customer.apiKey))).toEqual(notFound);
      const listed = resources(await server.as(customer).get(`${path}?limit=100`));
      expect(listed.find((each) => each.id === id)).toEqual(resource(reply));
    }
  });

  it('needs the last token sent to it', async () => {
    const value = newEmail();
    const first = await added(value);
    await advance(server, 60);
    const second = await added(value);
    expect([second.id, first.token === second.token]).toEqual([first.id, false]);
    for (const token of [first.token, 'A'.repeat(32), 'x'])
      expect(refusal(await verify(first.id, token))).toEqual(wrongToken);
    expect((await verify(second.id, second.token)).status).toBe(200);
  });

  it('that is another party’s is added like a free one, and never verified', async () => {
    const [taken, free] = [await add(customer.email), await add(newEmail())];
    expect([taken.status, Object.keys(resource(taken).attributes)]).toEqual([
      free.status,
      Object.keys(resource(free).attributes),
    ]);
    const { id, token } = await added(customer.email, stranger.apiKey);
    expect(refusal(await verify(id, token, stranger.apiKey))).toEqual(conflict);
    expect((await payParty(server.baseUrl, main, customer, 1)).status).toBe(201);
    expect(refusal(await add(customer.email, customer.apiKey))).toEqual(conflict);
  });

  it('goes to one of two parties that verify it at the same time', async () => {
    const value = newEmail();
    const keys = [main.apiKey, stranger.apiKey];
    const both = await Promise.all(keys.map((key) => added(value, key)));
    const replies = await Promise.all(
      both.map(({ id, token }, index) => verify(id, token, keys[index] ?? '')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });
});

describe('removing an address', () => {
  it('frees it, and shows the oldest address that is left', async () => {
    const key = restrictedDelegate.apiKey;
    const id = await verified(newEmail(), key);
    const all = resources(await server.as(key).get(`${path}?type=email`));
    const first = all.find((each) => each.id !== id)?.id ?? '';
    expect((await remove(first, key)).status).toBe(200);
    const left = all.find((each) => each.id === id);
    const { email } = resource(await server.as(key).get('/parties/me')).attributes;
    expect(left?.attributes['address']).toEqual({ type: 'email', value: email });
    expect(refusal(await remove(id, key))).toEqual(conflict);
    await verified(restrictedDelegate.email, key);
  });

  it('is in the audit log with the id of the address, also of one that the party was created with', async () => {
    const key = await newPerson();
    await verified(newEmail(), key);
    const first = resources(await server.as(key).get(`${path}?type=phone`))[0]?.id ?? '';
    expect((await remove(first, key)).status).toBe(200);
    const [line] = resources(await server.as(key).get(`/audit-log?targetId=${first}`));
    expect(line?.attributes).toMatchObject({ action: `DELETE ${path}/${first}`, targetId: first });
  });

  it('can leave a party that has a phone without an e-mail address, but not without any address', async () => {
    const key = await newPerson();
    const shownEmail = async () => resource(await server.as(key).get('/parties/me')).attributes['email'];
    expect(await shownEmail()).toBeNull();
    const [first] = resources(await server.as(key).get(path));
    expect(refusal(await remove(first?.id ?? '', key))).toEqual(conflict);
    const value = newEmail();
    const id = await verified(value, key);
    expect(await shownEmail()).toBe(value);
    expect((await remove(id, key)).status).toBe(200);
    expect(await shownEmail()).toBeNull();
  });

  it('leaves one when the last two are removed at the same time', async () => {
    const id = await verified(newEmail(), delegate.apiKey);
    const all = resources(await server.as(delegate).get(path));
    const replies = await Promise.all(all.map((each) => remove(each.id, delegate.apiKey)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(all.map((each) => each.id)).toContain(id);
    expect(resources(await server.as(delegate).get(path)).length).toBe(1);
  });

  it('ends the token of a pending address, and gets the same 404 for another party’s as for an unknown one', async () => {
    const { id, token } = await added(newEmail());
    const foreign = [await remove(id, stranger.apiKey), await remove(`con_${'0'.repeat(32)}`)];
    expect((await remove(id)).status).toBe(200);
    const replies = [...foreign, await verify(id, token), await remove(id)];
    for (const reply of replies) expect(refusal(reply)).toEqual(notFound);
    expect(new Set(replies.map(withoutRequestId)).size).toBe(1);
  });

  it('happens automatically when the token expires after a day', async () => {
    const { id, token } = await added(newEmail());
    await advance(server, 24 * 3600);
    expect(refusal(await verify(id, token))).toEqual(notFound);
    expect(resources(await server.get(`${path}?limit=100`)).map((each) => each.id)).not.toContain(id);
  });
});
