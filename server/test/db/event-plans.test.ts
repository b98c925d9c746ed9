import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Queryable } from '../../src/db/sql.ts';
import { listEventsAfter, partiesWithNews } from '../../src/events/queries.ts';
import type { Id } from '../../src/lib/id.ts';
import { listDueRetries, waitingResources } from '../../src/webhooks/delivery/queries.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { insertPayments, planOf, somePartyId } from './plans.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await insertPayments(server);
  await server.sql(`INSERT INTO event_parties (party_id, id, kind, resource_id, created_at)
    SELECT md5((n % 5)::text)::uuid, lpad(to_hex(n), 32, '0')::uuid, 'agent/created//', md5(n::text)::uuid, now()
    FROM generate_series(1, 50000) n`);
  await server.sql(`INSERT INTO webhook_retries (webhook_id, event_id, resource_id, due_at)
    SELECT md5((n % 5)::text)::uuid, lpad(to_hex(n), 32, '0')::uuid, md5((n / 10)::text)::uuid,
      CASE WHEN n % 10 = 0 THEN now() END FROM generate_series(1, 50000) n`);
  await server.sql('ANALYZE event_parties, webhook_retries');
});
afterAll(() => server.close());

const partyId = somePartyId as Id<'pty'>;
const webhookId = somePartyId as Id<'whk'>;
const [after, to] = ['0'.repeat(32), 'f'.repeat(32)];

it.each<[string, (db: Queryable) => Promise<unknown>]>([
  ['who has events that waits for them', (db) => partiesWithNews(db, [{ partyId, after }], to)],
  ['what follows on an event', (db) => listEventsAfter(db, partyId, { after, to, count: 100 })],
  ['what a webhook gets again', (db) => listDueRetries(db, webhookId, new Date(), 24)],
  ['what a webhook waits with', (db) => waitingResources(db, webhookId, [somePartyId])],
])('%s is found without reading the events of others', async (_what, send) => {
  expect(await planOf(server, send)).not.toContain('Seq Scan on');
});
