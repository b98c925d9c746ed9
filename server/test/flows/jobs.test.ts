import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noChanges } from '../../src/engine/model/changes.ts';
import { storeSteps } from '../../src/engine/store/store.ts';
import type { Task } from '../../src/engine/model/journal.ts';
import { taskNames } from '../../src/jobs/tasks.ts';
import { call } from '../support/http.ts';
import { startServer, startTwo } from '../support/server.ts';
import type { Served, TestServer } from '../support/server.ts';
import { advance } from '../support/moves.ts';
import { askFor, statesOf } from './simulations.ts';
import { until, uuidOf, withSession } from './support.ts';

let server: TestServer;
let other: Served;
beforeAll(async () => {
  [server, other] = await startTwo();
});
afterAll(() => server.close());

/** Ends all sessions of the servers, those of their workers included. */
async function terminateAll(): Promise<void> {
  await server.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'purser%'`,
  );
}

async function untilReady(): Promise<void> {
  await until('the server takes requests', async () => {
    const reply = await call(server.baseUrl, 'GET', '/readyz');
    return reply.status === 200;
  });
}

/** Waits for the mail, and answers what has become of it. */
async function untilSent(address: string): Promise<string[]> {
  await until('the mail is sent', async () => {
    const states = await statesOf(server, address).catch((): string[] => []);
    return states.includes('SENT');
  });
  return statesOf(server, address);
}

/** The database lets nobody in for a while, and ends who is there: what a restart looks like from outside. */
async function restartDatabase(away_ms: number): Promise<void> {
  const { database } = server.connection as { database: string };
  await withSession({ ...server.connection, database: 'postgres' }, async (session) => {
    await session.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS false`);
    try {
      await session.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = $1 AND application_name LIKE 'purser%'`,
        [database],
      );
      await pause(away_ms);
    } finally {
      await session.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS true`);
    }
  });
}

function wokenBy(tasks: Task[]): unknown[] {
  return storeSteps({ ...noChanges(), tasks: new Set(tasks) }).map(({ values = [] }) => values[0]);
}

describe('work that nobody waits for', () => {
  it('is done by itself, right after what made it necessary', async () => {
    await askFor(server, 'soon@example.com');
    expect(await untilSent('soon@example.com')).toEqual(['SENT']);
  });

  it('is looked for every minute, whatever was asked for', async () => {
    const rows = await server.sql<{ identifier: string }>(
      'SELECT identifier FROM graphile_worker._private_known_crontabs ORDER BY identifier',
    );
    expect(rows).toEqual([{ identifier: 'everything' }]);
  });

  it('is found by the look of each minute, of whatever kind it is', async () => {
    await server.sql(
      `INSERT INTO mails (id, party_id, kind, resource_id, recipient, status, due_at, created_at)
       SELECT gen_random_uuid(), party_id, kind, resource_id, 'missed@example.com', 'PENDING', now(), now()
       FROM mails WHERE recipient = 'soon@example.com'`,
    );
    await server.sql("SELECT graphile_worker.add_job('everything', job_key := 'everything')");
    expect(await untilSent('missed@example.com')).toEqual(['SENT']);
  });

  it('is woken by a batch through one job, of however many kinds it is: each job is a row that is locked', () => {
    expect(wokenBy([])).toEqual([]);
    for (const task of taskNames) expect(wokenBy([task])).toEqual([task]);
    expect(wokenBy(['sendMail', 'expire'])).toEqual(['everything']);
    expect(wokenBy(taskNames)).toEqual(['everything']);
  });

  it('is done once for each thing, though two servers fall upon it at the same moment', async () => {
    const requests = await Promise.all(Array.from({ length: 60 }, () => askFor(server, 'due@example.com')));
    await Promise.all([
      advance(server, 31 * 86_400),
      advance(other, 1),
      advance(server, 1),
      advance(other, 1),
    ]);
    const ids = requests.map(({ id }) => uuidOf(id));
    const events = await server.sql<{ count: number }>(
      `SELECT count(*)::int FROM events WHERE resource_id = ANY ($1::uuid[]) AND to_status = 'EXPIRED'
       GROUP BY resource_id`,
      [ids],
    );
    expect(events).toEqual(ids.map(() => ({ count: 1 })));
    const audits = await server.sql<{ count: number }>(
      `SELECT count(*)::int FROM audit_log WHERE target_id = ANY ($1::uuid[]) AND party_id IS NULL GROUP BY target_id`,
      [ids],
    );
    expect(audits).toEqual(events);
  });

  it('leaves no job behind', async () => {
    const dueJobs = () => server.sql('SELECT id FROM graphile_worker._private_jobs WHERE run_at <= now()');
    await until('the jobs are gone', async () => (await dueJobs()).length === 0);
    expect(
      await server.sql('SELECT id FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL'),
    ).toEqual([]);
  });
});

describe('the worker', () => {
  it('goes on after its sessions were ended, again and again', async () => {
    for (let round = 0; round < 8; round += 1) {
      const address = `round-${round}@example.com`;
      await terminateAll();
      await untilReady();
      await until('it was asked for', async () =>
        askFor(server, address).then(
          ({ id }) => id !== undefined,
          () => false,
        ),
      );
      if (round % 2 === 1) await terminateAll();
      expect(await untilSent(address)).toContain('SENT');
    }
  });

  it('goes on after the database was away', async () => {
    await restartDatabase(3_000);
    await untilReady();
    await askFor(server, 'restarted@example.com');
    expect(await untilSent('restarted@example.com')).toEqual(['SENT']);
  });

  it('ends with its server, at once, and leaves no session', async () => {
    const lone = await startServer();
    const { database } = lone.connection as { database: string };
    const count = async (): Promise<number> => {
      const text = `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'purser jobs'`;
      return (await server.sql(text, [database])).length;
    };
    await until('its worker is there', async () => (await count()) > 0);
    const startedAt_ms = Date.now();
    await lone.close();
    expect(Date.now() - startedAt_ms).toBeLessThan(3_000);
    await until('its sessions are gone', async () => (await count()) === 0);
  });
});
