import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resource, type Reply } from '../support/http.ts';
import { customer, stranger, restrictedDelegate, testServer } from '../support/server.ts';
import { seconds } from '../support/shapes.ts';
import { partyLimitPolicyShape, someLimits } from '../support/shapes-parties.ts';

const server = testServer();
const path = '/parties/me/limits';

// A party that makes no payments in these tests: on a shared server, limits on another party would stop its
// payments.
const key = (): string => restrictedDelegate.apiKey;
const read = () => server.as(key()).get(path);
const clear = () => server.as(key()).delete(path);
const put = (limits: unknown, headers = {}) => server.as(key()).put(path, { limits }, headers);
const flat = (values: object) => server.as(key()).put(path, values);
const shown = (reply: Reply): unknown => resource(reply).attributes['limits'];
afterAll(() => clear());

checkEndpoint(`GET ${path}`, server, {
  alsoHas: ['PUT', 'DELETE'],
  scope: 'party.read',
  response: { data: partyLimitPolicyShape(someLimits) },
});

checkEndpoint(`PUT ${path}`, server, {
  alsoHas: ['GET', 'DELETE'],
  scope: 'party.update',
  response: { data: partyLimitPolicyShape(null) },
  body: () => ({ limits: null }),
  otherBody: { limits: { perTransaction: Number.MAX_SAFE_INTEGER } },
});

checkEndpoint(`DELETE ${path}`, server, {
  alsoHas: ['GET', 'PUT'],
  scope: 'party.update',
  response: { data: partyLimitPolicyShape(null), meta: { deleted: true } },
});

describe(`PUT ${path}`, () => {
  it('sets the limits, in the currency of the party', async () => {
    const reply = await put({ perTransaction: 1, perDay: 2, perMonth: Number.MAX_SAFE_INTEGER });
    const policy = resource(reply);
    expect([reply.status, policy.id]).toEqual([200, restrictedDelegate.partyId]);
    expect(Object.entries(policy.attributes)).toEqual([
      ['limits', { perTransaction: 1, perDay: 2, perMonth: Number.MAX_SAFE_INTEGER }],
      ['currency', 'USD'],
      ['updatedAt', seconds],
    ]);
    expect(policy.relationships).toEqual({
      party: { data: { type: 'party', id: restrictedDelegate.partyId } },
    });
    expect((await read()).text).toBe(reply.text);
  });

  it('takes limits without `limits` around them, in the currency of the party only', async () => {
    expect(shown(await flat({ perTransaction: 5, perDay: 7, currency: 'USD' }))).toEqual({
      perTransaction: 5,
      perDay: 7,
    });
    expect(shown(await flat({ perMonth: 9, perDay: null }))).toEqual({ perMonth: 9 });
    const limits = ['/data/attributes/limits'];
    for (const values of [
      {},
      { currency: 'USD' },
      { limits: null, perDay: 1 },
      { limits: {}, perMonth: null },
    ])
      expect(refusal(await flat(values))).toEqual([422, ['invalid_value'], limits]);
    expect(refusal(await flat({ perDay: 1, currency: 'EUR' }))).toEqual([
      422,
      ['invalid_value'],
      ['/data/attributes/currency'],
    ]);
    expect(shown(await read())).toEqual({ perMonth: 9 });
  });

  it('replaces all limits: an omitted or null limit is cleared', async () => {
    const all = { perTransaction: 100, perDay: 200, perMonth: 300 };
    const cases: Array<[object | null, unknown]> = [
      [{ perDay: 5 }, { perDay: 5 }],
      [{ perTransaction: 7, perDay: null }, { perTransaction: 7 }],
      [{ perMonth: 9 }, { perMonth: 9 }],
      [{ perTransaction: null, perDay: null, perMonth: null }, null],
      [{}, null],
      [null, null],
    ];
    for (const [sent, expected] of cases) {
      expect(shown(await put(all))).toEqual(all);
      expect([sent, shown(await put(sent))]).toEqual([sent, expected]);
      expect(shown(await read())).toEqual(expected);
    }
  });

  it.each([
    ['no limits', undefined, ['']],
    ['limits that are a number', 7, ['']],
    ['limits that are a list', [], ['']],
    ['a limit of zero', { perDay: 0 }, ['/perDay']],
    ['a negative limit', { perDay: -1 }, ['/perDay']],
    ['a fraction', { perMonth: 1.5 }, ['/perMonth']],
    ['a limit that is a string', { perTransaction: '7' }, ['/perTransaction']],
    ['a limit above the largest safe integer', { perTransaction: 2 ** 53 }, ['/perTransaction']],
    ['a limit of an unknown kind', { perYear: 7 }, ['/perYear']],
    [
      'only invalid values',
      { perTransaction: 0, perDay: 'x', perWeek: 1 },
      ['/perTransaction', '/perDay', '/perWeek'],
    ],
  ])('refuses %s, and changes nothing', async (_name, limits, places) => {
    await put({ perDay: 77 });
    expect(refusal(await put(limits))).toEqual([
      422,
      places.map(() => 'invalid_value'),
      places.map((place) => `/data/attributes/limits${place}`),
    ]);
    expect(shown(await read())).toEqual({ perDay: 77 });
  });

  it('refuses attributes that the client cannot set', async () => {
    const reply = await server.as(key()).put(path, { limits: null, id: 'EUR', updatedAt: null });
    expect(refusal(reply)).toEqual([
      422,
      ['invalid_value', 'invalid_value'],
      ['/data/attributes/id', '/data/attributes/updatedAt'],
    ]);
  });

  it('treats null and omitted limits as the same request, and replays it', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await put({ perDay: 12 }, headers);
    await put({ perDay: 13 });
    const again = await put({ perMonth: null, perDay: 12 }, headers);
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    expect(shown(await read())).toEqual({ perDay: 13 });
    expect(refusal(await put({ perDay: 13 }, headers))).toEqual([
      409,
      ['idempotency_key_reused'],
      ['Idempotency-Key'],
    ]);
  });

  it('changes the limits of no other party', async () => {
    await put({ perDay: 3 });
    for (const party of [customer, stranger]) {
      const reply = await server.as(party).get(path);
      expect(resource(reply)).toMatchObject({ id: party.partyId, attributes: { limits: null } });
    }
  });
});

describe(`DELETE ${path}`, () => {
  it('clears the limits, and responds the same when repeated', async () => {
    await put({ perDay: 3, perTransaction: 2 });
    const first = await clear();
    expect(JSON.parse(first.text)).toStrictEqual({
      data: partyLimitPolicyShape(null),
      meta: { deleted: true },
    });
    expect(resource(first).attributes['updatedAt']).not.toBeNull();
    expect((await clear()).text).toBe(first.text);
    expect(resource(await read())).toEqual(resource(first));
  });
});
