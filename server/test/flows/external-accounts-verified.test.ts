import { beforeEach, describe, expect, it } from 'vitest';
import {
  amountsOf,
  link,
  linked,
  newAccount,
  verify,
  verifyAll,
  wrongAmounts,
} from '../support/external-accounts.ts';
import { codes, resource } from '../support/http.ts';
import { uuidOf } from './support.ts';
import { withdraw } from '../support/moves.ts';
import { main, serveOn, testServer, secondServer } from '../support/server.ts';

const server = testServer();
const second = secondServer(server);
beforeEach(() => verifyAll(server));

/** Returns the server that sends the request with this number: each sends half of them. */
const on = (index: number) => (index % 2 ? second : server);
const eventsOf = async (id: string) => {
  const events = await server.sql<{ from: string | null; to: string }>`SELECT from_status AS "from", to_status
    AS "to" FROM events WHERE resource = 'externalAccount' AND resource_id = ${uuidOf(id)} ORDER BY id`;
  return events.map(({ from, to }) => `${from ?? 'none'} to ${to}`).toSorted();
};
const linesOf = (id: string) =>
  server.sql`SELECT decision, reason FROM audit_log WHERE target_id = ${uuidOf(id)} ORDER BY id`;
const accepted = { decision: 'accepted', reason: null };
const refused = { decision: 'refused', reason: 'invalid_value' };

describe('wrong amounts', () => {
  it('sent 40 times at once, on two servers, count five times, and the right ones come too late', async () => {
    const id = await linked(server);
    const right = await amountsOf(server, id);
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) => verify(on(index), id, wrongAmounts(index + 1))),
    );
    expect(replies.filter(({ status }) => status === 422).length).toBe(5);
    const left = replies.flatMap(({ text }) => /Attempts left: (\d)|(are left)/.exec(text)?.[0] ?? []);
    expect(new Set(left).size).toBe(5);
    expect(codes(await verify(server, id, right))).toEqual(['external_account_not_usable']);
    expect(await eventsOf(id)).toEqual(['none to pending', 'pending to disabled']);
    expect(await linesOf(id)).toEqual([accepted, ...Array.from({ length: 5 }, () => refused)]);
    expect(codes(await withdraw(server, { externalAccountId: id }))).toEqual(['external_account_not_usable']);
  });

  it('sent 20 times at once under one idempotency key, on two servers, count once', async () => {
    const id = await linked(server);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        verify(on(index), id, wrongAmounts(1), main.apiKey, 'one key'),
      ),
    );
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(replies[0]?.text).toContain('Attempts left: 4.');
    expect(await linesOf(id)).toEqual([accepted, refused]);
  });
});

describe('the right amounts', () => {
  it('sent 20 times at once, on two servers, make the account active once', async () => {
    const id = await linked(server);
    const amounts = await amountsOf(server, id);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => verify(on(index), id, amounts)),
    );
    expect(replies.filter(({ status }) => status === 200).length).toBe(1);
    expect(await eventsOf(id)).toEqual(['none to pending', 'pending to active']);
  });

  it('never make an account active that is removed at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await linked(server);
      const amounts = await amountsOf(server, id);
      await Promise.all([verify(on(0), id, amounts), second.delete(`/external-accounts/${id}`)]);
      const { attributes } = resource(await server.get(`/external-accounts/${id}`));
      expect(attributes['status']).toBe('disabled');
    }
  });
});

describe('a link', () => {
  it('sent 20 times at once, on two servers, links one account', async () => {
    const account = newAccount();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => link(on(index), account)));
    expect(replies.filter(({ status }) => status === 201).length).toBe(1);
    expect(codes(await link(server, account))).toEqual(['already_exists']);
  });

  it('of 30 different accounts at once, on two servers, leaves 20 pending', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, index) => link(on(index))));
    let next = await link(server); // a busy machine may have refused some
    while (next.status === 201) next = await link(server);
    expect(codes(next)).toEqual(['conflict']);
    const pending = await server.sql("SELECT id FROM external_accounts WHERE status = 'pending'");
    expect(pending.length).toBe(20);
  });
});

describe('a server that sends no micro-deposits', () => {
  it('neither verifies an account nor counts attempts', async () => {
    await server.sql('ALTER TABLE installation DISABLE TRIGGER USER');
    await server.sql("UPDATE installation SET environment = 'prod', clock_offset_ms = 0");
    const secret = 'k1:0123456789abcdef0123456789abcdef';
    const there = await serveOn(server.connection, { PURSER_ENVIRONMENT: 'prod', PURSER_SECRET: secret });
    const id = await linked(there);
    for (let attempt = 1; attempt < 8; attempt += 1)
      expect(codes(await verify(there, id, wrongAmounts(attempt)))).toEqual(['conflict']);
    const simulated = await fetch(`${there.baseUrl}/simulations/external-accounts/${id}/micro-deposits`, {
      headers: { Authorization: `Bearer ${main.apiKey}` },
    });
    expect(simulated.status).toBe(404);
    const { attributes } = resource(await there.get(`/external-accounts/${id}`));
    expect(attributes['status']).toBe('pending');
    await there.close();
  });
});
