import { beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../src/db/sql.ts';
import { listEventsAfter, listEventsBefore, partiesWithNews } from '../../src/history/events/queries.ts';
import type { Id } from '../../src/lib/id.ts';
import { listDeliveriesBefore } from '../../src/history/webhooks/attempts/queries.ts';
import { listDueRetries, waitingResources } from '../../src/history/webhooks/delivery/queries.ts';
import { testServer } from '../support/server.ts';
import { withSession } from '../flows/support.ts';
import { insertPayments, planOf, somePartyId } from './plans.ts';

const server = testServer();
beforeAll(async () => {
  await insertPayments(server);
  await server.sql(`INSERT INTO event_parties (party_id, id, kind, resource_id, created_at, agent_id)
    SELECT md5((n % 5)::text)::uuid, lpad(to_hex(2 * n), 32, '0')::uuid, 'agent/created//', md5(n::text)::uuid, now(),
      CASE WHEN n % 3 = 0 THEN md5((n % 7)::text)::uuid END
    FROM generate_series(1, 50000) n`);
  await server.sql(`INSERT INTO event_lines (resource, resource_id, to_status, created_at)
    SELECT 'agent', md5(n::text)::uuid, 'created', now() FROM generate_series(1, 5000) n`);
  await server.sql(`INSERT INTO webhook_retries (webhook_id, event_id, resource_id, due_at)
    SELECT md5((n % 5)::text)::uuid, lpad(to_hex(n), 32, '0')::uuid, md5((n / 10)::text)::uuid,
      CASE WHEN n % 10 = 0 THEN now() END FROM generate_series(1, 50000) n`);
  await server.sql(`INSERT INTO webhook_deliveries (id, webhook_id, event_id, event_type, attempt, status, url, sent_at,
      duration_ms, created_at)
    SELECT lpad(to_hex(n), 32, '0')::uuid, md5((n % 5)::text)::uuid, md5((n / 10)::text)::uuid, 'payment.completed', 1,
      'DELIVERED', 'https://receiver.example.net/', now(), 1, now() FROM generate_series(1, 50000) n`);
  await server.sql('ANALYZE event_lines, event_parties, webhook_retries, webhook_deliveries');
});
const partyId = somePartyId as Id<'pty'>;
const own = somePartyId as Id<'agt'>;
const webhookId = somePartyId as Id<'whk'>;
const [after, to] = ['0'.repeat(32), 'f'.repeat(32)] as const;
const newest = {
  partyId,
  kinds: ['payment//PROCESSING/', 'payment/PROCESSING/COMPLETED/', 'agent/created//'],
  before: to,
  lowest: after,
  count: 51,
};

/** Returns how many events each part of a party's events has, and the ids of all of them. */
const walk = async (id: string, count: number): Promise<{ parts: number[]; ids: string[] }> =>
  withSession(server.connection, async (db) => {
    const parts: number[] = [];
    const ids: string[] = [];
    let position = after;
    for (let isLast = false; !isLast;) {
      const part = await listEventsAfter(db, {
        partyId: id as Id<'pty'>,
        own: null,
        after: position,
        to,
        count,
      });
      parts.push(part.found.length);
      ids.push(...part.found.map((event) => event.id));
      ({ readTo: position, isLast } = part);
    }
    return { parts, ids };
  });

it('many payments that are no events are read in parts, and all events among them, two of each payment, are found in order', async () => {
  // Of 3 000 ids, in turn: a payment to be claimed, one that completed at once (paid, then received), a stored event.
  await server.sql(`INSERT INTO payments (id, status, amount, currency, payer_party_id, payee_party_id,
      initiator_party_id, credential_id, user_id, request_id, accepted_at, created_at, updated_at)
    SELECT lpad(to_hex(2000000 + 2 * n), 32, '0')::uuid, 'COMPLETED', 1, 'USD', md5(CASE WHEN n % 6 = 4 THEN 'x' ELSE 'm' END)::uuid,
      md5(CASE WHEN n % 6 = 4 THEN 'm' ELSE 'x' END)::uuid, md5('m')::uuid, md5('key')::uuid, md5('user')::uuid,
      md5('request')::uuid, CASE WHEN n % 3 = 1 THEN now() END, now(), now()
    FROM generate_series(1, 3000) n WHERE n % 3 < 2`);
  await server.sql(`INSERT INTO movements (transaction_id, step, kind, source_wallet_id, source_place,
      destination_wallet_id, destination_place, amount, currency, created_at)
    SELECT id, 1, 'payment', md5('a')::uuid, 'available', md5('b')::uuid, 'available', 1, 'USD', now()
    FROM payments WHERE initiator_party_id = md5('m')::uuid AND accepted_at IS NOT NULL`);
  await server.sql(`INSERT INTO event_parties (party_id, id, kind, resource_id, created_at)
    SELECT md5('m')::uuid, lpad(to_hex(2000000 + 2 * n), 32, '0')::uuid, 'agent/created//', md5('agent')::uuid, now()
    FROM generate_series(1, 3000) n WHERE n % 300 = 2`);
  const [{ id } = { id: '' }] = await server.sql<{ id: string }>(`SELECT md5('m') AS id`);
  const all = await walk(id, 5_000);
  expect([all.parts, all.ids]).toEqual([[2_010], all.ids.toSorted()]);
  for (const count of [1, 2, 7]) expect((await walk(id, count)).ids).toEqual(all.ids);
  const inParts = await walk(id, 100);
  expect(inParts.ids).toEqual(all.ids);
  expect(inParts.parts.length).toBeGreaterThanOrEqual(15); // of the 1 500 payments that it made
});

it.each<[string, (db: Queryable) => Promise<unknown>]>([
  ['who has events that waits for them', (db) => partiesWithNews(db, [{ partyId, after }], to)],
  ['what follows on an event', (db) => listEventsAfter(db, { partyId, own: null, after, to, count: 100 })],
  ['what follows for one agent', (db) => listEventsAfter(db, { partyId, own, after, to, count: 100 })],
  ['what one agent made', (db) => listEventsBefore(db, { ...newest, own })],
  ['what a webhook gets again', (db) => listDueRetries(db, { id: webhookId, now: new Date(), count: 24 })],
  [
    'the attempts to deliver an event',
    (db) => listDeliveriesBefore(db, { webhookId, eventId: somePartyId as Id<'evt'>, before: to, count: 50 }),
  ],
  ['what a webhook waits with', (db) => waitingResources(db, webhookId, [somePartyId])],
])('%s is found without reading the events of others', async (_what, send) => {
  expect(await planOf(server, send)).not.toContain('Seq Scan on');
});
