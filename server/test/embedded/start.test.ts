import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isReachable, query, scratchFolder, serve, untilDeserted } from './support.ts';

describe('an embedded database starts', { timeout: 60_000 }, () => {
  it('on a new folder, in UTF-8 whatever the locale, with all safety settings of PostgreSQL on', async () => {
    const { LANG: _lang, LC_ALL: _all, ...bare } = process.env;
    const { connection, stop } = await serve(join(await scratchFolder(), 'new/data'), bare);
    const settings = await query<{ name: string; setting: string }>(
      connection,
      `SELECT name, setting FROM pg_settings WHERE name IN
         ('server_encoding', 'fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      server_encoding: 'UTF8',
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '',
    });
    expect(await query(connection, `SELECT upper('é'), current_database(), current_user`)).toEqual([
      { upper: 'É', current_database: 'purser', current_user: 'purser' },
    ]);
    await stop();
  });

  it('with a socket that only its own user can reach', async () => {
    const { connection, stop } = await serve(await scratchFolder());
    expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
    await stop();
  });

  it('again on the same folder, with the data stored there', async () => {
    const folder = await scratchFolder();
    const first = await serve(folder);
    await query(first.connection, 'CREATE TABLE kept AS SELECT 7 AS number');
    expect(await first.stop()).toBe(0);
    const second = await serve(folder);
    expect(await query(second.connection, 'TABLE kept')).toEqual([{ number: 7 }]);
    await second.stop();
  });

  it('and leaves no process when it is stopped', async () => {
    const folder = await scratchFolder();
    const { connection, stop } = await serve(folder);
    const busy = query(connection, 'SELECT pg_sleep(60)').catch(() => 'ended');
    expect(await stop()).toBe(0);
    expect(await busy).toBe('ended');
    await untilDeserted(folder);
  });

  it('on a path that is too long for a socket or has special characters', async () => {
    const folder = join(await scratchFolder(), `it's, "a" $path `, 'x'.repeat(100));
    const { connection, stop } = await serve(folder);
    expect(await isReachable(connection)).toBe(true);
    await stop();
    const odd = await serve(join(folder, '../it,s'));
    expect(await isReachable(odd.connection)).toBe(true);
    await odd.stop();
  });

  it('with a new log when the old one is full, and keeps the old one', async () => {
    const folder = await scratchFolder();
    await writeFile(join(folder, 'postgres.log'), 'x'.repeat(10 * 1024 * 1024 + 1));
    const { stop } = await serve(folder);
    await stop();
    expect((await stat(join(folder, 'postgres.log'))).size).toBeLessThan(1_000_000);
    expect((await stat(join(folder, 'postgres.log.1'))).size).toBeGreaterThan(10_000_000);
  });
});

describe('a start is refused in one line', { timeout: 60_000 }, () => {
  it('on a folder in use, and the running server is unaffected', async () => {
    const folder = await scratchFolder();
    const { connection, stop } = await serve(folder);
    await expect(serve(folder)).rejects.toThrow(`refused: Another Purser is already running on ${folder}`);
    expect(await isReachable(connection)).toBe(true);
    await stop();
  });

  it('for all but one of several servers that start on a new folder together', async () => {
    const folder = join(await scratchFolder(), 'data');
    const starts = await Promise.allSettled([serve(folder), serve(folder), serve(folder)]);
    const served = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []));
    expect(served).toHaveLength(1);
    expect(refusals.filter((refusal) => refusal.includes('Another Purser is already running'))).toHaveLength(
      2,
    );
    for (const { stop } of served) await stop();
  });

  it('on a cluster of another PostgreSQL version', async () => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres/PG_VERSION'), '17\n');
    await expect(serve(folder)).rejects.toThrow(
      /^refused: .* is of PostgreSQL 17, this Purser runs PostgreSQL 18.*\n$/,
    );
  });

  it('on files that are no cluster, which are left unchanged', async () => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres/thesis.txt'), 'mine');
    await expect(serve(folder)).rejects.toThrow(/^refused: .* holds files but no PostgreSQL database.*\n$/);
    expect(await readdir(folder)).toEqual(['postgres']);
    expect(await readFile(join(folder, 'postgres/thesis.txt'), 'utf8')).toBe('mine');
  });

  it('with settings that PostgreSQL does not accept, pointing to its log', async () => {
    const folder = await scratchFolder();
    await (await serve(folder)).stop();
    await writeFile(join(folder, 'postgres/postgresql.auto.conf'), 'max_connections = many\n');
    await expect(serve(folder)).rejects.toThrow(/^refused: PostgreSQL did not start: .*postgres\.log.*\n$/);
    await untilDeserted(folder);
  });

  it('on a link to a database that no longer exists', async () => {
    const folder = await scratchFolder();
    await symlink('/nowhere/purser/postgres', join(folder, 'postgres'));
    await expect(serve(folder)).rejects.toThrow(
      /^refused: .* was kept in \/nowhere\/purser\/postgres, which is gone.*\n$/,
    );
  });
});
