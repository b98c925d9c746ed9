import {
  damaged,
  filesOf,
  isObject,
  type Login,
  readCredentials,
  readObject,
  replace,
  underLock,
} from './files.ts';
import { createSession, type Session } from './renewal.ts';
import { exits, misused, Stop } from './stop.ts';
import { variable } from './terminal.ts';

/** What is known of a server and of who acts there. The key stands in another file. */
export type Profile = { url: string; party?: string; agent?: string };

/** Whose authority a command has, and where. */
export type Access = {
  profile: string;
  url: string;
  apiKey: string | null;
  /** In place of a key: the login of the profile, whose tokens are renewed. */
  session: Session | null;
  /** Where the key or the login comes from; null if there is none. */
  keyFrom: 'environment' | 'profile' | null;
  /** Why the key of the profile is not used; null if it is, or there is none. */
  refusal: Stop | null;
};

export const defaultUrl = 'http://127.0.0.1:8080';

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
export async function readAccess(
  env: NodeJS.ProcessEnv,
  given: string | undefined,
  signal?: AbortSignal,
): Promise<Access> {
  const profile = nameOf(env, given);
  const named = variable(env, 'PURSER_URL')?.replace(/\/+$/, '') ?? null;
  if (named !== null && !isUrl(named))
    throw misused('PURSER_URL must be an address, such as https://purser.example.com.');
  const fromEnvironment = variable(env, 'PURSER_API_KEY');
  const isKeyGiven = fromEnvironment !== null;
  const byKey = { apiKey: fromEnvironment, session: null, keyFrom: 'environment', refusal: null } as const;
  const byNothing = { apiKey: null, session: null, keyFrom: null } as const;
  try {
    const stored = own(await readProfiles(env), profile);
    const url = named ?? stored?.url ?? defaultUrl;
    if (isKeyGiven) return { profile, url, ...byKey };
    const { apiKey = null, login = null } = own(await readCredentials(env), profile) ?? {};
    if (apiKey === null && login === null) return { profile, url, ...byNothing, refusal: null };
    if (stored?.url !== url)
      return { profile, url, ...byNothing, refusal: misdirected(profile, stored, url) };
    const session = login && createSession({ env, profile, url, signal }, login);
    return { profile, url, apiKey: session ? null : apiKey, session, keyFrom: 'profile', refusal: null };
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const isEnough = isKeyGiven && named !== null; // then the files say nothing that matters
    const known = { profile, url: named ?? defaultUrl };
    return isEnough ? { ...known, ...byKey } : { ...known, ...byNothing, refusal: error };
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

/** A profile that is no more: its address, and its login if it had one. */
export type Replaced = { url: string | null; login: Login | null };

/** Stores a profile, and what it signs in with. Returns what it replaces; null if there was no such profile. */
export async function storeProfile(
  env: NodeJS.ProcessEnv,
  name: string,
  profile: Profile,
  credential: string | Login,
): Promise<Replaced | null> {
  const { config, credentials } = filesOf(env);
  return underLock(env, async () => {
    const profiles = await readProfiles(env);
    const keys = await readCredentials(env);
    const before = own(profiles, name);
    const { apiKey: _key, login = null, ...kept } = own(keys, name) ?? {};
    const now = typeof credential === 'string' ? { apiKey: credential } : { login: credential };
    await replace(env, credentials, { ...keys, [name]: { ...kept, ...now } });
    await replace(env, config, { profiles: { ...profiles, [name]: profile } });
    return before && { url: before.url, login };
  });
}

/** Removes a profile with what it signed in with. Returns that, and the address; null if there was no such profile. */
export async function removeProfile(env: NodeJS.ProcessEnv, name: string): Promise<Replaced | null> {
  const { config, credentials } = filesOf(env);
  const without = <T>(all: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
  return underLock(env, async () => {
    const profiles = await readProfiles(env);
    const keys = await readCredentials(env);
    const [profile, key] = [own(profiles, name), own(keys, name)];
    if (!profile && !key) return null;
    await replace(env, credentials, without(keys));
    await replace(env, config, { profiles: without(profiles) });
    return { url: profile?.url ?? null, login: key?.login ?? null };
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

/** Returns the key or token with which commands act now; null if nobody is signed in. */
export const credentialOf = ({ apiKey, session }: Pick<Access, 'apiKey' | 'session'>): string | null =>
  apiKey ?? session?.login().accessToken ?? null;

/** Which environment a key or token is for, by its own words; null if they do not say. */
export const environmentOf = (apiKey: string | null): 'SANDBOX' | 'PROD' | null => {
  const [, name] = /^(?:sk|ak|at)_pur_(sandbox|prod)_/.exec(apiKey ?? '') ?? [];
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
