import { describe, expect, it } from 'vitest';
import { errors, refusal, resource, resources } from '../support/http.ts';
import { advance } from '../support/moves.ts';
import { stranger, delegate, testServer } from '../support/server.ts';
import { contactCalls, newEmail, path } from './contact-calls.ts';
import { uuidOf } from './support.ts';

const server = testServer();
const { add, verify, remove, added, verified } = contactCalls(server);
const limited = [429, ['rate_limited'], [undefined]];
const conflict = [409, ['conflict'], [undefined]];

async function messagesTo(value: string): Promise<number> {
  const [found] = await server.sql<{ count: number }>`SELECT count(*)::integer AS count FROM mails
    WHERE recipient = ${value}`;
  return found?.count ?? 0;
}

describe('an address that is added again', () => {
  it('gets one message a minute, and the refusal says when the next may go', async () => {
    const value = newEmail();
    const { id } = resource(await add(value));
    const again = await Promise.all([add(value), add(value)]);
    for (const reply of again) {
      expect(refusal(reply)).toEqual(limited);
      expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(50);
      expect(errors(reply)[0]?.detail).not.toContain(value);
    }
    expect(await messagesTo(value)).toBe(1);
    await advance(server, 60);
    expect(resource(await add(value)).id).toBe(id);
    expect(await messagesTo(value)).toBe(2);
  });

  it('gets no other message within the minute after it was removed, pending or verified', async () => {
    const [pending, whole] = [newEmail(), newEmail()];
    expect((await remove(resource(await add(pending)).id)).status).toBe(200);
    expect((await remove(await verified(whole))).status).toBe(200);
    for (const value of [pending, whole]) {
      expect(refusal(await add(value))).toEqual(limited);
      expect(await messagesTo(value)).toBe(1);
    }
  });

  it('is not refused because another party adds it', async () => {
    const value = newEmail();
    const replies = [await add(value), await add(value, stranger.apiKey)];
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  });
});

describe('a party', () => {
  it('has at most 50 verified addresses, also if it verifies several at once', async () => {
    const key = delegate.apiKey;
    const waiting = [await added(newEmail(), key), await added(newEmail(), key)];
    await server.sql(
      `INSERT INTO contacts (kind, value, party_id, verified_at, created_at)
       SELECT 'email', gen_random_uuid() || '@example.com', $1, now(), now()
       FROM generate_series(1, 49 - (SELECT count(*)::integer FROM contacts WHERE party_id = $1))`,
      uuidOf(delegate.partyId),
    );
    const replies = await Promise.all(waiting.map(({ id, token }) => verify(id, token, key)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(refusal(await add(newEmail(), key))).toEqual(conflict);
    const [first] = resources(await server.as(key).get(`${path}?limit=1`));
    await remove(first?.id ?? '', key);
    expect((await add(newEmail(), key)).status).toBe(201);
  });
});

describe('an address that waits for its token', () => {
  it('is expired in the table after a day, and not before', async () => {
    const { id } = await added(newEmail());
    const status = async () =>
      (
        await server.sql<{ status: string }>`SELECT status FROM contact_verifications
          WHERE id = ${uuidOf(id)}`
      )[0]?.status;
    await advance(server, 23 * 3600);
    expect(await status()).toBe('PENDING');
    await advance(server, 3600);
    expect(await status()).toBe('EXPIRED');
  });
});
