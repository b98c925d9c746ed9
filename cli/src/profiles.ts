import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { exits, misused, Stop } from './stop.ts';
import { variable } from './terminal.ts';

/** What is known of a server and of who acts there. The key stands in another file. */
export type Profile = { url: string; party?: string; agent?: string };
type Credentials = Record<string, { apiKey?: string; listenSecret?: string }>;

/** Whose authority a command has, and where. */
export type Access = {
  profile: string;
  url: string;
  apiKey: string | null;
  /** Where the key comes from; null if there is none. */
  keyFrom: 'environment' | 'profile' | null;
  /** Why the key of the profile is not used; null if it is, or there is none. */
  refusal: Stop | null;
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads an object from a file; an empty one if there is no file. Throws `Stop` for what is none. */
async function readObject(path: string): Promise<Record<string, unknown>> {
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

const damaged = (path: string): Stop =>
  new Stop(
    exits.usage,
    'unreadable_file',
    `${path} is damaged: it is not what \`purser login\` writes.`,
    `rm ${path}   (then purser login)`,
  );

async function readProfiles(env: NodeJS.ProcessEnv): Promise<Record<string, Profile>> {
  const { config } = filesOf(env);
  const { profiles = {} } = await readObject(config);
  const isRight =
    isObject(profiles) && Object.values(profiles).every((each) => isObject(each) && isUrl(each['url']));
  if (!isRight) throw damaged(config);
  return profiles as Record<string, Profile>;
}

/** Whether this is the address of a server. */
export const isUrl = (text: unknown): text is string =>
  typeof text === 'string' && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const { folder, credentials } = filesOf(env);
  const found = await readObject(credentials);
  if (Object.keys(found).length > 0) {
    await requirePrivate(folder, '700');
    await requirePrivate(credentials, '600');
  }
  const texts = Object.values(found).flatMap((each) => (isObject(each) ? Object.values(each) : [null]));
  if (!texts.every((each) => typeof each === 'string')) throw damaged(credentials);
  return found as Credentials;
}

const longestWait_ms = 10_000;
const between_ms = 50;

/** Does work while no other program changes the files. A lock that a program left behind is broken after a while. */
async function underLock<T>(env: NodeJS.ProcessEnv, work: () => Promise<T>): Promise<T> {
  const { folder } = filesOf(env);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = join(folder, 'lock');
  let until = Date.now() + longestWait_ms;
  const taken = async (): Promise<boolean> =>
    writeFile(lock, String(process.pid), { mode: 0o600, flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw new Stop(exits.refused, 'unwritable_folder', `Nothing can be written into ${folder}.`);
      },
    );
  while (!(await taken())) {
    if (Date.now() > until) {
      await rm(lock, { force: true });
      until = Date.now() + longestWait_ms;
    } else await pause(between_ms);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
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
 * Returns where a command goes and as whom: the environment comes before the profile. The key of the profile is refused if
 * it would go to another address than the one that it was stored for, and if others can read the file of keys.
 */
export async function readAccess(env: NodeJS.ProcessEnv, given: string | undefined): Promise<Access> {
  const profile = nameOf(env, given);
  const named = variable(env, 'PURSER_URL')?.replace(/\/+$/, '') ?? null;
  if (named !== null && !isUrl(named))
    throw misused('PURSER_URL must be an address, such as https://purser.example.com.');
  const fromEnvironment = variable(env, 'PURSER_API_KEY');
  const isKeyGiven = fromEnvironment !== null;
  try {
    const stored = own(await readProfiles(env), profile);
    const url = named ?? stored?.url ?? defaultUrl;
    if (isKeyGiven) return { profile, url, apiKey: fromEnvironment, keyFrom: 'environment', refusal: null };
    const apiKey = own(await readCredentials(env), profile)?.apiKey ?? null;
    const refusal = apiKey === null || stored?.url === url ? null : misdirected(profile, stored, url);
    if (refusal !== null) return { profile, url, apiKey: null, keyFrom: null, refusal };
    return { profile, url, apiKey, keyFrom: apiKey === null ? null : 'profile', refusal };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const isEnough = isKeyGiven && named !== null; // then the files say nothing that matters
    const known = { profile, url: named ?? defaultUrl };
    if (isEnough) return { ...known, apiKey: fromEnvironment, keyFrom: 'environment', refusal: null };
    return { ...known, apiKey: null, keyFrom: null, refusal: error };
  }
}

/** Returns what stands under a name, and not what every object has. */
const own = <T>(all: Readonly<Record<string, T>>, name: string): T | null =>
  Object.hasOwn(all, name) ? (all[name] ?? null) : null;

const misdirected = (profile: string, stored: Profile | null, url: string): Stop =>
  stored === null
    ? new Stop(
        exits.notAllowed,
        'key_without_server',
        `Nothing says which server the key of profile ${profile} is for. It was not sent.`,
        `purser login --profile ${profile}`,
      )
    : new Stop(
        exits.notAllowed,
        'key_of_another_server',
        `The key of profile ${profile} is for ${stored.url}, and PURSER_URL says ${url}. It was not sent.`,
        `PURSER_URL=${url} purser login --profile NAME`,
      );

/** Stores a profile, and its key. */
export async function storeProfile(
  env: NodeJS.ProcessEnv,
  name: string,
  profile: Profile,
  apiKey: string,
): Promise<void> {
  const { config, credentials } = filesOf(env);
  await underLock(env, async () => {
    const profiles = await readProfiles(env);
    const keys = await readCredentials(env);
    await replace(env, credentials, { ...keys, [name]: { ...own(keys, name), apiKey } });
    await replace(env, config, { profiles: { ...profiles, [name]: profile } });
  });
}

/** Removes a profile and its key. Returns whether there was one. */
export async function removeProfile(env: NodeJS.ProcessEnv, name: string): Promise<boolean> {
  const { config, credentials } = filesOf(env);
  const without = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
  return underLock(env, async () => {
    const profiles = await readProfiles(env);
    const keys = await readCredentials(env);
    const existed = Object.hasOwn(profiles, name) || Object.hasOwn(keys, name);
    if (existed) {
      await replace(env, credentials, without(keys));
      await replace(env, config, { profiles: without(profiles) });
    }
    return existed;
  });
}

/** Returns the secret with which `purser listen` signs for a profile, made by `make` the first time. */
export async function listenSecret(
  env: NodeJS.ProcessEnv,
  name: string,
  make: () => string,
): Promise<string> {
  return underLock(env, async () => {
    const keys = await readCredentials(env);
    const known = own(keys, name);
    if (known?.listenSecret !== undefined) return known.listenSecret;
    const made = make();
    await replace(env, filesOf(env).credentials, { ...keys, [name]: { ...known, listenSecret: made } });
    return made;
  });
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
