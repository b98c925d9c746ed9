import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { Client } from 'pg';
import { newId } from '../server/src/lib/id.ts';
import { newKey } from '../server/src/lib/secret.ts';

export type Payer = { key: string; email: string };
export type World = {
  port: number;
  connection: { host: string; port: number; user: string; database: string };
  payers: Payer[];
  close: () => Promise<void>;
};

/** A server of its own on a scratch folder, as a user would start it, and parties that can pay each other. */
export async function openWorld(wallets: number): Promise<World> {
  const scratch = await mkdtemp(join(tmpdir(), 'purser-bench-'));
  await chmod(scratch, 0o755); // the database's user has to get through, or its cluster is put elsewhere
  const dataDir = join(scratch, 'data');
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: { start: string } };
  const server = spawn('sh', ['-c', scripts.start], {
    env: {
      ...process.env,
      PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      PORT: '0',
      PURSER_DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await listeningPort(server);
  const connection = JSON.parse(
    await readFile(join(dataDir, 'database.json'), 'utf8'),
  ) as World['connection'];
  const payers = await makePayers(connection, wallets);
  return {
    port,
    connection,
    payers,
    close: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
      await rm(scratch, { recursive: true, force: true });
    },
  };
}

async function listeningPort(server: ChildProcess): Promise<number> {
  if (!server.stdout) throw new Error('the server has no output');
  for await (const chunk of server.stdout) {
    const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(String(chunk))?.[1];
    if (port !== undefined) {
      server.stdout.resume();
      return Number(port);
    }
  }
  throw new Error('the server did not start');
}

/** Parties with a verified address, a rich wallet and a key each, put in bulk. */
async function makePayers(connection: World['connection'], count: number): Promise<Payer[]> {
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id: string }>('SELECT id FROM users LIMIT 1');
  const made = Array.from({ length: count }, (_, index) => {
    const key = newKey('sk', 'sandbox');
    return {
      id: newId('pty'),
      wallet: newId('wal'),
      keyId: newId('apy'),
      key,
      email: `payer${index}@bench.purser.test`,
    };
  });
  const ids = made.map((each) => each.id);
  const emails = made.map((each) => each.email);
  await client.query(
    `INSERT INTO parties (id, type, status, name, email, created_at, updated_at)
     SELECT id, 'ORG', 'ACTIVE', email, email, now(), now() FROM unnest($1::uuid[], $2::text[]) AS n (id, email)`,
    [ids, emails],
  );
  await client.query(
    `INSERT INTO contacts (kind, value, party_id, verified_at, created_at)
     SELECT 'email', email, id, now(), now() FROM unnest($1::uuid[], $2::text[]) AS n (id, email)`,
    [ids, emails],
  );
  // Opening balances for a measurement, not for books: nothing here is audited against movements.
  await client.query(
    `INSERT INTO wallets (id, party_id, currency, is_default, posted, created_at)
     SELECT wallet, party, 'USD', true, 1000000000, now() FROM unnest($1::uuid[], $2::uuid[]) AS n (wallet, party)`,
    [made.map((each) => each.wallet), ids],
  );
  await client.query(
    `INSERT INTO api_keys (id, party_id, name, prefix, hash, scopes, environment, created_at, created_by)
     SELECT id, party, 'bench', prefix, hash, '{payments.create,payments.read}', 'sandbox', now(), $5
     FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[]) AS n (id, party, prefix, hash)`,
    [
      made.map((each) => each.keyId),
      ids,
      made.map((each) => each.key.prefix),
      made.map((each) => each.key.hash),
      rows[0]?.id,
    ],
  );
  await client.query('ANALYZE');
  await client.end();
  return made.map(({ key, email }) => ({ key: key.secret, email }));
}
