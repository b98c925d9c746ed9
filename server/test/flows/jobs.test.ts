import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { noChanges } from '../../src/engine/model/changes.ts';
import { storeSteps } from '../../src/engine/store/store.ts';
import { type Task, taskNames } from '../../src/engine/model/journal.ts';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { main, startServer, testServer, secondServer } from '../support/server.ts';
import { advance } from '../support/moves.ts';
import { newWebhook } from '../support/webhooks.ts';
import { requestMoneyFrom, statesOf } from './simulations.ts';
import { until, uuidOf, withSession } from './support.ts';

const server = testServer();
const other = secondServer(server);

/** Terminates all sessions of the servers and of their workers. */
async function terminateAll(): Promise<void> {
  await server.sql(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'purser%'`,
  );
}

async function untilReady(): Promise<void> {
  await until('the server is ready', async () => {
    const reply = await server.as(null).get('/readyz');
    return reply.status === 200;
  });
}

/** Waits for the mail and returns its states. */
async function untilSent(address: string): Promise<string[]> {
  await until('the mail is sent', async () => {
    const states = await statesOf(server, address).catch((): string[] => []);
    return states.includes('SENT');
  });
  return statesOf(server, address);
}

/** Refuses connections for a while and terminates existing ones, as a restart of the database does. */
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

const jobsFor = (tasks: readonly Task[]): unknown[] =>
  storeSteps({ ...noChanges(), tasks: new Set(tasks) }).map(({ values = [] }) => values[0]);

describe('background work', () => {
  it('is done automatically, right after the request that caused it', async () => {
    await requestMoneyFrom(server, 'soon@example.com');
    expect(await untilSent('soon@example.com')).toEqual(['SENT']);
  });

  it('is scheduled every minute through one job', async () => {
    const rows = await server.sql<{ identifier: string }>(
      'SELECT identifier FROM graphile_worker._private_known_crontabs ORDER BY identifier',
    );
    expect(rows).toEqual([{ identifier: 'everything' }]);
  });

  it('is found by the job of each minute, whatever its task', async () => {
    await server.sql(
      `INSERT INTO mails (id, party_id, kind, resource_id, recipient, status, due_at, turn, created_at)
       SELECT gen_random_uuid(), party_id, kind, resource_id, 'missed@example.com', 'PENDING', now(), now(), now()
       FROM mails WHERE recipient = 'soon@example.com'`,
    );
    await server.sql("SELECT graphile_worker.add_job('everything', job_key := 'everything')");
    expect(await untilSent('missed@example.com')).toEqual(['SENT']);
  });

  it('is enqueued by a batch as a single job, however many tasks it has: each job locks a row', () => {
    expect(jobsFor([])).toEqual([]);
    for (const task of taskNames) expect(jobsFor([task])).toEqual([task]);
    expect(jobsFor(['sendMail', 'expire'])).toEqual(['everything']);
    expect(jobsFor(taskNames)).toEqual(['everything']);
  });

  it('is done once per resource, even by two servers concurrently', async () => {
    const requests = await Promise.all(
      Array.from({ length: 20 }, () => requestMoneyFrom(server, 'due@example.com')),
    );
    await Promise.all([
      advance(server, 31 * 86_400),
      advance(other, 1),
      advance(server, 1),
      advance(other, 1),
    ]);
    const ids = requests.map(({ id }) => uuidOf(id));
    const events = await server.sql<{ count: number }>`SELECT count(*)::int FROM events
      WHERE resource_id = ANY (${ids}::uuid[]) AND to_status = 'EXPIRED' GROUP BY resource_id`;
    expect(events).toEqual(ids.map(() => ({ count: 1 })));
    const audits = await server.sql<{ count: number }>`SELECT count(*)::int FROM audit_log
      WHERE target_id = ANY (${ids}::uuid[]) AND party_id IS NULL GROUP BY target_id`;
    expect(audits).toEqual(events);
  });

  it('expires all that is due although one kind of it cannot be expired', async () => {
    const { id } = await requestMoneyFrom(server, 'many@example.com');
    await server.sql`INSERT INTO payment_requests
      SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'link_token',
      gen_random_uuid()))).* FROM payment_requests r, generate_series(1, 1100) WHERE r.id = ${uuidOf(id)}`;
    const invitation = { email: 'never@example.com', role: 'MEMBER' };
    await server.post('/party-invitations', { invitations: [invitation] });
    await server.sql(`CREATE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''x''; END'`);
    await server.sql(
      'CREATE TRIGGER break BEFORE UPDATE ON party_invitations FOR EACH ROW EXECUTE FUNCTION break()',
    );
    await advance(server, 31 * 86_400);
    const open = "SELECT count(*)::int FROM payment_requests WHERE status = 'OPEN'";
    expect(await server.sql(open)).toEqual([{ count: 0 }]);
    await server.sql('DROP TRIGGER break ON party_invitations');
    await advance(server, 1);
    expect(await server.sql('SELECT status FROM party_invitations')).toEqual([{ status: 'EXPIRED' }]);
  });

  it('deletes old mails, and what waits for a webhook that has long been disabled', async () => {
    const [disabled, enabled] = [await newWebhook(server), await newWebhook(server)].map(uuidOf);
    await server.sql`UPDATE webhooks SET status = 'DISABLED', updated_at = updated_at - interval '31 days'
      WHERE id = ${disabled}`;
    await server.sql`INSERT INTO webhook_retries (webhook_id, event_id, resource_id, due_at)
      SELECT id, gen_random_uuid(), gen_random_uuid(), now() + interval '100 days'
      FROM unnest(${[disabled, enabled]}::uuid[]) id`;
    await server.sql`INSERT INTO mails (id, party_id, kind, resource_id, recipient, status, due_at,
      turn, created_at) SELECT gen_random_uuid(), ${uuidOf(main.partyId)}, 'claim', gen_random_uuid(),
      'old@example.com', status, CASE status WHEN 'PENDING' THEN now() + interval '100 days' END, now(), now() -
      interval '91 days' FROM unnest(ARRAY['DROPPED', 'FAILED', 'PENDING']) status`;
    await advance(server, 1);
    const mails = await server.sql(`SELECT status FROM mails WHERE recipient = 'old@example.com'`);
    expect(mails).toEqual([{ status: 'PENDING' }]);
    const waiting = await server.sql('SELECT webhook_id AS id FROM webhook_retries');
    expect(waiting).toEqual([{ id: enabled }]);
  });

  it('leaves no job behind', async () => {
    const dueJobs = () => server.sql('SELECT id FROM graphile_worker._private_jobs WHERE run_at <= now()');
    await until('all jobs are done', async () => (await dueJobs()).length === 0);
    expect(
      await server.sql('SELECT id FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL'),
    ).toEqual([]);
  });
});

