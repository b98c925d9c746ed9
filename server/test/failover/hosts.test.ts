import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../../proof/chaos/ports.ts';
import { runCleanups } from '../../../proof/support/cleanup.ts';
import { here } from '../../../proof/support/program.ts';
import { removeScratch } from '../../../proof/support/scratch.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/start/database.ts';
import { prepareDatabase } from '../../src/start/prepare.ts';
import { codes } from '../support/http.ts';
import { serveOn, type Served } from '../support/server.ts';
import { payParty, until, untilReady } from '../flows/support.ts';
import { type OwnCluster, startCluster } from './own-cluster.ts';

let first: OwnCluster;
let second: OwnCluster;
let env: Record<string, string>;
let server: Served;

/** Restarts a cluster as a replica, or as a primary again. */
async function restartAs(role: 'replica' | 'primary', { cluster }: OwnCluster): Promise<void> {
  const mark = join(cluster.folder, 'standby.signal');
  await cluster.stop('fast');
  if (role === 'replica') await writeFile(mark, '');
  else await rm(mark);
  await cluster.start();
}

const payOn = ({ parties }: OwnCluster) => payParty(server.baseUrl, parties.main, parties.customer, 3);

const isReady = async (): Promise<boolean> => (await server.as(null).get('/readyz')).status === 200;

beforeAll(async () => {
  [first, second] = await Promise.all([startCluster(), startCluster()]);
  await restartAs('replica', first);
  const ports = [await freePort(), first.cluster.port, second.cluster.port]; // nobody, a replica, the primary
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  env = {
    DATABASE_URL: `postgres://purser:x@${hosts}/purser?target_session_attrs=read-write`,
    PURSER_SECRET: 'k1:0123456789abcdef0123456789abcdef',
  };
  const config = readConfig(env);
  const { connection } = await openDatabase(config, pino({ level: 'silent' }));
  await prepareDatabase(config, connection);
  server = await serveOn(connection, env);
});
afterAll(async () => {
  await server.close();
  await runCleanups();
  await removeScratch();
});

describe('a DATABASE_URL with several hosts', () => {
  it('leads the engine, reads, plain writes and background work to the primary', async () => {
    const { main } = second.parties;
    expect((await payOn(second)).status).toBe(201);
    expect((await server.as(main).get('/transactions')).status).toBe(200);
    await untilReady(server.baseUrl);
    await until('the worker listens', async () => {
      const sessions = await second.asAdmin(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'purser jobs'`,
      );
      return sessions.length > 0;
    });
    expect(await first.asAdmin(`SELECT pid FROM pg_stat_activity WHERE usename = 'purser'`)).toEqual([]);
  });

  it('leads a command there', async () => {
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ['server/src/commands/audit.ts'], { cwd: here, env });
    expect(stdout).toContain('the books add up');
  });

  it('leads to another host once that is the primary, and nowhere while none is', async () => {
    await restartAs('replica', second);
    await until('the server is not ready', async () => !(await isReady()));
    const refused = await payOn(second);
    expect([refused.status, codes(refused)]).toEqual([503, ['service_unavailable']]);
    await restartAs('primary', first);
    await untilReady(server.baseUrl);
    await until('payments work again', async () => (await payOn(first)).status === 201);
  });
});
