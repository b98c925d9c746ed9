import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { readConfig } from '../../src/config.ts';
import type { Connection } from '../../src/db/pool.ts';
import { openDatabase } from '../../src/start/database.ts';
import { prepareDatabase } from '../../src/start/prepare.ts';
import type { SandboxFile } from '../../src/start/sandbox-file.ts';

declare module 'vitest' {
  interface ProvidedContext {
    connection: Connection;
    parties: SandboxFile['parties'];
  }
}

/** Starts one PostgreSQL for the run and migrates and seeds one template, which each test file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'purser-test-'));
  const config = readConfig({ PURSER_DATA_DIR: join(dataDir, 'data') });
  const database = await openDatabase(config, pino({ level: 'silent' }));
  const template = { ...database.connection, database: 'purser_template' };
  const admin = new Client(database.connection);
  await admin.connect();
  await admin.query('CREATE DATABASE purser_template');
  await admin.end();
  await prepareDatabase(config, template);
  const file = JSON.parse(await readFile(join(config.dataDir, 'sandbox.json'), 'utf8')) as SandboxFile;
  project.provide('connection', database.connection);
  project.provide('parties', file.parties);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
