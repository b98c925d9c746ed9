import { randomUUID } from 'node:crypto';
import { watch } from 'node:fs';
import {
  chmod,
  constants,
  copyFile,
  link,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { basename, join } from 'node:path';
import { exits, Stop } from './stop.ts';
import { variable } from './terminal.ts';

/** What a login in the browser gave: tokens of OAuth. Times are of this machine. */
export type Login = {
  accessToken: string;
  refreshToken: string;
  /** Until when the access token holds. */
  expiresAt: string;
  /** When the login ends unless it is used before. */
  endsAt: string;
  /** As whom the commands act. */
  actor: 'person' | 'agent';
};

/** What each profile signs in with: a key or a login. */
export type Credentials = Record<string, { apiKey?: string; login?: Login; listenSecret?: string }>;

const folderOf = (env: NodeJS.ProcessEnv): string =>
  join(variable(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'purser');

/** The files of this user. */
export const filesOf = (env: NodeJS.ProcessEnv): { folder: string; config: string; credentials: string } => {
  const folder = folderOf(env);
  return { folder, config: join(folder, 'config.json'), credentials: join(folder, 'credentials.json') };
};

/** Throws `Stop` if others than its owner can read a file or write into a folder. */
async function requirePrivate(path: string, right: string): Promise<void> {
  const found = await stat(path); // of what is read in the end: a link has no rights of its own
  const isOthers = process.getuid !== undefined && found.uid !== process.getuid();
  if (process.platform === 'win32' || ((found.mode & 0o077) === 0 && !isOthers)) return;
  const message = isOthers
    ? `${path} belongs to another user.`
    : `Others can read ${path}, which holds keys.`;
  throw new Stop(
    exits.notAllowed,
    'keys_not_private',
    `${message} No key was used.`,
    isOthers ? null : `chmod ${right} ${path}   (and rotate its keys, if others use this machine)`,
  );
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object from a file; an empty one if there is no file. Throws `Stop` for what is none. */
export async function readObject(path: string): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Stop(exits.usage, 'unreadable_file', `${path} cannot be read.`);
  }
  try {
    const found: unknown = JSON.parse(text);
    if (isObject(found)) return found;
  } catch {
    // said below
  }
  throw damaged(path);
}

export const damaged = (path: string): Stop =>
  new Stop(
    exits.usage,
    'unreadable_file',
    `${path} is damaged: it is not what \`purser login\` writes.`,
    `rm ${path}   (then purser login)`,
  );

export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const { folder, credentials } = filesOf(env);
  const found = await readObject(credentials);
  if (Object.keys(found).length > 0) {
    await requirePrivate(folder, '700');
    await requirePrivate(credentials, '600');
  }
  if (!Object.values(found).every(isCredential)) throw damaged(credentials);
  return found as Credentials;
}

/** Whether this has the form of what a profile signs in with: texts, and the texts of a login. */
function isCredential(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { login = {}, ...texts } = value;
  const isLogin =
    isObject(login) && ['accessToken', 'refreshToken', 'expiresAt', 'actor'].every((each) => each in login);
  const all = Object.values(isObject(login) ? { ...texts, ...login } : texts);
  return ('login' in value ? isLogin : true) && all.every((each) => typeof each === 'string');
}

/** Replaces a file at once, readable by its owner only. */
export async function replace(env: NodeJS.ProcessEnv, path: string, value: unknown): Promise<void> {
  const { folder } = filesOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const beside = `${path}.${process.pid}`;
  await rm(beside, { force: true });
  await writeFile(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(beside, path);
}

const tooOld_ms = 120_000; // nobody holds the lock longer than a request to the server takes
const patience_ms = 60_000;
const look_ms = 200;

/** Who holds the lock: `id` tells apart two locks of one process. */
type Holder = { pid: number; host: string; id: string };

/**
 * Does work while no other command changes the file of keys, or renews a login. Takes over the lock of a process that is
 * gone. Throws `Stop` if another command holds it for a minute, or if `signal` is aborted.
 */
export async function underLock<T>(
  env: NodeJS.ProcessEnv,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { folder, credentials } = filesOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = `${credentials}.lock`;
  const holder: Holder = { pid: process.pid, host: hostname(), id: randomUUID() };
  const own = `${path}.${holder.id}`;
  await writeFile(own, JSON.stringify(holder), { mode: 0o600, flag: 'wx' }).catch(() => {
    throw new Stop(exits.refused, 'unwritable_folder', `Nothing can be written into ${folder}.`);
  });
  try {
    const until_ms = performance.now() + patience_ms;
    while (!(await taken(path, own))) {
      if (signal?.aborted) throw new Stop(exits.interrupted, 'interrupted', 'Nothing was done.');
      if (performance.now() > until_ms)
        throw new Stop(exits.refused, 'locked', 'Another command renews the login.', `rm ${path}`);
      await changed(folder, path, signal);
    }
    try {
      return await work();
    } finally {
      if ((await holderOf(path))?.id === holder.id) await rm(path, { force: true });
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** Takes the lock if it is free, or if its holder is gone. A link appears at once, with all that the file says. */
async function taken(path: string, own: string): Promise<boolean> {
  if (await linked(own, path)) return true;
  const held = await holderOf(path);
  if (held === null || !(await isGone(path, held))) return false;
  // Of all who find this holder gone, one takes its place: the one that makes this file.
  const heir = `${path}.${held.id}.heir`;
  if (!(await linked(own, heir))) return false;
  const isStill = (await holderOf(path))?.id === held.id;
  if (isStill) await rename(heir, path);
  else await rm(heir, { force: true });
  return isStill;
}

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  try {
    await copyFile(from, to, constants.COPYFILE_EXCL); // where files have no links
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderOf(path: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

async function isGone(path: string, { pid, host }: Holder): Promise<boolean> {
  const made = await stat(path).catch(() => null);
  if (made && Date.now() - made.mtimeMs > tooOld_ms) return true;
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Waits until the lock changes; now and then it looks whether its holder is gone, which no event says. */
async function changed(folder: string, path: string, signal: AbortSignal | undefined): Promise<void> {
  const stop = new AbortController();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, look_ms);
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
    signal?.addEventListener('abort', () => resolve(), { signal: stop.signal });
    try {
      const watcher = watch(folder, { signal: stop.signal }, (_event, name) => {
        if (name === basename(path)) resolve();
      });
      watcher.on('error', () => undefined); // the timer looks
    } catch {
      // a folder that cannot be watched is looked at
    }
  });
  stop.abort();
}
