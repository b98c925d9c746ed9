import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import type { Connection } from '../../src/db/pool.ts';
import { prepareDatabase } from '../../src/start/prepare.ts';
import { publishSandboxFile } from '../../src/start/sandbox-file.ts';
import { mailboxPath } from '../../src/doors/pages/mailbox.ts';
import { testKeyring } from '../support/server.ts';
import { emptyDatabase, until, withSession } from './support.ts';

let home: string;
let folders = 0;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'purser-test-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Settings with a new data folder. */
const settings = (environment: 'sandbox' | 'prod' = 'sandbox'): Config =>
  readConfig({
    PURSER_DATA_DIR: join(home, String((folders += 1))),
    PURSER_ENVIRONMENT: environment,
    PURSER_SECRET: 'k1:0123456789abcdef0123456789abcdef',
  });

const query = async <Row extends object>(connection: Connection, text: string): Promise<Row[]> =>
  withSession(connection, async (session) => (await session.query<Row>(text)).rows);

/** Terminates the sessions that wait for a lock, and returns their number. */
async function terminateWaiting(connection: Connection): Promise<number> {
  const ended = await query(
    connection,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return ended.length;
}

async function prepared(environment: 'sandbox' | 'prod' = 'sandbox') {
  const database = await emptyDatabase();
  const config = settings(environment);
  await prepareDatabase(config, database);
  return { database, config };
}

const readSandbox = ({ dataDir }: Config): Promise<string> => readFile(join(dataDir, 'sandbox.json'), 'utf8');

describe('preparing a database', () => {
  it('gives a new one the baseline, then every migration in order, each with its checksum', async () => {
    const { database } = await prepared();
    const rows = await query<{ version: number; name: string; checksum: string }>(
      database,
      'SELECT version, name, checksum FROM schema_migrations ORDER BY version',
    );
    const names = await readdir(new URL('../../db/', import.meta.url));
    const later = names.filter((name) => name.endsWith('.sql')).toSorted();
    expect(rows.map(({ name }) => name)).toEqual(['baseline', ...later]);
    rows.forEach(({ version, checksum }, index) => {
      expect(version).toBe(index + 1);
      expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    });
    expect(later.map((name) => Number(name.slice(0, 4)))).toEqual(later.map((_name, index) => index + 2));
  });

  it('a second time changes neither schema nor data nor keys', async () => {
    const { database, config } = await prepared();
    const snapshot = () =>
      Promise.all([
        query(database, 'SELECT * FROM schema_migrations ORDER BY version'),
        query(database, 'SELECT * FROM parties ORDER BY id'),
        query(database, 'SELECT * FROM api_keys ORDER BY id'),
        query(database, 'SELECT * FROM movements ORDER BY transaction_id'),
        readSandbox(config),
      ]);
    const before = await snapshot();
    await prepareDatabase(config, database);
    expect(await snapshot()).toEqual(before);
  });

  it('by several servers concurrently happens once', async () => {
    const database = await emptyDatabase();
    const configs = [settings(), settings(), settings()];
    await Promise.all(configs.map((config) => prepareDatabase(config, database)));
    const parties = await query(database, `SELECT id FROM parties WHERE name = 'Main Street Books'`);
    expect(parties).toHaveLength(1);
    const files = await Promise.allSettled(configs.map(readSandbox));
    expect(files.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('for prod seeds no data', async () => {
    const { database, config } = await prepared('prod');
    for (const table of ['parties', 'users', 'api_keys', 'agents', 'wallets', 'movements', 'events'])
      expect(await query(database, `SELECT * FROM ${table}`)).toEqual([]);
    await expect(readSandbox(config)).rejects.toThrow('ENOENT');
  });

  it('that fails before its first data is complete leaves none, and succeeds when repeated', async () => {
    const database = await emptyDatabase();
    const config = settings();
    await writeFile(config.dataDir, 'in the way of the folder');
    await expect(prepareDatabase(config, database)).rejects.toThrow(/EEXIST|ENOTDIR/);
    expect(await query(database, 'SELECT * FROM installation')).toEqual([]);
    expect(await query(database, 'SELECT * FROM parties')).toEqual([]);
    await rm(config.dataDir);
    await prepareDatabase(config, database);
    expect(await query(database, 'SELECT environment FROM installation')).toEqual([
      { environment: 'sandbox' },
    ]);
  });
});

describe('a database that disconnects during preparation', () => {
  it('fails the start, which can be repeated', async () => {
    const database = await emptyDatabase();
    const config = settings();
    await prepareDatabase(config, database);
    await withSession(database, async (session) => {
      await session.query('BEGIN');
      await session.query('LOCK TABLE schema_migrations');
      const start = prepareDatabase(config, database).then(() => 'ready', String);
      await until(
        'the start waits for the lock and is terminated',
        async () => (await terminateWaiting(database)) > 0,
      );
      expect(await start).toMatch(/terminat/);
    });
    await prepareDatabase(config, database);
  });
});

describe('a database is refused in one line', () => {
  it('when its schema is newer than the program', async () => {
    const { database, config } = await prepared();
    await query(database, `INSERT INTO schema_migrations VALUES (9999, '9999_future.sql', 'unknown')`);
    await expect(prepareDatabase(config, database)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(/^.*schema version 9999 \(9999_future\.sql\), newer than.*$/),
    });
  });

  it.each([
    [3_600_000, 'seconds ahead of'],
    [-3_600_000, 'seconds behind'],
  ])('when the clock of the machine is %i ms off, before anything is written to it', async (off_ms, by) => {
    const database = await emptyDatabase();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off_ms });
    onTestFinished(() => void vi.useRealTimers());
    await expect(prepareDatabase(settings(), database)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(
        new RegExp(`^The clock of this machine is 3\\d{3} ${by} the clock of the database\\.`),
      ),
    });
    expect(await query(database, `SELECT relname FROM pg_class WHERE relname = 'schema_migrations'`)).toEqual(
      [],
    );
  });

  it.each([
    ['synchronous_commit', 'off'],
    ['synchronous_commit', 'local'],
  ])('when %s is %s, before anything is written to it', async (setting, value) => {
    const database = await emptyDatabase();
    const { rows } = await withSession(database, (session) =>
      session.query('SELECT current_database() AS name'),
    );
    await query(inject('connection'), `ALTER DATABASE ${rows[0].name} SET ${setting} = ${value}`);
    await expect(prepareDatabase(settings(), database)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(
        new RegExp(`^.*not safe for money: ${setting} is ${value} and must be on.*$`),
      ),
    });
    expect(await query(database, `SELECT relname FROM pg_class WHERE relname = 'schema_migrations'`)).toEqual(
      [],
    );
  });

  it('when its encoding is not UTF-8', async () => {
    const name = `latin_${process.pid}`;
    const connection = inject('connection');
    await query(
      connection,
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING LATIN1 LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    await expect(prepareDatabase(settings(), { ...connection, database: name })).rejects.toThrow(
      /^.*not safe for money: its encoding must be UTF8.*$/,
    );
  });

  it.each([
    ['sandbox', 'prod'],
    ['prod', 'sandbox'],
  ] as const)('when it is for %s and the server is for %s', async (has, wants) => {
    const { database } = await prepared(has);
    const before = await query(database, 'SELECT * FROM parties');
    await expect(prepareDatabase(settings(wants), database)).rejects.toMatchObject({
      name: 'StartRefused',
      message: `This database is a ${has} one and PURSER_ENVIRONMENT is ${wants}.`,
    });
    expect(await query(database, 'SELECT * FROM parties')).toEqual(before);
  });

  it('when it cannot be reached', async () => {
    const connection = { ...inject('connection'), database: 'nowhere' };
    await expect(prepareDatabase(settings(), connection)).rejects.toMatchObject({
      name: 'StartRefused',
      message: expect.stringMatching(/^Purser cannot reach its database: .*nowhere.*$/),
    });
  });
});

describe('sandbox.json', () => {
  it('is published for the database whose keys it holds, and left unchanged by any other', async () => {
    const one = await prepared();
    const before = await readSandbox(one.config);
    const other = await prepared();
    const keyring = testKeyring();
    await withSession(other.database, async (session) => {
      expect(await publishSandboxFile(one.config, session, keyring, 'http://127.0.0.1:1')).toBeNull();
      expect(await readSandbox(one.config)).toBe(before);
      expect(await publishSandboxFile(other.config, session, keyring, 'http://127.0.0.1:1')).toMatchObject({
        baseUrl: 'http://127.0.0.1:1',
        mailboxUrl: `http://127.0.0.1:1${mailboxPath(keyring)}`,
      });
    });
  });
});
