import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Database } from '../../../proof/support/program.ts';
import type { Reply } from '../support/http.ts';
import { type Counter, openCounter, type RoundTrip } from '../support/round-trips.ts';
import { byId, main, newEmail, serveOn, stranger, testServer, type Served } from '../support/server.ts';

const server = testServer();
let counter: Counter;
let behind: Served;
beforeAll(async () => {
  const target = { ...inject('connection'), ...server.connection } as Database;
  counter = await openCounter({ path: join(target.host, `.s.PGSQL.${target.port}`) });
  behind = await serveOn({ ...target, host: '127.0.0.1', port: counter.port });
});
afterAll(async () => {
  await behind.close();
  await counter.close();
});

const ask = (payer: object): Promise<Reply> =>
  behind
    .as(main)
    .post('/payment-requests', { amount: 5, currency: 'USD', payer }, { 'Idempotency-Key': randomUUID() });

const limit = (limits: object): Promise<Reply> =>
  behind.as(main).put('/parties/me/limits', { limits }, { 'Idempotency-Key': randomUUID() });

/** Returns the round trips of the session that the transaction of a plain write ran in, and look-ups of who sent it. */
function ofWrite(trips: readonly RoundTrip[]): string[][] {
  const sessions = new Set(
    trips.flatMap(({ session, statements }) => (statements.some(isOfWrites) ? [session] : [])),
  );
  return trips.flatMap(({ session, statements }) =>
    sessions.has(session) || statements.some(isLookUp) ? [statements] : [],
  );
}
const isLookUp = (statement: string): boolean => /^authentication_.*_by_hash$/.test(statement);
const isOfWrites = (statement: string): boolean => statement.startsWith('idempotency_');

describe('a plain write of a key that the server knows', () => {
  it.each<[string, () => Promise<Reply>]>([
    ['a payment request to an address', () => ask(newEmail())],
    ['a payment request to a party', () => ask(byId(stranger))],
    ['limits of a party', () => limit({ perDay: 1_000_000 })],
    ['limits of a party that are not counted', () => limit({ perTransaction: 1_000_000 })],
  ])('%s: takes two round trips to the database', async (_what, write) => {
    await write(); // opens a session, and lets the server know the key
    const trips = ofWrite(await counter.during(async () => expect((await write()).status).toBeLessThan(300)));
    expect(trips.map((each) => each.join(', '))).toEqual([
      expect.stringMatching(/^db_begin, /),
      expect.stringMatching(/, db_commit$/),
    ]);
  });

  it('that is refused takes one for what it has to know, one to undo it, and one to look the key up', async () => {
    const trips = ofWrite(
      await counter.during(async () =>
        expect((await ask({ type: 'party_id', value: `pty_${'0'.repeat(32)}` })).status).toBe(404),
      ),
    );
    expect(trips.map((each) => each.at(-1))).toEqual([
      expect.any(String),
      'ROLLBACK',
      expect.stringMatching(/^authentication_/),
    ]);
  });
});
