import { beforeAll, describe, expect, it } from 'vitest';
import { checkEndpoint } from '../support/checklist.ts';
import { refusal, resource, resources, withoutRequestId, type Resource } from '../support/http.ts';
import { main, customer, stranger, delegate, restrictedDelegate, testServer } from '../support/server.ts';
import { listOf } from '../support/shapes.ts';
import { underWayShape } from '../support/shapes-parties.ts';
import { delegationShape } from '../support/shapes-customers.ts';

const server = testServer();
let given: Resource;
let received: Resource;

const send = (method: string, path: string, values?: object, key = main.apiKey) =>
  server.as(key).send(method, path, values);
const path = (id: string, more = ''): string => `/delegations/${id}${more}`;
const list = async (query: string) => resources(await send('GET', `/delegations${query}`));
const partyOf = (name: 'customer' | 'delegate', each?: Resource) => each?.relationships[name]?.data?.id;

beforeAll(async () => {
  const all = await list('');
  given = all.find((each) => partyOf('delegate', each) === restrictedDelegate.partyId) as Resource;
  received = all.find((each) => partyOf('customer', each) === customer.partyId) as Resource;
});

checkEndpoint('GET /delegations', server, { scope: 'delegations.read', response: listOf(delegationShape) });

checkEndpoint('GET /delegations/{delegationId}', server, {
  alsoHas: ['PATCH', 'DELETE'],
  path: () => `/delegations/${given.id}`,
  scope: 'delegations.read',
  response: { data: delegationShape },
});

describe.each(['suspend', 'resume'])('POST /delegations/{delegationId}/%s', (verb) => {
  checkEndpoint(verb, server, {
    method: 'POST',
    path: () => `/delegations/${given.id}/${verb}`,
    scope: 'delegations.update',
    response: { data: delegationShape, ...(verb === 'suspend' && { meta: { underWay: underWayShape } }) },
    action: true,
  });
});

checkEndpoint('PATCH /delegations/{delegationId}', server, {
  alsoHas: ['DELETE'],
  path: () => `/delegations/${given.id}`,
  scope: 'delegations.update',
  response: { data: delegationShape },
  body: () => ({ permissions: ['wallets.read'] }),
  otherBody: { permissions: ['wallets.read', 'payments.read'] },
});

