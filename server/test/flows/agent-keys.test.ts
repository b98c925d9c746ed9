import { describe, expect, it } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { newKey } from '../../src/lib/secret.ts';
import { checkList } from '../support/checklist-list.ts';
import { resources } from '../support/http.ts';
import { uuidOf } from './support.ts';
import { main, testServer } from '../support/server.ts';

const server = testServer();
const list = async (query = '') => resources(await server.get(`/agent-keys${query}`));

/** Adds keys of the main party's agent to the database, because no endpoint creates them yet. */
async function addKeys(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('agk'));
  for (const id of ids) {
    const { prefix, hash } = newKey('ak', 'sandbox');
    await server.sql`INSERT INTO agent_keys (id, party_id, agent_id, prefix, hash, created_at, created_by)
      VALUES (${id}, ${uuidOf(main.partyId)}, ${uuidOf(main.agentId)}, ${prefix}, ${hash}, now(),
      ${uuidOf(main.userId)})`;
  }
  return ids.map((id) => `agk_${id}`);
}

checkList('GET /agent-keys', server, {
  more: addKeys,
  otherList: '/customers',
});

describe('GET /agent-keys', () => {
  it('shows of a revoked key who revoked it and when', async () => {
    const [id = ''] = await addKeys(1);
    await server.sql`UPDATE agent_keys SET revoked_at = '2026-05-01T10:00:00.9Z', revoked_by =
      ${uuidOf(main.userId)} WHERE id = ${uuidOf(id)}`;
    await server.sql`INSERT INTO key_uses (key_id, last_used_at) VALUES (${uuidOf(id)}, '2026-04-01Z')`;
    for (const query of ['?limit=1', `?limit=1&agentId=${main.agentId}`]) {
      const [found] = await list(query);
      expect(found).toMatchObject({
        id,
        attributes: {
          status: 'REVOKED',
          lastUsedAt: '2026-04-01T00:00:00Z',
          revokedAt: '2026-05-01T10:00:00Z',
          revokedBy: main.userId,
          createdBy: main.userId,
        },
      });
    }
  });

  it('shows when a key was last used', async () => {
    await server.as(main.limitedAgentKey).get('/transactions');
    await expect
      .poll(async () => (await list(`?agentId=${main.limitedAgentId}`))[0]?.attributes['lastUsedAt'], {
        timeout: 10_000,
      })
      .toMatch(/^20/);
  });
});