describe('the worker', () => {
  it('recovers after its sessions are terminated, repeatedly', async () => {
    for (let round = 0; round < 8; round += 1) {
      const address = `round-${round}@example.com`;
      await terminateAll();
      await untilReady();
      await until('the request succeeds', async () =>
        requestMoneyFrom(server, address).then(
          () => true,
          () => false,
        ),
      );
      if (round % 2 === 1) await terminateAll();
      expect(await untilSent(address)).toContain('SENT');
    }
  });

  it('recovers after the database was unavailable', async () => {
    await restartDatabase(3_000);
    await untilReady();
    await requestMoneyFrom(server, 'restarted@example.com');
    expect(await untilSent('restarted@example.com')).toEqual(['SENT']);
  });

  it('takes jobs even if the database did not answer when it first looked for one', async () => {
    const messages: string[] = [];
    const log = pino({ level: 'debug' }, { write: (line) => void messages.push(line) });
    const started: Task[] = [];
    const limits = { ...readConfig({}).database, lockTimeout_ms: 100 };
    let worker: Worker | undefined;
    try {
      await withSession(server.connection, async (session) => {
        await session.query('BEGIN; LOCK TABLE graphile_worker._private_tasks IN ACCESS EXCLUSIVE MODE');
        worker = startWorker(server.connection, limits, (task) => void started.push(task), log);
        await until('it has failed', () => messages.some((line) => line.includes('Failed to acquire job')));
      });
      await until('it takes a job', async () => {
        await server.sql("SELECT graphile_worker.add_job('everything', job_key := 'everything')");
        return started.length > 0;
      });
    } finally {
      await worker?.stop();
    }
    expect(started).toEqual(expect.arrayContaining([...taskNames]));
  });

  it('stops with its server, immediately, and leaves no session', async () => {
    const lone = await startServer();
    const { database } = lone.connection as { database: string };
    const count = async (): Promise<number> => {
      const text = `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND application_name = 'purser jobs'`;
      return (await server.sql(text, database)).length;
    };
    await until('its worker has started', async () => (await count()) > 0);
    const startedAt_ms = Date.now();
    await lone.close();
    expect(Date.now() - startedAt_ms).toBeLessThan(3_000);
    await until('its sessions have ended', async () => (await count()) === 0);
  });
});
