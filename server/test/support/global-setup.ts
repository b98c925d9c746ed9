import { chmod, mkdtemp, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { type Config, readConfig } from '../../src/config.ts';
import type { Connection } from '../../src/db/pool.ts';
import { openDatabase } from '../../src/start/database.ts';
import { prepareDatabase } from '../../src/start/prepare.ts';
import type { SandboxFile } from '../../src/start/sandbox-file.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a running server, or null when each test file starts its own. */
    baseUrl: string | null;
    connection: Connection;
    parties: SandboxFile['parties'];
  }
}

/**
 * Starts one PostgreSQL for the run, and migrates and seeds one template that each test file clones. With
 * PURSER_TEST_BASE_URL and PURSER_TEST_SANDBOX (its sandbox.json) the tests use that running server instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { PURSER_TEST_BASE_URL: baseUrl, PURSER_TEST_SANDBOX: sandbox } = process.env;
  if (baseUrl === undefined || sandbox === undefined) return setupDatabase(project);
  project.provide('baseUrl', baseUrl.replace(/\/+$/, ''));
  project.provide('parties', (await readSandbox(sandbox)).parties);
  return async () => undefined;
}

async function setupDatabase(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(await folderForDatabase(), 'purser-test-'));
  await chmod(dataDir, 0o755); // the database's user must be able to enter, or its cluster is put elsewhere
  const config = readConfig({ PURSER_DATA_DIR: join(dataDir, 'data') });
  await admit(config);
  const database = await openDatabase(config, silent);
  const template = { ...database.connection, database: 'purser_template' };
  await query(database.connection, 'CREATE DATABASE purser_template');
  await prepareDatabase(config, template);
  const file = await readSandbox(join(config.dataDir, 'sandbox.json'));
  project.provide('baseUrl', null);
  project.provide('connection', database.connection);
  project.provide('parties', file.parties);
  return async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

const silent = pino({ level: 'silent' });
const mostConnections = 400; // four files at a time, each with up to three servers of about twenty sessions

/** Lets the database that will be opened take that many connections: a third of them is PostgreSQL's default. */
async function admit(config: Config): Promise<void> {
  const database = await openDatabase(config, silent);
  await query(database.connection, `ALTER SYSTEM SET max_connections = ${mostConnections}`);
  await database.stop();
}

async function query(connection: Connection, text: string): Promise<void> {
  const admin = new Client(connection);
  await admin.connect();
  await admin.query(text);
  await admin.end();
}

const memory = '/dev/shm';
const neededBytes = 2 * 2 ** 30; // of the write-ahead log, and of the databases of the files that run at once

/**
 * Returns the folder for temporary files in memory if there is room, because most of the time that tests wait they
 * wait for a disk. The programs that tests kill have their databases on the disk.
 */
async function folderForDatabase(): Promise<string> {
  const room = await statfs(memory).catch(() => null);
  return room && room.bavail * room.bsize >= neededBytes ? memory : tmpdir();
}

const readSandbox = async (path: string): Promise<SandboxFile> =>
  JSON.parse(await readFile(path, 'utf8')) as SandboxFile;
