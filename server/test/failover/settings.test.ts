import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCleanups } from '../../../proof/support/cleanup.ts';
import { removeScratch } from '../../../proof/support/scratch.ts';
import { readConfig } from '../../src/config.ts';
import { createWatch } from '../../src/db/watch.ts';
import { prepareDatabase } from '../../src/start/prepare.ts';
import { codes } from '../support/http.ts';
import { serveOn, type Served } from '../support/server.ts';
import { payParty, until } from '../flows/support.ts';
import { type OwnCluster, startCluster, untilCommitWaits } from './own-cluster.ts';

let own: OwnCluster;
let server: Served;
beforeAll(async () => {
  own = await startCluster();
  server = await serveOn(own.connection);
});
afterAll(async () => {
  await server.close();
  await runCleanups();
  await removeScratch();
});

const payFrom = (served: Served) => payParty(served.baseUrl, own.parties.main, own.parties.customer, 3);

async function readiness(served: Served = server): Promise<unknown[]> {
  const { status, text } = await served.as(null).get('/readyz');
  return [status, (JSON.parse(text) as { reason?: string }).reason];
}

const untilReady = (): Promise<void> =>
  until('the server is ready', async () => (await readiness())[0] === 200);

async function reload(setting: string): Promise<void> {
  await own.asAdmin(`ALTER SYSTEM ${setting}`);
  await own.asAdmin('SELECT pg_reload_conf()');
}

const ownSessions = (): Promise<object[]> =>
  own.asAdmin(`SELECT pid FROM pg_stat_activity WHERE usename = 'purser'`);

describe('a database that stops being safe while the server runs', () => {
  it('gets no new session, of whatever kind, and the server is not ready and says why', async () => {
    expect((await payFrom(server)).status).toBe(201);
    await own.asAdmin('ALTER ROLE purser SET synchronous_commit = off');
    expect((await payFrom(server)).status).toBe(201); // the open session keeps what was checked
    await own.asAdmin(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'purser'`);
    await until('no session is left', async () => (await ownSessions()).length === 0);
    const payment = await payFrom(server);
    const limits = await server.as(own.parties.main).put('/parties/me/limits', { limits: { perDay: 1 } });
    expect([payment, limits].map((reply) => [reply.status, codes(reply)])).toEqual([
      [503, ['service_unavailable']],
      [503, ['service_unavailable']],
    ]);
    await until('the server is not ready', async () => (await readiness())[1] === 'unsafe_settings');
    await until('no session is open', async () => (await ownSessions()).length === 0);
    await own.asAdmin('ALTER ROLE purser RESET synchronous_commit');
    await untilReady();
    expect((await payFrom(server)).status).toBe(201);
  });

  it('by a reload of its configuration cannot weaken the commits of sessions that are open', async () => {
    expect((await payFrom(server)).status).toBe(201);
    await own.requireStandby('absent');
    await reload('SET synchronous_commit = off');
    const payment = payFrom(server);
    await untilCommitWaits(own);
    await reload('RESET synchronous_commit');
    await own.requireStandby('');
    expect((await payment).status).toBe(201);
  });

  it('by a reload makes the server not ready, and loses the sessions that are open', async () => {
    await untilReady();
    await reload('SET full_page_writes = off');
    await until('the server is not ready', async () => (await readiness())[1] === 'unsafe_settings');
    expect((await payFrom(server)).status).toBe(503);
    await reload('RESET full_page_writes');
    await untilReady();
    expect((await payFrom(server)).status).toBe(201);
  });
});

describe('replicas', () => {
  let replica: Client;
  beforeAll(async () => {
    // A client that speaks the replication protocol is all that PostgreSQL knows of a replica.
    const settings = { ...own.cluster.admin, ssl: false, replication: 'true' };
    replica = new Client(settings);
    replica.on('error', () => undefined);
    await replica.connect();
  });
  afterAll(() => replica.end());

  it('for which no commit waits are counted, and warned of at the start and every hour', async () => {
    expect(await readiness()).toEqual([200, undefined]);
    let text = '';
    await until('the replica is counted', async () => {
      await readiness();
      ({ text } = await server.as(null).get('/metrics'));
      return text.includes('\npurser_database_replicas 1\n');
    });
    expect(text).toContain('\npurser_database_waits_for_standby 0\n');
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const watch = createWatch(own.connection, readConfig({}).database, log);
    for (const minutes of [0, 59, 2]) {
      vi.advanceTimersByTime(minutes * 60_000);
      expect(await watch.fault()).toBeNull();
    }
    vi.useRealTimers();
    await watch.close();
    const warnings = lines.filter((line) => line.includes('no commit waits for a replica'));
    expect(warnings).toHaveLength(2);
  });

  it('are required by PURSER_REQUIRE_SYNC_STANDBY, for the start and for each new session', async () => {
    const env = { PURSER_REQUIRE_SYNC_STANDBY: 'true' };
    await expect(prepareDatabase(readConfig(env), own.connection)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(/^.*synchronous_standby_names is empty.*$/),
    });
    const strict = await serveOn(own.connection, env);
    expect((await payFrom(strict)).status).toBe(503);
    expect(await readiness(strict)).toEqual([503, 'unsafe_settings']);
    await strict.close();
  });

  it('once required, are missed by the first payment for which no COMMIT would wait', async () => {
    await own.requireStandby('absent');
    const strict = await serveOn(own.connection, { PURSER_REQUIRE_SYNC_STANDBY: 'true' });
    const waiting = payFrom(strict);
    await untilCommitWaits(own);
    await own.requireStandby('');
    expect((await waiting).status).toBe(201);
    const refused = await payFrom(strict);
    expect([refused.status, codes(refused)]).toEqual([503, ['service_unavailable']]);
    await strict.close();
  });
});
