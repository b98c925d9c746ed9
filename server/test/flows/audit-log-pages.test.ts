import { expect, it } from 'vitest';
import { pagination, type Resource, resources } from '../support/http.ts';
import { uuidOf } from './support.ts';
import { main, stranger, testServer } from '../support/server.ts';

const server = testServer();

it('GET /audit-log reaches the end of the log in short pages if few of many lines match', async () => {
  await server.sql`INSERT INTO audit_lines (id, at, party_id, user_id, key_prefix, action, decision)
    SELECT lpad(to_hex(n), 32, '0')::uuid, now(), ${uuidOf(main.partyId)}, ${uuidOf(main.userId)}, 'sk_of_old',
    'POST /old', 'accepted' FROM generate_series(1, 12000) n`;
  await server.sql`INSERT INTO audit_lines (id, at, party_id, user_id, key_prefix, action, decision)
    VALUES (lpad('0', 32, '0')::uuid, now(), ${uuidOf(main.partyId)}, ${uuidOf(main.userId)}, 'sk_of_old',
    'POST /oldest', 'refused')`;
  const found: Resource[] = [];
  let cursor = '';
  let pages = 0;
  for (;;) {
    const reply = await server.get(`/audit-log?decision=refused&limit=100${cursor && `&cursor=${cursor}`}`);
    found.push(...resources(reply));
    pages += 1;
    const { nextCursor } = pagination(reply);
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  expect(pages).toBeGreaterThan(2);
  expect(found.at(-1)?.attributes['action']).toBe('POST /oldest');
});

it.each(['agentId', 'targetId'])(
  'GET /audit-log shows nothing of many lines of another party by its %s, not even where they end',
  async (filter) => {
    await server.sql(
      `INSERT INTO audit_lines (id, at, party_id, user_id, key_prefix, agent_id, target_id, action, decision)
       SELECT gen_random_uuid(), now(), $1, $2, 'sk_of_other', $3, $3, 'POST /other', 'accepted'
       FROM generate_series(1, 2500) n`,
      uuidOf(stranger.partyId),
      uuidOf(stranger.userId),
      uuidOf(stranger.agentId),
    );
    const reply = await server.get(`/audit-log?${filter}=${stranger.agentId}`);
    expect([resources(reply), pagination(reply)]).toEqual([[], { hasMore: false, nextCursor: null }]);
  },
);
