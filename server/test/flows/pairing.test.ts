import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { call, pay, resource, resources } from '../support/http.ts';
import { advance, post, waitingPayment } from '../support/moves.ts';
import { completeWatermarks, ageWatermarks } from '../support/pairing.ts';
import { startTwo } from '../support/server.ts';
import type { Served, TestServer } from '../support/server.ts';

let server: TestServer;
let other: Served;
beforeAll(async () => {
  [server, other] = await startTwo();
});
afterAll(() => server.close());

async function payTo(type: string, value: string): Promise<string> {
  const values = { amount: 1, counterparty: { type, value } };
  expect(resource(await pay(server.baseUrl, server.parties.main.apiKey, values)).id).toMatch(/^pay_/);
  return value;
}
const payAnew = (): Promise<string> => payTo('email', `${crypto.randomUUID()}@example.com`);

/** So many payments that a list of the party does not look through them each time. */
async function payOften(): Promise<void> {
  const { stranger } = server.parties;
  await Promise.all(Array.from({ length: 500 }, () => payTo('party_id', stranger.partyId)));
}

/** Of these names, those of counterparties that are remembered, in their order. */
async function rememberedOf(names: readonly string[]): Promise<string[]> {
  const rows = await server.sql<{ name: string }>(
    `SELECT name FROM counterparties JOIN parties ON id = payee_party_id WHERE name = ANY ($1)`,
    [names],
  );
  return rows.map(({ name }) => name).toSorted();
}

async function listed(direction: string, { baseUrl } = server, key = server.parties.main.apiKey) {
  const path = `/counterparties?limit=100&direction=${direction}`;
  const reply = await call(baseUrl, 'GET', path, { key });
  expect(reply.status).toBe(200);
  return resources(reply).map((each) => String(each.attributes['name']));
}

describe('who has paid whom', () => {
  it('shows at once, and as before once it is remembered', async () => {
    const names = [await payAnew(), await payAnew()].toSorted();
    await payOften();
    const before = await listed('sent');
    expect(before.filter((name) => names.includes(name)).toSorted()).toEqual(names);
    expect(await rememberedOf(names)).toEqual([]);
    await completeWatermarks(server);
    const third = await payAnew();
    expect(await listed('sent')).toEqual([third, ...before]);
    expect(await rememberedOf([...names, third])).toEqual(names);
    expect(await listed('sent')).toEqual([third, ...before]);
  });

  it('is not remembered before every transaction of when it was announced has ended', async () => {
    const name = await payAnew();
    await payOften();
    await ageWatermarks(server);
    await advance(server, 1);
    await advance(server, 1);
    await listed('sent');
    expect(await rememberedOf([name])).toEqual([]);
    await ageWatermarks(server);
    await advance(server, 1);
    await listed('sent');
    expect(await rememberedOf([name])).toEqual([name]);
  });

  it('is written by the payment itself where that is approved after it was announced', async () => {
    const { delegate, main, stranger } = server.parties;
    const counterparty = { type: 'party_id', value: delegate.partyId };
    const { id } = await waitingPayment(server, { counterparty });
    await payOften();
    await completeWatermarks(server);
    await listed('sent');
    expect(await rememberedOf([delegate.name])).toEqual([]);
    await post(server, `/approvals/${id}/approve`, null, { key: main.approverApiKey });
    expect(await rememberedOf([delegate.name])).toEqual([delegate.name]);
    expect(await listed('received', server, delegate.apiKey)).toEqual([main.name]);
    expect(await listed('sent', server, stranger.apiKey)).toEqual([]);
  });

  it('is remembered once, though many lists are asked for at the same moment, of two servers and both sides', async () => {
    const names = await Promise.all(Array.from({ length: 40 }, payAnew));
    await payOften();
    await completeWatermarks(server);
    const { stranger } = server.parties;
    const lists = await Promise.all(
      [server, other, server, other].flatMap((each) => [
        listed('sent', { ...server, baseUrl: each.baseUrl }),
        listed('received', { ...server, baseUrl: each.baseUrl }, stranger.apiKey),
      ]),
    );
    for (const list of lists.filter((each) => each.length > 1)) expect(list).toEqual(lists[0]);
    expect(lists[1]).toEqual([server.parties.main.name]);
    expect(await rememberedOf(names)).toEqual(names.toSorted());
  });

  it('is never missed, though payments go on while others are announced and remembered', async () => {
    const names: string[] = [];
    const stop = new AbortController();
    const paying = (async () => {
      while (!stop.signal.aborted) {
        names.push(...(await Promise.all([payAnew(), payAnew()])));
        await pause(20); // each has a mail sent, which moving the clock waits for
      }
    })();
    for (let round = 0; round < 4; round += 1) {
      await payOften();
      await advance(server, 1);
      await pause(500); // more than a payment takes
      await ageWatermarks(server);
      await listed('sent');
    }
    stop.abort();
    await paying;
    expect((await rememberedOf(names)).length).toBeGreaterThan(0);
    const wrong = auditChecks.find(({ check }) => check === 'whoever was paid is a counterparty');
    expect(await server.sql(wrong?.sql ?? '')).toEqual([]);
    await payOften();
    await completeWatermarks(server);
    await listed('sent');
    expect(await rememberedOf(names)).toEqual(names.toSorted());
  });
});
