import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import type { RequestHeaders } from '../support/client.ts';
import { checkEndpoint } from '../support/checklist.ts';
import { call, refusal, resource, withoutRequestId, type Reply } from '../support/http.ts';
import { main, stranger, testServer } from '../support/server.ts';
import { agentShape } from '../support/shapes-customers.ts';

const server = testServer();
const good = { name: 'Purchasing agent', description: 'Buys books at auctions' };

// The tests change an agent of a party that rarely pays, because other tests may share the server.
const change = (values: object, request: { id?: string; key?: string; headers?: RequestHeaders } = {}) =>
  server
    .as(request.key ?? stranger.apiKey)
    .patch(`/agents/${request.id ?? stranger.agentId}`, values, request.headers);
const shown = (reply: Reply): Record<string, unknown> => resource(reply).attributes;
afterAll(() => change({ name: 'Stranger agent', description: null, limits: null }));

checkEndpoint('PATCH /agents/{agentId}', server, {
  alsoHas: ['DELETE'],
  path: () => `/agents/${main.agentId}`,
  scope: 'agents.update',
  idempotency: 'required',
  response: { data: agentShape },
  body: () => good,
});

const send = (id: string) =>
  call(server.baseUrl, 'PATCH', `/agents/${stranger.agentId}`, {
    key: stranger.apiKey,
    body: { data: { type: 'agent', id, attributes: {} } },
    headers: { 'Idempotency-Key': randomUUID() },
  });

