import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { uuidOf } from './support.ts';
import { main, stranger, testServer, secondServer } from '../support/server.ts';
import { type ApiClient } from '../support/client.ts';

const server = testServer();
const second = secondServer(server);
const remove = (id: string, at: ApiClient = server, headers = {}) =>
  at.delete(`/external-accounts/eac_${id}`, headers);

/** Adds an external account of the main party to the database. */
async function link(status: 'pending' | 'active'): Promise<string> {
  const id = randomUUID().replaceAll('-', '');
  await server.sql`INSERT INTO external_accounts (id, party_id, bank_name, account_name, account_type,
    last_four, status, created_at, created_by)
    VALUES (${id}, ${uuidOf(main.partyId)}, 'First Bank', 'Savings of Main Street', 'savings', '4711',
    ${status}, now(), ${uuidOf(main.userId)})`;
  return id;
}
const rowOf = async (id: string) => (await server.sql`SELECT * FROM external_accounts WHERE id = ${id}`)[0];
const eventsOf = (id: string) =>
  server.sql`SELECT resource, from_status, to_status FROM events WHERE resource_id = ${id}`;

const masks = () =>
  server.sql`SELECT external_account_mask FROM transfers
    WHERE external_account_id = ${uuidOf(main.externalAccountId)}`;

describe('the removal of an external account', () => {
  it('disables it from any status, and deletes its data from the database', async () => {
    for (const status of ['pending', 'active'] as const) {
      const id = await link(status);
      expect((await remove(id)).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({
        status: 'disabled',
        bank_name: null,
        account_name: null,
        account_type: null,
        last_four: '',
      });
      const event = { resource: 'externalAccount', from_status: status, to_status: 'disabled' };
      expect(await eventsOf(id)).toEqual([event]);
    }
  });

  it('twenty times concurrently, on two servers, happens once, with identical responses', async () => {
    const id = await link('active');
    const both = [server, second];
    const replies = await Promise.all(Array.from({ length: 20 }, (_, index) => remove(id, both[index % 2])));
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect((await eventsOf(id)).length).toBe(1);
  });

  it('keeps what its transfers show of it', async () => {
    const before = await masks();
    expect(before.length).toBeGreaterThan(0);
    await remove(uuidOf(main.externalAccountId));
    expect(await masks()).toEqual(before);
  });

  it('is recorded in the audit log each time, and so is a refusal', async () => {
    const id = await link('active');
    await remove(id);
    await remove(id);
    const foreign = uuidOf(stranger.externalAccountId);
    await remove(foreign);
    const lines = await server.sql`SELECT decision, reason FROM audit_log WHERE target_id = ${id}
      OR action = 'DELETE /external-accounts/eac_' || ${foreign} ORDER BY id`;
    expect(lines).toEqual([
      { decision: 'accepted', reason: null },
      { decision: 'accepted', reason: null },
      { decision: 'refused', reason: 'external_account_not_found' },
    ]);
    expect(await rowOf(foreign)).toMatchObject({ status: 'active', last_four: '6789' });
  });
});
