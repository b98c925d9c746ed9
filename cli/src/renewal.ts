import { filesOf, type Login, readCredentials, replace, underLock } from './files.ts';
import { renew } from './oauth.ts';
import { exits, Stop } from './stop.ts';

/** A login in use: what the library asks for a token, and sends by. */
export type Session = {
  login: () => Login;
  token: () => Promise<string>;
  fetch: typeof globalThis.fetch;
};

type Place = { env: NodeJS.ProcessEnv; profile: string; url: string; signal?: AbortSignal | undefined };

const early_ms = 60_000;

const isAboutToEnd = ({ expiresAt }: Login): boolean => Date.parse(expiresAt) - early_ms < Date.now();

/**
 * Returns a session of a login. Its token is renewed when it is about to end, or once the server has refused it: by one
 * command at a time, and the others take over what that one got.
 */
export function createSession(place: Place, stored: Login): Session {
  let login = stored;
  let refused: string | null = null;
  let underWay: Promise<Login> | null = null;
  const isUsable = (each: Login): boolean => each.accessToken !== refused && !isAboutToEnd(each);
  const token = async (): Promise<string> => {
    if (!isUsable(login)) {
      underWay ??= renewed(place, isUsable).finally(() => {
        underWay = null;
      });
      login = await underWay;
    }
    return login.accessToken;
  };
  const send: typeof globalThis.fetch = async (address, init) => {
    const sent = new Headers(init?.headers).get('Authorization')?.replace('Bearer ', '') ?? null;
    const response = await fetch(address, init);
    if (response.status === 401) refused = sent;
    return response;
  };
  return { login: () => login, token, fetch: send };
}

/** Returns a login that can be used: the stored one, if another command has renewed it meanwhile. */
function renewed({ env, profile, url, signal }: Place, isUsable: (login: Login) => boolean): Promise<Login> {
  return underLock(
    env,
    async () => {
      const all = await readCredentials(env);
      const { login, ...others } = (Object.hasOwn(all, profile) ? all[profile] : null) ?? {};
      if (login === undefined) throw ended(profile);
      if (isUsable(login)) return login;
      const fresh = await renew(url, login.refreshToken);
      if (fresh === null) throw ended(profile);
      const now: Login = { ...login, ...fresh };
      await replace(env, filesOf(env).credentials, { ...all, [profile]: { ...others, login: now } });
      return now;
    },
    signal,
  );
}

const ended = (profile: string): Stop =>
  new Stop(
    exits.notAllowed,
    'login_ended',
    'The login has ended: it was revoked, or not used for too long. Log in again.',
    `purser login${profile === 'default' ? '' : ` --profile ${profile}`}`,
  );
