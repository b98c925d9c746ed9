import { chown, lchown, mkdir, readFile, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { NativeTree } from './native.ts';
import type { Place } from './place.ts';
import { hasCode } from '../failures.ts';
import { StartRefused } from './refused.ts';
import { runLogged } from './run-logged.ts';
import { syncFolders } from './sync.ts';

/** The name of the role that Purser connects as, and of the database. */
export const purser = 'purser';

/**
 * Ensures that the folder contains a cluster that these programs can run: initializes one if the folder is empty.
 * A new cluster appears under its name only when it is complete. Throws StartRefused for files of another kind.
 */
export async function ensureCluster({ folder, user }: Place, native: NativeTree, log: string): Promise<void> {
  const found = await majorOf(folder);
  const [major] = native.version.split('.');
  if (found === null) return initialise({ folder, user }, native, log);
  if (found !== major) {
    throw new StartRefused(
      `The database in ${folder} is of PostgreSQL ${found}, this Purser runs PostgreSQL ${major}: move it over with pg_dump.`,
    );
  }
  if (user && (await stat(folder)).uid !== user.uid) await changeOwner({ folder, user });
}

async function majorOf(folder: string): Promise<string | null> {
  try {
    return (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    const files = await readdir(folder).catch(() => []);
    if (files.length === 0) return null;
    throw new StartRefused(`${folder} holds files but no PostgreSQL database: move them away.`, {
      cause: error,
    });
  }
}

async function initialise({ folder, user }: Place, native: NativeTree, log: string): Promise<void> {
  const home = dirname(folder);
  const unfinished = `${basename(folder)}.new-`;
  for (const name of (await readdir(home)).filter((entry) => entry.startsWith(unfinished))) {
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const fresh = join(home, unfinished + randomBytes(4).toString('hex'));
  await mkdir(fresh, { mode: 0o700 });
  if (user) await chown(fresh, user.uid, user.gid);
  const initdb = await runLogged(initdbCommand(native, fresh), user, log);
  if ((await initdb.gone) !== 0) {
    const complaint = await initdb.complaint();
    await rm(fresh, { recursive: true, force: true, maxRetries: 5 });
    throw new StartRefused(
      `PostgreSQL could not make a database in ${folder}: ${complaint} (more in ${log})`,
    );
  }
  await rename(fresh, folder);
  await syncFolders(home, dirname(home));
}

// PostgreSQL's built-in locale provider, so that text behaves the same on every machine.
function initdbCommand(native: NativeTree, folder: string): string[] {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${purser}`, '--auth-local=trust', '--auth-host=reject'];
  return [join(native.folder, 'bin/initdb'), ...locale, ...access, `--pgdata=${folder}`];
}

/** Makes the database's user the owner of a cluster that root has copied or restored. */
async function changeOwner({ folder, user }: Required<Place>): Promise<void> {
  if (!user) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
  await chown(folder, user.uid, user.gid);
}