describe('PATCH /agents/{agentId}', () => {
  it('changes the attributes that are sent and keeps the others', async () => {
    const before = shown(await change({ name: 'Stranger agent', description: null, limits: null }));
    const renamed = await change({ name: 'Front desk' });
    expect(renamed.status).toBe(200);
    expect(resource(renamed).relationships).toEqual({
      party: { data: { type: 'party', id: stranger.partyId } },
    });
    const { updatedAt, ...rest } = shown(renamed);
    expect(rest).toEqual({
      name: 'Front desk',
      description: null,
      status: 'ACTIVE',
      limits: null,
      rules: null,
      walletIds: null,
      reads: 'party',
      tags: {},
      createdAt: before['createdAt'],
      createdBy: stranger.userId,
      updatedBy: stranger.userId,
    });
    expect(String(updatedAt) >= String(before['createdAt'])).toBe(true);
    const described = shown(await change({ description: 'Receives guests' }));
    expect(described).toMatchObject({ name: 'Front desk', description: 'Receives guests', limits: null });
    expect(shown(await change({ description: null }))).toMatchObject({
      name: 'Front desk',
      description: null,
    });
  });

  it('changes the limits that it names, and keeps the others; null removes one, or all', async () => {
    const cases: Array<[unknown, unknown]> = [
      [{ perTransaction: 1 }, { perTransaction: 1 }],
      [
        { perTransaction: 100, perDay: 200, perMonth: Number.MAX_SAFE_INTEGER },
        { perTransaction: 100, perDay: 200, perMonth: Number.MAX_SAFE_INTEGER },
      ],
      [
        { perDay: 5, perMonth: null },
        { perTransaction: 100, perDay: 5 },
      ],
      [
        { perTransaction: null, perMonth: 7 },
        { perDay: 5, perMonth: 7 },
      ],
      [{}, { perDay: 5, perMonth: 7 }],
      [{ perTransaction: 9 }, { perTransaction: 9, perDay: 5, perMonth: 7 }],
      [null, null],
      [{}, null],
    ];
    for (const [limits, expected] of cases) {
      const reply = await change({ limits });
      expect([limits, reply.status, shown(reply)['limits']]).toEqual([limits, 200, expected]);
      expect(shown(await change({}))['limits']).toEqual(expected);
    }
  });

  it('changes nothing when no attributes are sent', async () => {
    const first = await change({ name: 'Stranger agent' });
    for (const again of [await change({}), await change({})]) {
      expect([again.status, again.text]).toEqual([200, first.text]);
    }
  });

  it('replays the first response to a retry, even after later changes', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await change({ name: 'First' }, { headers });
    await change({ name: 'Second' });
    const again = await change({ name: 'First' }, { headers });
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    expect(shown(await change({}))['name']).toBe('Second');
    const other = await change({ name: 'Third' }, { headers });
    expect(refusal(other)).toEqual([409, ['idempotency_key_reused'], ['Idempotency-Key']]);
  });

  it('tells null from what is not sent, and from an empty object', async () => {
    const reused = [409, ['idempotency_key_reused'], ['Idempotency-Key']];
    const cases: Array<[first: object, others: object[], same: object[]]> = [
      [
        { name: 'Null' },
        [
          { name: 'Null', description: null },
          { name: 'Null', limits: null },
        ],
        [],
      ],
      [{ description: null }, [{}, { description: '' }], [{ description: null }]],
      [{ limits: {} }, [{}, { limits: { perDay: null } }, { limits: null }], [{ limits: {} }]],
      [{ limits: { perDay: 5 } }, [{ limits: { perTransaction: null, perDay: 5 } }], []],
    ];
    for (const [first, others, same] of cases) {
      const headers = { 'Idempotency-Key': randomUUID() };
      const { text } = await change(first, { headers });
      for (const other of others) expect(refusal(await change(other, { headers }))).toEqual(reused);
      for (const again of same) expect((await change(again, { headers })).text).toBe(text);
    }
  });

  it('accepts the same idempotency key for two different agents', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const request = { key: main.apiKey, headers };
    for (const id of [main.agentId, main.limitedAgentId]) {
      const reply = await change({}, { ...request, id });
      expect([reply.status, resource(reply).id]).toEqual([200, id]);
      expect(reply.headers.get('Idempotency-Replayed')).toBeNull();
    }
  });

  it('accepts a `data.id` that equals the id in the path and refuses any other', async () => {
    expect((await send(stranger.agentId)).status).toBe(200);
    expect(refusal(await send(`agt_${'0'.repeat(32)}`))).toEqual([422, ['invalid_value'], ['/data/id']]);
  });

  it('returns 404 for an agent of another party, byte for byte as for an unknown agent', async () => {
    const absent = await change({ name: 'Mine' }, { id: `agt_${'0'.repeat(32)}` });
    const foreign = await change({ name: 'Mine' }, { id: main.limitedAgentId });
    expect(refusal(absent)).toEqual([404, ['agent_not_found'], ['agentId']]);
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
  });

  it('refuses a revoked agent, even when nothing would change', async () => {
    for (const values of [{}, { name: 'Back again' }]) {
      const reply = await change(values, { id: main.revokedAgentId, key: main.apiKey });
      expect(refusal(reply)).toEqual([409, ['conflict'], ['agentId']]);
    }
  });

  it.each(['nonsense', `pty_${'0'.repeat(32)}`, `agt_${'A'.repeat(32)}`])('refuses the id %s', async (id) => {
    expect(refusal(await change(good, { id }))).toEqual([400, ['invalid_value'], ['agentId']]);
  });

  it.each([
    ['an empty name', { name: '' }, ['/name']],
    ['a name of spaces', { name: ' \u3000' }, ['/name']],
    ['a name that nobody sees', { name: '\u200b' }, ['/name']],
    ['null as name', { name: null }, ['/name']],
    ['a name of 129 characters', { name: 'n'.repeat(129) }, ['/name']],
    ['a name with a line break', { name: 'a\nb' }, ['/name']],
    ['a description of 501 characters', { description: 'd'.repeat(501) }, ['/description']],
    ['a description that is a number', { description: 7 }, ['/description']],
    ['limits that are a number', { limits: 5 }, ['/limits']],
    ['limits that are a list', { limits: [] }, ['/limits']],
    ['a limit of zero', { limits: { perTransaction: 0 } }, ['/limits/perTransaction']],
    ['a negative limit', { limits: { perDay: -1 } }, ['/limits/perDay']],
    ['a limit as text', { limits: { perMonth: '5' } }, ['/limits/perMonth']],
    ['a limit that is too large', { limits: { perDay: 9007199254740992 } }, ['/limits/perDay']],
    ['an unknown window', { limits: { perYear: 5 } }, ['/limits/perYear']],
    ['another status', { status: 'REVOKED' }, ['/status']],
    ['another owner', { partyId: `pty_${'0'.repeat(32)}` }, ['/partyId']],
    ['only invalid values', { name: 1, description: 1, limits: 1 }, ['/name', '/description', '/limits']],
  ])('refuses %s', async (_name, values, pointers) => {
    expect(refusal(await change(values))).toEqual([
      422,
      pointers.map(() => 'invalid_value'),
      pointers.map((pointer) => `/data/attributes${pointer}`),
    ]);
  });

  it.each(['{"perTransaction":1.0}', '{"perTransaction":1e2}', '{"perDay":1.5}'])(
    'refuses the limits %s because of their notation',
    async (limits) => {
      const reply = await call(server.baseUrl, 'PATCH', `/agents/${stranger.agentId}`, {
        key: stranger.apiKey,
        body: `{"data":{"attributes":{"limits":${limits}}}}`,
        headers: { 'Idempotency-Key': randomUUID() },
      });
      expect([reply.status, refusal(reply)[1]]).toEqual([422, ['invalid_value']]);
    },
  );
});
