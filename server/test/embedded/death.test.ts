import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { commandOf } from '../../src/db/embedded/proc.ts';
import { isReachable, guardsOn, query, scratchFolder, serve, until, untilDeserted } from './support.ts';

describe('kill -9', { timeout: 60_000 }, () => {
  it('of the server stops the database too', async () => {
    const folder = await scratchFolder();
    const { node, connection } = await serve(folder);
    process.kill(node, 'SIGKILL');
    await untilDeserted(folder);
    expect(await isReachable(connection)).toBe(false);
  });

  it('of the server allows an immediate restart', async () => {
    const folder = await scratchFolder();
    const killed = await serve(folder);
    await query(killed.connection, 'CREATE TABLE kept AS SELECT 7 AS number');
    process.kill(killed.node, 'SIGKILL');
    const { connection, postmaster, stop } = await serve(folder);
    const pid = await postmaster();
    expect(await query(connection, 'TABLE kept')).toEqual([{ number: 7 }]);
    await pause(500);
    expect(await postmaster()).toBe(pid);
    await stop();
  });

  it('of the server and the guard leaves a database that the next start adopts and stops', async () => {
    const folder = await scratchFolder();
    const killed = await serve(folder);
    const pid = await killed.postmaster();
    for (const guard of guardsOn(folder)) process.kill(guard, 'SIGKILL');
    await until('all guards have ended', () => guardsOn(folder).length === 0);
    process.kill(killed.node, 'SIGKILL');
    const { connection, postmaster, stop } = await serve(folder);
    expect(await isReachable(connection)).toBe(true);
    expect(await postmaster()).toBe(pid);
    await stop();
    await untilDeserted(folder);
  });

  it('of an adopted database is followed by a new one', async () => {
    const folder = await scratchFolder();
    const killed = await serve(folder);
    for (const guard of guardsOn(folder)) process.kill(guard, 'SIGKILL');
    await until('all guards have ended', () => guardsOn(folder).length === 0);
    process.kill(killed.node, 'SIGKILL');
    const { connection, postmaster, stop } = await serve(folder);
    process.kill(await postmaster(), 'SIGKILL');
    await until('the database is down', async () => !(await isReachable(connection)));
    await until('the database accepts queries', () => isReachable(connection));
    expect(guardsOn(folder)).not.toEqual([]);
    await stop();
    // Sessions of the killed database notice its end by themselves, each in its time.
    await untilDeserted(folder);
  });

  it('of the database loses no stored data and leaves the server running, even during an endless query', async () => {
    const folder = await scratchFolder();
    const { node, connection, postmaster, stop } = await serve(folder);
    await query(connection, 'CREATE TABLE kept AS SELECT 7 AS number');
    const endless = query(connection, 'DO $$ BEGIN LOOP END LOOP; END $$').catch(() => 'ended');
    await until('the endless query runs', async () => {
      const rows = await query(connection, `SELECT FROM pg_stat_activity WHERE query LIKE 'DO %'`);
      return rows.length > 0;
    });
    const pid = await postmaster();
    process.kill(pid, 'SIGKILL');
    expect(await endless).toBe('ended');
    await until('the database accepts queries', () => isReachable(connection));
    expect(await query(connection, 'TABLE kept')).toEqual([{ number: 7 }]);
    expect(await postmaster()).not.toBe(pid);
    expect(commandOf(node)).not.toBeNull();
    await stop();
    await untilDeserted(folder);
  });

  it('of the database, repeatedly, leaves the server running', async () => {
    const folder = await scratchFolder();
    const { node, connection, postmaster, stop } = await serve(folder);
    for (let round = 0; round < 5; round += 1) {
      const pid = await postmaster();
      process.kill(pid, 'SIGKILL');
      await until('another postmaster runs', async () => (await postmaster().catch(() => pid)) !== pid);
    }
    await until('the database accepts queries', () => isReachable(connection));
    expect(commandOf(node)).not.toBeNull();
    await stop();
  });

  it('of a database that cannot start again leaves the server running until it can', async () => {
    const folder = await scratchFolder();
    const { node, connection, postmaster, stop } = await serve(folder);
    const settings = join(folder, 'postgres/postgresql.auto.conf');
    const log = () => readFile(join(folder, 'postgres.log'), 'utf8');
    await writeFile(settings, 'max_connections = many\n');
    process.kill(await postmaster(), 'SIGKILL');
    await until(
      'more than one start was attempted',
      async () => ((await log()).match(/FATAL: .*errors/g) ?? []).length > 1,
    );
    expect(commandOf(node)).not.toBeNull();
    await writeFile(settings, '');
    await until('the database accepts queries', () => isReachable(connection));
    await stop();
    await untilDeserted(folder);
  });

  it('of the database right before a stop leaves no process', async () => {
    const folder = await scratchFolder();
    const { postmaster, stop } = await serve(folder);
    process.kill(await postmaster(), 'SIGKILL');
    expect(await stop()).toBe(0);
    await untilDeserted(folder); // its sessions end by themselves
  });

  it('of the guard alone has no effect on the database', async () => {
    const folder = await scratchFolder();
    const { connection, postmaster, stop } = await serve(folder);
    const pid = await postmaster();
    for (const guard of guardsOn(folder)) process.kill(guard, 'SIGKILL');
    await until('all guards have ended', () => guardsOn(folder).length === 0);
    expect(await isReachable(connection)).toBe(true);
    expect(await postmaster()).toBe(pid);
    expect(await stop()).toBe(0);
    await untilDeserted(folder);
  });
});
