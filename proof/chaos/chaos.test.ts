import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/src/config.ts';
import { sessionConfig } from '../../server/src/db/pool.ts';
import { SessionClient } from '../../server/src/db/session-client.ts';
import { runCleanups } from '../support/cleanup.ts';
import { killPrograms } from '../support/program.ts';
import { removeScratch } from '../support/scratch.ts';
import { openCluster } from './cluster.ts';
import type { Fault } from './fault.ts';
import { cutAfterCommit } from './faults/cut-after-commit.ts';
import { cutBeforeCommit } from './faults/cut-before-commit.ts';
import { refuse } from './faults/refuse.ts';
import { type Commit, segmentReader } from './protocol.ts';
import { tryFault } from './run.ts';

afterAll(async () => {
  killPrograms();
  await runCleanups();
  await removeScratch();
});

const briefly = (fault: Fault): Fault => ({ ...fault, hold_ms: [200, 400] });
const plan = { rounds: 1, writes: 60, clients: 16, seed: 1 };
const kept = {
  lost: 0,
  duplicated: 0,
  unrequested: 0,
  executedDespiteRefusal: 0,
  changed: 0,
  contradicted: 0,
  stuck: 0,
  exits: 0,
  wrong: {},
  books: [],
};

describe('while clients write', () => {
  it.each([cutBeforeCommit, cutAfterCommit, briefly(refuse)])('$name: $what', async (fault) => {
    const outcome = await tryFault(fault, plan, () => undefined);
    expect(outcome).toMatchObject(kept);
    expect(outcome.acknowledged).toBeGreaterThan(plan.writes);
    expect(Object.keys(outcome.deferred)).not.toEqual([]);
  });
});

it('the database detects within 15 s that the client of a server session is gone', async () => {
  const { owner } = await openCluster();
  const { database: limits } = readConfig({});
  const session = new SessionClient(sessionConfig({ ...owner, ssl: false }, limits));
  await session.connect();
  const { rows } = await session.query<{ name: string; setting: string }>(
    `SELECT name, setting FROM pg_settings WHERE name LIKE 'tcp_keepalives%' ORDER BY name`,
  );
  await session.end();
  expect(rows.map(({ name, setting }) => [name, Number(setting)])).toEqual([
    ['tcp_keepalives_count', 2],
    ['tcp_keepalives_idle', 5],
    ['tcp_keepalives_interval', 5],
  ]);
});

/** Returns a message of PostgreSQL's protocol: type, length and body. */
function message(type: string, body: string): Buffer {
  const bytes = Buffer.from(`${type}....${body}`, 'latin1');
  bytes.writeInt32BE(bytes.length - type.length, type.length);
  return bytes;
}

const startup = message('', '\0\x03\0\0user\0x\0\0');
const prepare = ['engine_done', 'done'].map((name) => message('P', `${name}\0COMMIT\0\0\0`));
const load = message('B', '\0load\0\0\0');
const bind = message('B', '\0engine_done\0\0\0');
const plain = message('B', '\0done\0\0\0');
const sync = message('S', '');
const text = message('Q', 'commit\0');
const stream = Buffer.concat([startup, ...prepare, load, bind, sync, plain, sync, text]);

/** Splits the stream as the proxy does, in chunks of this size. Returns each segment with the kind of its commit. */
function read(size: number): Array<[string, Commit | null]> {
  const reader = segmentReader();
  const found: Array<[string, Commit | null]> = [];
  for (let at = 0; at < stream.length; at += size) {
    for (const { bytes, commit } of reader(stream.subarray(at, at + size)))
      found.push([bytes.toString('latin1'), commit]);
  }
  return found;
}

describe('the proxy', () => {
  it('finds a COMMIT, prepared or as text, and starts a segment there', () => {
    expect(read(stream.length)).toEqual([
      [Buffer.concat([startup, ...prepare, load]).toString('latin1'), null],
      [Buffer.concat([bind, sync]).toString('latin1'), 'engine'],
      [Buffer.concat([plain, sync]).toString('latin1'), 'plain'],
      [text.toString('latin1'), 'plain'],
    ]);
  });

  it.each([1, 3, 7, 20])('finds it in chunks of %i bytes too, and loses no bytes', (size) => {
    const found = read(size);
    expect(found.map(([bytes]) => bytes).join('')).toBe(stream.toString('latin1'));
    expect(found.flatMap(([bytes, commit]) => (commit ? [bytes[0], commit] : []))).toEqual([
      'B',
      'engine',
      'B',
      'plain',
      'Q',
      'plain',
    ]);
  });
});
