import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../../../proof/chaos/ports.ts';
import type { Commit } from '../../../proof/chaos/protocol.ts';
import { openProxy, type Proxy } from '../../../proof/chaos/proxy.ts';
import type { Database } from '../../../proof/support/program.ts';
import { codes, errors, type Reply } from '../support/http.ts';
import { customer, stranger, to, serveOn, testServer, type Served } from '../support/server.ts';
import { until, untilEngineWaits, untilQueued, uuidOf, withSession } from './support.ts';

const lost = 'The database went away during the commit.';
const withKey = `${lost} Retry with the same idempotency key.`;
const withoutKey = `${lost} It is not known whether the write took effect: look it up before you repeat it.`;

const server = testServer();
let proxy: Proxy;
let behind: Served;
beforeAll(async () => {
  const target = { ...inject('connection'), ...server.connection } as Database;
  proxy = await openProxy(await freePort(), { path: join(target.host, `.s.PGSQL.${target.port}`) });
  behind = await serveOn({ ...target, host: '127.0.0.1', port: proxy.port });
});
afterAll(async () => {
  await behind.close();
  await proxy.close();
});

type Payer = 'main' | 'customer';

const payFrom = (payer: Payer, amount: number, key: string | null) =>
  behind
    .as(server.parties[payer].apiKey)
    .post('/payments', { amount, ...to(stranger) }, { 'Idempotency-Key': key ?? undefined });

const limitParty = (perDay: number, key: string | null) =>
  behind
    .as(customer)
    .put('/parties/me/limits', { limits: { perDay } }, { 'Idempotency-Key': key ?? undefined });

const shown = (reply: Reply): unknown[] => [
  reply.status,
  ...errors(reply).map(({ code, detail }) => [code, detail]),
];
const unknown = (detail: string): unknown[] => [503, ['outcome_unknown', detail]];

/** Breaks the connection at the COMMIT of a write. Repeats the write if a COMMIT of background work was hit instead. */
async function loseCommitOf(commit: Commit, write: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    void proxy.atCommit({ moment: 'done', commit }, (link) => link.cut('end'));
    const reply = await write();
    if (codes(reply)[0] === 'outcome_unknown') return reply;
  }
}

/** Runs the work while the party's wallets are locked, so that its payments wait until `release` is called. */
const whileWalletIsLocked = <T>(
  payer: Payer,
  work: (release: () => Promise<void>) => Promise<T>,
): Promise<T> =>
  withSession(server.connection, async (session) => {
    await session.query('BEGIN');
    await session.query('SELECT id FROM wallets WHERE party_id = $1 FOR UPDATE', [
      uuidOf(server.parties[payer].partyId),
    ]);
    return work(async () => {
      await session.query('ROLLBACK');
    });
  });

describe('a write whose COMMIT was lost', () => {
  it.each<[string, Commit, (key: string | null) => Promise<Reply>]>([
    ['a command of the engine', 'engine', (key) => payFrom('main', 5, key)],
    ['a plain transaction', 'plain', (key) => limitParty(1_000_000, key)],
  ])(
    'by %s: the error says to retry with the key, or without one to look it up',
    async (_what, commit, write) => {
      expect(shown(await loseCommitOf(commit, () => write(randomUUID())))).toEqual(unknown(withKey));
      expect(shown(await loseCommitOf(commit, () => write(null)))).toEqual(unknown(withoutKey));
    },
  );

  it('is replayed under its key if it took effect', async () => {
    const key = randomUUID();
    await loseCommitOf('plain', () => limitParty(2_000_000, key));
    const again = await limitParty(2_000_000, key);
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true']);
  });

  it('gets its own error if it shared the batch with others', async () => {
    const replies = await whileWalletIsLocked('main', (releaseMain) =>
      whileWalletIsLocked('customer', async (releaseCustomer) => {
        const before = payFrom('customer', 1, null);
        await untilEngineWaits(server.sql);
        const together = [payFrom('main', 1, randomUUID()), payFrom('main', 2, null)];
        await untilQueued(behind, together.length);
        await releaseCustomer();
        expect((await before).status).toBe(201);
        await untilEngineWaits(server.sql);
        const struck = proxy.atCommit({ moment: 'done', commit: 'engine' }, (link) => link.cut('end'));
        await releaseMain();
        await struck;
        return Promise.all(together);
      }),
    );
    expect(replies.map(shown)).toEqual([unknown(withKey), unknown(withoutKey)]);
    await until(
      'the server has a session again',
      async () => (await payFrom('main', 1, null)).status === 201,
    );
  });
});
