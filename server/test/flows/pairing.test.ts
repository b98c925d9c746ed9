import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { resource, resources } from '../support/http.ts';
import { advance, waitingPayment } from '../support/moves.ts';
import { completeWatermarks, ageWatermarks } from '../support/pairing.ts';
import { main, stranger, delegate, to, testServer, secondServer } from '../support/server.ts';
import type { ApiClient } from '../support/client.ts';
import { withSession } from './support.ts';

const server = testServer();
const other = secondServer(server);

async function payTo(type: string, value: string): Promise<string> {
  const values = { amount: 1, counterparty: { type, value } };
  expect(resource(await server.pay(values)).id).toMatch(/^pay_/);
  return value;
}
const payNewcomer = (): Promise<string> => payTo('email', `${crypto.randomUUID()}@example.com`);

/** Makes so many payments that a list no longer scans them each time. */
async function payOften(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await Promise.all(Array.from({ length: 125 }, () => payTo('party_id', stranger.partyId)));
  }
}

/** Returns which of the given names are stored as counterparties, sorted. */
async function storedOf(names: readonly string[]): Promise<string[]> {
  const rows = await server.sql<{ name: string }>`SELECT name FROM counterparties
    JOIN parties ON id = payee_party_id WHERE name = ANY (${names})`;
  return rows.map(({ name }) => name).toSorted();
}

async function listed(direction: string, client: ApiClient = server) {
  const path = `/counterparties?limit=100&direction=${direction}`;
  const reply = await client.get(path);
  expect(reply.status).toBe(200);
  return resources(reply).map((each) => String(each.attributes['name']));
}

describe('the counterparties of a party', () => {
  it('appear immediately, and stay in place once they are stored', async () => {
    const names = [await payNewcomer(), await payNewcomer()].toSorted();
    await payOften();
    const before = await listed('sent');
    expect(before.filter((name) => names.includes(name)).toSorted()).toEqual(names);
    expect(await storedOf(names)).toEqual([]);
    await completeWatermarks(server);
    const third = await payNewcomer();
    expect(await listed('sent')).toEqual([third, ...before]);
    expect(await storedOf([...names, third])).toEqual(names);
    expect(await listed('sent')).toEqual([third, ...before]);
  });

  it('are not stored before every transaction of the time of the announcement has ended', async () => {
    const name = await payNewcomer();
    await payOften();
    await withSession(server.connection, async (open) => {
      await open.query('BEGIN; SELECT pg_current_xact_id()');
      for (let run = 0; run < 3; run += 1) {
        await ageWatermarks(server);
        await advance(server, 1);
      }
      await listed('sent');
      expect(await storedOf([name])).toEqual([]);
      await open.query('COMMIT');
    });
    await completeWatermarks(server);
    await listed('sent');
    expect(await storedOf([name])).toEqual([name]);
  });

  it('are written by the payment itself when it is approved after the announcement', async () => {
    const { id } = await waitingPayment(server, to(delegate));
    await payOften();
    await completeWatermarks(server);
    await listed('sent');
    expect(await storedOf([delegate.name])).toEqual([]);
    expect((await server.as(main.approverApiKey).post(`/approvals/${id}/approve`)).text).toContain(
      'approved',
    );
    expect(await storedOf([delegate.name])).toEqual([delegate.name]);
    expect(await listed('received', server.as(delegate))).toEqual([main.name]);
    expect(await listed('sent', server.as(stranger))).toEqual([]);
  });

  it('are stored once, even by concurrent lists of both sides on two servers', async () => {
    const names = await Promise.all(Array.from({ length: 40 }, payNewcomer));
    await payOften();
    await completeWatermarks(server);
    const lists = await Promise.all(
      [server, other, server, other].flatMap((each) => [
        listed('sent', each),
        listed('received', each.as(stranger)),
      ]),
    );
    for (const list of lists.filter((each) => each.length > 1)) expect(list).toEqual(lists[0]);
    expect(lists[1]).toEqual([main.name]);
    expect(await storedOf(names)).toEqual(names.toSorted());
  });

  it('are never lost while payments, announcements and pairing run concurrently', async () => {
    const names: string[] = [];
    const stop = new AbortController();
    let underWay: Promise<string[]> = Promise.resolve([]);
    const paying = (async () => {
      while (!stop.signal.aborted) {
        underWay = Promise.all([payNewcomer(), payNewcomer()]);
        names.push(...(await underWay));
        await pause(20); // each payment sends a mail, which advancing the clock waits for
      }
    })();
    const someAreStored = async (): Promise<boolean> => (await storedOf(names)).length > 0;
    for (let round = 0; round < 4 || !(await someAreStored()); round += 1) {
      await payOften();
      await advance(server, 1);
      await underWay; // ageing says that whatever had begun before the announcement has ended
      await ageWatermarks(server);
      await listed('sent');
    }
    stop.abort();
    await paying;
    expect(await someAreStored()).toBe(true);
    const wrong = auditChecks.find(({ check }) => check === 'whoever was paid is a counterparty');
    expect(await server.sql(wrong?.sql ?? '')).toEqual([]);
    await payOften();
    await completeWatermarks(server);
    await listed('sent');
    expect(await storedOf(names)).toEqual(names.toSorted());
  });
});
