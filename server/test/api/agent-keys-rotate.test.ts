import { describe, expect, it } from 'vitest';
import { newAgent } from '../support/agents.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resource, resources } from '../support/http.ts';
import { advance, clockNow } from '../support/moves.ts';
import { testServer } from '../support/server.ts';
import { agentKeyWith, newSecret } from '../support/shapes-customers.ts';
import { orNull, seconds } from '../support/shapes.ts';

const server = testServer();
const list = (query: string) => server.get(`/agent-keys${query}`);
const reads = async (key: string): Promise<number> => (await server.as(key).get('/transactions')).status;
const remove = (id: string) => server.delete(`/agent-keys/${id}`);
const rotate = (id: string, values: object | null = null) => server.post(`/agent-keys/${id}/rotate`, values);

checkEndpoint('POST /agent-keys/{agentKeyId}/rotate', server, {
  action: true,
  path: async () => `/agent-keys/${(await newAgent(server)).keyId}/rotate`,
  scope: 'agents.update',
  response: { data: agentKeyWith({ ...newSecret, previousKeyExpiresAt: orNull(seconds) }) },
  secret: 'agentKey',
});

describe('POST /agent-keys/{agentKeyId}/rotate', () => {
  it('replaces the key at once unless an overlap is requested', async () => {
    const { key, keyId, id } = await newAgent(server);
    const replaced = resource(await rotate(keyId));
    expect(replaced.attributes).toMatchObject({ status: 'ACTIVE', previousKeyExpiresAt: null });
    expect(replaced.relationships['agent']?.data?.id).toBe(id);
    expect([await reads(key), await reads(String(replaced.attributes['agentKey']))]).toEqual([401, 200]);
  });

  it('lets both keys work until the overlap is over, and then only the new one', async () => {
    const { id, key, keyId } = await newAgent(server);
    const rotated = resource(await rotate(keyId, { expiresInSeconds: 60 })).attributes;
    const next = String(rotated['agentKey']);
    expect([await reads(key), await reads(next)]).toEqual([200, 200]);
    const previous = async () =>
      resources(await list(`?agentId=${id}`)).find((each) => each.id === keyId)?.attributes;
    expect(await previous()).toMatchObject({
      status: 'ACTIVE',
      expiresAt: rotated['previousKeyExpiresAt'],
      revokedAt: null,
    });
    await advance(server, 61);
    expect([await reads(key), await reads(next)]).toEqual([401, 200]);
    expect(await previous()).toMatchObject({ status: 'EXPIRED', revokedAt: null });
    for (const [status, ids] of [
      ['EXPIRED', [keyId]],
      ['REVOKED', []],
    ] as const)
      expect(resources(await list(`?agentId=${id}&status=${status}`)).map((each) => each.id)).toEqual(ids);
  });

  it('keeps the time of expiry, which no overlap outlives', async () => {
    const { id: agentId } = await newAgent(server);
    const end = new Date((await clockNow(server)).getTime() + 100_000);
    const expected = `${end.toISOString().slice(0, 19)}Z`;
    const values = { agentId, expiresAt: end.toISOString() };
    for (const [expiresInSeconds, until] of [
      [3600, expected],
      [0, null],
    ]) {
      const made = resource(await server.post('/agent-keys', values));
      const rotated = resource(await rotate(made.id, { expiresInSeconds })).attributes;
      expect([rotated['expiresAt'], rotated['previousKeyExpiresAt']]).toEqual([expected, until]);
      const [next, previous] = resources(await list(`?agentId=${agentId}`));
      expect([next?.attributes['rotatedAt'], previous?.attributes['rotatedAt']]).toEqual([
        null,
        rotated['createdAt'],
      ]);
    }
    await advance(server, 101);
    const left = resources(await list(`?agentId=${agentId}&status=ACTIVE`));
    expect(left.map(({ attributes }) => attributes['expiresAt'])).toEqual([null]);
  });

  it('rotates a key only once, and only an active one', async () => {
    const overlapping = await newAgent(server);
    await rotate(overlapping.keyId, { expiresInSeconds: 86_400 });
    const revoked = await newAgent(server);
    await remove(revoked.keyId);
    for (const { keyId } of [overlapping, revoked]) {
      const reply = await rotate(keyId, { expiresInSeconds: 0 });
      expect(refusal(reply)).toEqual([409, ['conflict'], [undefined]]);
    }
    expect(await reads(overlapping.key)).toBe(200);
  });

  it.each([-1, 86_401, 1.5, '60', null])('refuses an overlap of %s', async (expiresInSeconds) => {
    const reply = await rotate((await newAgent(server)).keyId, { expiresInSeconds });
    expect(refusal(reply)).toEqual([422, ['invalid_value'], ['/data/attributes/expiresInSeconds']]);
  });
});
