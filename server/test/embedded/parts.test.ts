import { lstat, mkdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyTree, ensureSymlinks } from '../../src/db/embedded/native.ts';
import { findUser } from '../../src/db/embedded/os-user.ts';
import { findComplaint } from '../../src/db/embedded/run-logged.ts';
import { prepareSocketFolder } from '../../src/db/embedded/socket-folder.ts';
import { scratchFolder } from './support.ts';

/** Creates a tree of programs as npm leaves it when no install script runs. */
async function bareTree(): Promise<string> {
  const native = join(await scratchFolder(), 'native');
  await mkdir(join(native, 'lib'), { recursive: true, mode: 0o700 });
  await writeFile(join(native, 'lib/libpq.so.5.18'), 'code', { mode: 0o700 });
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
  return native;
}

describe('the library links', () => {
  it('are created when missing, by several concurrent starts, and kept when present', async () => {
    const native = await bareTree();
    await symlink('libpq.so.5.18', join(native, 'lib/libpq.so'));
    await Promise.all([ensureSymlinks(native), ensureSymlinks(native), ensureSymlinks(native)]);
    for (const name of ['libpq.so', 'libpq.so.5']) {
      expect(await readlink(join(native, 'lib', name))).toBe('libpq.so.5.18');
    }
  });

  it('are created in a copy with another name', async () => {
    const native = await bareTree();
    const copy = `${native}-18.4`;
    await copyTree(native, copy);
    await ensureSymlinks(copy);
    expect(await readFile(join(copy, 'lib/libpq.so'), 'utf8')).toBe('code');
    await expect(lstat(join(native, 'lib/libpq.so'))).rejects.toThrow('ENOENT');
  });
});

describe('a copy of the programs', () => {
  it('can be run by every user and changed by its owner only', async () => {
    const native = await bareTree();
    await copyTree(native, `${native}-18.4`);
    const modes = await Promise.all(
      ['', 'lib', 'lib/libpq.so.5.18'].map((name) => stat(join(`${native}-18.4`, name))),
    );
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o755, 0o755, 0o755]);
    expect((await stat(join(`${native}-18.4`, 'pg-symlinks.json'))).mode & 0o777).toBe(0o644);
  });

  it('is made once when several starts make it together', async () => {
    const native = await bareTree();
    const copies = await Promise.all([
      copyTree(native, `${native}-18.4`),
      copyTree(native, `${native}-18.4`),
    ]);
    expect(copies.filter(Boolean)).toHaveLength(1);
    expect(await copyTree(native, `${native}-18.4`)).toBe(false);
  });
});

describe('the socket folder', () => {
  it('is refused when other users may enter it', async () => {
    const folder = await scratchFolder();
    await expect(prepareSocketFolder(folder, undefined)).rejects.toThrow('mode 0700');
  });

  it('is refused when it is a link', async () => {
    const folder = await scratchFolder();
    await symlink('/tmp', join(folder, 'run'));
    await expect(prepareSocketFolder(join(folder, 'run'), undefined)).rejects.toThrow('must be a folder');
  });
});

describe('the ids of a user', () => {
  const passwd =
    'root:x:0:0:root:/root:/bin/bash\npostgres:x:101:104:PostgreSQL,,,:/var/lib/postgresql:/bin/bash\n';

  it('are read from /etc/passwd', () => {
    expect(findUser(passwd, 'postgres')).toEqual({ uid: 101, gid: 104 });
    expect(findUser(passwd, 'root')).toEqual({ uid: 0, gid: 0 });
  });

  it('are null for an unknown name and for a prefix of a name', () => {
    expect(findUser(passwd, 'nobody')).toBeNull();
    expect(findUser(passwd, 'post')).toBeNull();
  });
});

describe('the error message of PostgreSQL', () => {
  it('is its last error, without the time and the lines after it', () => {
    const log = [
      '2026-01-01 00:00:00.000 UTC [7] LOG:  starting PostgreSQL 18.4',
      '2026-01-01 00:00:00.001 UTC [7] FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use',
      '2026-01-01 00:00:00.001 UTC [7] HINT:  Terminate any old server processes.',
    ].join('\n');
    expect(findComplaint(log)).toBe('pre-existing shared memory block (key 1, ID 2) is still in use');
  });

  it('is its last line when it reported no error', () => {
    expect(findComplaint('one\ntwo\n\n')).toBe('two');
    expect(findComplaint('')).toBe('it said nothing');
  });
});
