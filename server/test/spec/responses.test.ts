import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../flows/support.ts';
import { resources } from '../support/http.ts';
import { unseen } from '../support/shapes.ts';
import { endpoints, nameOf } from './endpoints.ts';
import { samplesOf, send } from './samples.ts';
import { makeWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
  await untilUseIsRecorded();
});
afterAll(() => world.close());

/** The last use of a key is recorded every two seconds. */
const untilUseIsRecorded = (): Promise<void> =>
  until('the use of a key is recorded', async () =>
    resources(await world.get('/agent-keys')).some(({ attributes }) => attributes['lastUsedAt'] !== null),
  );

describe.each(endpoints.map((each) => [nameOf(each), each] as const))('%s', (name, endpoint) => {
  const seen: unknown[] = [];

  it.each(['', '/api'])(
    'responds under “%s” as the tables specify, attribute by attribute',
    async (prefix) => {
      for (const sample of samplesOf(endpoint, world)) {
        const reply = await send(world, endpoint, sample, { path: prefix + sample.path });
        const request = `${name} (${sample.path})`;
        expect([request, reply.status, reply.status === endpoint.status ? '' : reply.text]).toEqual([
          request,
          endpoint.status,
          '',
        ]);
        const response: unknown = JSON.parse(reply.text);
        expect([request, response]).toStrictEqual([request, endpoint.response]);
        seen.push(response);
      }
    },
  );

  it('has shown every nullable value both as null and as a value', () => {
    expect(unseen(endpoint.response, seen, name)).toEqual([]);
  });
});

describe('the table of endpoints', () => {
  it('has each of the nineteen endpoints once', () => {
    expect(endpoints.map(({ number }) => number)).toEqual(
      Array.from({ length: 19 }, (_, index) => index + 1),
    );
  });
});
