import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { auditChecks } from '../../src/engine/audit/checks.ts';
import { customer, to, startServer } from '../support/server.ts';

const first = '0002_labels.sql';
const second = '0003_labels_are_found.sql';

/** A copy of `server/db`, to which tests add migrations, and a session on a database of the baseline with data. */
let folder: string;
let session: Client;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'purser-test-'));
  await cp(new URL('../../db', import.meta.url), folder, { recursive: true });
  const server = await startServer();
  await server.pay({ amount: 1, ...to(customer) });
  await server.close();
  session = new Client({ ...server.connection, application_name: 'test' });
  await session.connect();
});
afterEach(async () => {
  await session.end();
  await rm(folder, { recursive: true });
});

const upgrade = (): Promise<void> => migrate(session, pathToFileURL(`${folder}/`));

async function applied(): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    'SELECT name FROM schema_migrations ORDER BY version',
  );
  return rows.map(({ name }) => name);
}

/** Returns all payments as they were before the migrations, with the transactions that wrote them. */
const payments = async (): Promise<unknown[]> =>
  (await session.query(`SELECT to_jsonb(p) - 'sample_label' AS payment, xmin FROM payments p ORDER BY id`))
    .rows;

async function addMigrations(): Promise<void> {
  await writeFile(join(folder, first), 'ALTER TABLE payments ADD COLUMN sample_label text;');
  await writeFile(join(folder, second), 'CREATE INDEX payments_sample_label ON payments (sample_label);');
}

it('a database of the baseline is upgraded, once and in order; it keeps its data, and its books balance', async () => {
  const before = await payments();
  expect(before).not.toEqual([]);
  await addMigrations();
  await upgrade();
  await upgrade();
  expect(await applied()).toEqual(['baseline', first, second]);
  expect(await payments()).toEqual(before);
  const wrong: string[] = [];
  for (const { check, sql } of auditChecks) {
    if ((await session.query(sql)).rows.length > 0) wrong.push(check);
  }
  expect(wrong).toEqual([]);
  await expect(session.query(`UPDATE payments SET sample_label = 'changed'`)).rejects.toThrow(
    'cannot change immutable columns of payments: sample_label',
  );
});

it('a migration that fails changes nothing, and the one before it stays', async () => {
  await addMigrations();
  await appendFile(join(folder, second), ' SELECT 1 / 0;');
  await expect(upgrade()).rejects.toThrow('division by zero');
  expect(await applied()).toEqual(['baseline', first]);
  const index = await session.query(`SELECT to_regclass('payments_sample_label') AS found`);
  expect(index.rows).toEqual([{ found: null }]);
});

it('a migration that was changed after it was applied is refused in one line', async () => {
  await addMigrations();
  await upgrade();
  await appendFile(join(folder, first), ' -- changed');
  await expect(upgrade()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^Migration 0002_labels\.sql was changed after it was applied.*$/),
  });
});

it('a schema that is newer than the program is refused in one line', async () => {
  await addMigrations();
  await upgrade();
  await rm(join(folder, second));
  await expect(upgrade()).rejects.toMatchObject({
    name: 'StartRefused',
    message: expect.stringMatching(/^.*schema version 3 \(0003_labels_are_found\.sql\), newer than.*$/),
  });
});