describe('GET /delegations', () => {
  it('shows what a party gave and received, and filters by direction and status', async () => {
    const both = await list('');
    const directions = await Promise.all(['given', 'received'].map((each) => list(`?direction=${each}`)));
    expect(directions[0]?.every((each) => each.attributes['direction'] === 'given')).toBe(true);
    expect(directions[1]?.map(({ id }) => id)).toEqual([received.id]);
    expect(
      directions
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(both.map(({ id }) => id).toSorted());
    expect(await list('?status=REVOKED')).toEqual([]);
    const bad = await send('GET', '/delegations?direction=x&status=active');
    expect(refusal(bad)).toEqual([400, ['invalid_value', 'invalid_value'], ['direction', 'status']]);
    const pages = [await list('?limit=1')];
    expect(pages[0]?.[0]?.id).toBe(both[0]?.id);
  });
});

const patch = (values: object) => send('PATCH', `/delegations/${received.id}`, values, customer.apiKey);

describe('a delegation', () => {
  it('of other parties looks absent, byte for byte', async () => {
    const asked: Array<[string, string, object?]> = [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', '', {}],
      ['POST', '/suspend'],
      ['POST', '/resume'],
    ];
    for (const [method, more, values] of asked) {
      const foreign = await send(method, path(given.id, more), values, stranger.apiKey);
      const absent = await send(method, path(`dlg_${'0'.repeat(32)}`, more), values, stranger.apiKey);
      expect(refusal(foreign)).toEqual([404, ['delegation_not_found'], ['delegationId']]);
      expect(withoutRequestId(foreign)).toBe(withoutRequestId(absent));
    }
  });

  it('is changed, suspended and resumed by the customer alone', async () => {
    const asked: Array<[string, string, object?]> = [
      ['PATCH', '', { permissions: ['payments.create'] }],
      ['POST', '/suspend'],
      ['POST', '/resume'],
    ];
    for (const [method, more, values] of asked) {
      const reply = await send(method, `/delegations/${received.id}${more}`, values);
      expect(refusal(reply)).toEqual([403, ['forbidden'], [undefined]]);
    }
  });

  it('permits an agent no more than it permits itself, and only agents that have a grant', async () => {
    const before = resource(await patch({}));
    const { agentId, limitedAgentId } = main;
    const refused = await patch({
      permissions: ['payments.read'],
      agents: [
        { agentId, permissions: ['payments.create'] },
        { agentId: limitedAgentId, limits: null },
        { agentId, limits: null },
      ],
    });
    expect(refusal(refused)).toEqual([
      422,
      ['invalid_value', 'invalid_value', 'invalid_value'],
      ['permissions', 'agentId', 'agentId'].map((name, at) => `/data/attributes/agents/${at}/${name}`),
    ]);
    expect(resource(await patch({}))).toEqual(before);
    const changed = await patch({ agents: [{ agentId, permissions: ['payments.read'], limits: null }] });
    expect(resource(changed).attributes).toMatchObject({
      permissions: before.attributes['permissions'],
      agents: [{ permissions: ['payments.read'], limits: null }],
    });
    const limits = { perTransaction: 5_000 };
    const back = await patch({
      agents: [{ agentId, permissions: ['payments.create', 'payments.read'], limits }],
    });
    expect(resource(back).attributes).toMatchObject({ agents: [{ limits }] });
  });

  it('takes an agent as it is shown, without its name, and changes nothing then', async () => {
    const before = resource(await patch({})).attributes['agents'] as Array<Record<string, unknown>>;
    const shown = before.map(({ name: _name, ...terms }) => terms);
    expect(shown.every(({ agentId }) => typeof agentId === 'string')).toBe(true);
    expect(resource(await patch({ agents: shown })).attributes['agents']).toEqual(before);
  });

  it('changes of a grant what it names: null removes a limit or a rule, and an empty object changes nothing', async () => {
    const { agentId } = main;
    const change = async (values: object): Promise<unknown> => {
      const { agents } = resource(await patch({ agents: [{ agentId, ...values }] })).attributes;
      const { limits, rules } =
        (agents as Array<Record<string, unknown>>).find((grant) => grant['agentId'] === agentId) ?? {};
      return [limits, rules];
    };
    const limits = { perTransaction: 5_000 };
    const [hourly, daily] = [
      { max: 2, onBreach: 'refuse' },
      { max: 9, onBreach: 'review' },
    ];
    const both = { paymentsPerHour: hourly, paymentsPerDay: daily };
    expect(await change({ limits, rules: both })).toEqual([limits, both]);
    expect(await change({ limits: {}, rules: {} })).toEqual([limits, both]);
    const one = { paymentsPerHour: null };
    expect(await change({ rules: one })).toEqual([limits, { paymentsPerDay: daily }]);
    expect(await change({ limits: { perTransaction: null }, rules: null })).toEqual([null, null]);
    expect(await change({ limits })).toEqual([limits, null]);
  });
});

describe('DELETE /delegations/{delegationId}', () => {
  checkEndpoint('DELETE /delegations/{delegationId}', server, {
    alsoHas: ['PATCH'],
    path: () => `/delegations/${given.id}`,
    scope: 'delegations.delete',
    response: { data: delegationShape, meta: { deleted: true } },
  });

  it('is final: the delegation can neither be changed nor resumed', async () => {
    await send('DELETE', `/delegations/${given.id}`);
    for (const more of ['suspend', 'resume']) {
      const reply = await send('POST', `/delegations/${given.id}/${more}`);
      expect(refusal(reply)).toEqual([409, ['conflict'], [undefined]]);
    }
    const patched = await send('PATCH', `/delegations/${given.id}`, { permissions: ['payments.read'] });
    expect(refusal(patched)).toEqual([409, ['conflict'], [undefined]]);
  });

  it('is open to the side that received it, too', async () => {
    const [mine] = resources(await send('GET', '/delegations', undefined, delegate.apiKey));
    const reply = await send('DELETE', `/delegations/${mine?.id}`, undefined, delegate.apiKey);
    expect(resource(reply).attributes).toMatchObject({ direction: 'received', status: 'REVOKED' });
  });
});
