import { chmod, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { exits, misused, Stop } from './stop.ts';
import { variable } from './terminal.ts';

/** What is known of a server and of who acts there. The key stands in another file. */
export type Profile = { url: string; party?: string; agent?: string };
type Config = { profiles: Record<string, Profile> };
type Credentials = Record<string, { apiKey?: string; listenSecret?: string }>;

/** Whose authority a command has, and where. */
export type Access = {
  profile: string;
  url: string;
  apiKey: string | null;
  /** Where the key comes from; null if there is none. */
  keyFrom: 'environment' | 'profile' | null;
  stored: Profile | null;
};

export const defaultUrl = 'http://127.0.0.1:8080';

const folderOf = (env: NodeJS.ProcessEnv): string =>
  join(variable(env, 'XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'purser');

/** The files of this user. */
export const filesOf = (env: NodeJS.ProcessEnv): { folder: string; config: string; credentials: string } => {
  const folder = folderOf(env);
  return { folder, config: join(folder, 'config.json'), credentials: join(folder, 'credentials.json') };
};

/** Throws `Stop` if others than its owner can read a file or write into a folder. */
async function requirePrivate(path: string, right: string): Promise<void> {
  const found = await lstat(path);
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

async function readJson<T>(path: string, empty: T): Promise<T> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty;
    throw new Stop(exits.usage, 'unreadable_file', `${path} cannot be read.`);
  }
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new Stop(
      exits.usage,
      'unreadable_file',
      `${path} is not JSON.`,
      `rm ${path}   (then purser login)`,
    );
  }
}

async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const { folder, credentials } = filesOf(env);
  const found = await readJson<Credentials>(credentials, {});
  if (Object.keys(found).length > 0) {
    await requirePrivate(folder, '700');
    await requirePrivate(credentials, '600');
  }
  return found;
}

/** Replaces a file at once, readable by its owner only. */
async function replace(env: NodeJS.ProcessEnv, path: string, value: unknown): Promise<void> {
  const { folder } = filesOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const beside = `${path}.${process.pid}`;
  await rm(beside, { force: true });
  await writeFile(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(beside, path);
}

const nameOf = (env: NodeJS.ProcessEnv, given: string | undefined): string => {
  const name = given ?? variable(env, 'PURSER_PROFILE') ?? 'default';
  if (!/^[\w.-]{1,64}$/.test(name) || name === '__proto__')
    throw misused(`A profile has a name of letters, digits, \`-\`, \`_\` and \`.\`.`);
  return name;
};

/**
 * Returns where a command goes and as whom: the environment comes before the profile. Throws `Stop` if the key of the
 * profile would go to another address than the one that it was stored for, and if others can read the file of keys.
 */
export async function readAccess(env: NodeJS.ProcessEnv, given: string | undefined): Promise<Access> {
  const profile = nameOf(env, given);
  const { profiles = {} } = await readJson<Partial<Config>>(filesOf(env).config, {});
  const stored = profiles[profile] ?? null;
  const named = variable(env, 'PURSER_URL')?.replace(/\/+$/, '') ?? null;
  const url = named ?? stored?.url ?? defaultUrl;
  const fromEnvironment = variable(env, 'PURSER_API_KEY');
  if (fromEnvironment !== null)
    return { profile, url, apiKey: fromEnvironment, keyFrom: 'environment', stored };
  const apiKey = (await readCredentials(env))[profile]?.apiKey ?? null;
  if (apiKey !== null && stored && named !== null && named !== stored.url)
    throw new Stop(
      exits.notAllowed,
      'key_of_another_server',
      `The key of profile ${profile} is for ${stored.url}, and PURSER_URL says ${named}. It was not sent.`,
      `PURSER_URL=${named} purser login --profile NAME`,
    );
  return { profile, url, apiKey, keyFrom: apiKey === null ? null : 'profile', stored };
}

/** Stores a profile, and its key. */
export async function storeProfile(
  env: NodeJS.ProcessEnv,
  name: string,
  profile: Profile,
  apiKey: string,
): Promise<void> {
  const { config, credentials } = filesOf(env);
  const { profiles = {} } = await readJson<Partial<Config>>(config, {});
  const keys = await readCredentials(env);
  await replace(env, credentials, { ...keys, [name]: { ...keys[name], apiKey } });
  await replace(env, config, { profiles: { ...profiles, [name]: profile } });
}

/** Removes a profile and its key. Returns whether there was one. */
export async function removeProfile(env: NodeJS.ProcessEnv, name: string): Promise<boolean> {
  const { config, credentials } = filesOf(env);
  const { profiles = {} } = await readJson<Partial<Config>>(config, {});
  const keys = await readCredentials(env);
  const existed = name in profiles || name in keys;
  const without = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
  if (existed) {
    await replace(env, credentials, without(keys));
    await replace(env, config, { profiles: without(profiles) });
  }
  return existed;
}

/** Returns the secret with which `purser listen` signs for a profile, made by `make` the first time. */
export async function listenSecret(
  env: NodeJS.ProcessEnv,
  name: string,
  make: () => string,
): Promise<string> {
  const keys = await readCredentials(env);
  const known = keys[name]?.listenSecret;
  if (known !== undefined) return known;
  const made = make();
  await replace(env, filesOf(env).credentials, { ...keys, [name]: { ...keys[name], listenSecret: made } });
  return made;
}

/** Which environment a key is for, by its own words; null if they do not say. */
export const environmentOf = (apiKey: string | null): 'SANDBOX' | 'PROD' | null => {
  const [, name] = /^(?:sk|ak)_pur_(sandbox|prod)_/.exec(apiKey ?? '') ?? [];
  return name === undefined ? null : name === 'prod' ? 'PROD' : 'SANDBOX';
};

export const isAgentKey = (apiKey: string | null): boolean => apiKey?.startsWith('ak_pur_') === true;

/** Throws `Stop` unless this has the form of a key. It does not show what was given. */
export function requireKeyForm(apiKey: string): void {
  if (/^(?:sk|ak)_pur_(?:sandbox|prod)_[0-9A-Za-z]{39}$/.test(apiKey)) return;
  throw new Stop(
    exits.notAllowed,
    'malformed_key',
    'This is no key of Purser: one begins with sk_pur_ (a person) or ak_pur_ (an agent), and none is shortened.',
    'purser login',
  );
}
