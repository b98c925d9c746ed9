import { ConnectionError } from '../../client/src/errors.ts';
import type { Login } from './files.ts';
import { exits, Stop } from './stop.ts';
import { clean } from './text.ts';

const clientId = 'purser-cli';
const answer_ms = 20_000;
const unused_s = 30 * 24 * 3600; // how long a login holds from its last renewal on; no answer says it

/** A code that a person types on a page, and the secret with which this program asks whether that was done. */
export type DeviceCode = {
  userCode: string;
  page: string;
  secret: string;
  endsIn_s: number;
  every_s: number;
};

type Answer = { status: number; body: Readonly<Record<string, unknown>> };

/** Throws `ConnectionError` if no answer comes, or one that says nothing: from a gateway, or while the server stops. */
async function post(
  url: string,
  path: string,
  form: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Answer> {
  const limit = AbortSignal.timeout(answer_ms);
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
      body: new URLSearchParams({ client_id: clientId, ...form }).toString(),
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
    text = await response.text();
  } catch (cause) {
    throw new ConnectionError(`${url} could not be reached, or the connection broke.`, { cause });
  }
  if (response.status >= 500 || response.status === 429)
    throw new ConnectionError(`${url} answered ${response.status}.`);
  return { status: response.status, body: objectIn(text) };
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textIn = ({ body }: Answer, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};
const secondsIn = ({ body }: Answer, name: string, usual: number): number => {
  const value = body[name];
  return typeof value === 'number' && value > 0 ? value : usual;
};

/**
 * Asks for a code that a person types. It names no resource: the server means its API, under the address by which it is
 * known, which may be another than the one that was typed here.
 */
export async function askForCode(url: string, signal: AbortSignal): Promise<DeviceCode> {
  const answer = await post(url, '/oauth/device/authorize', { scope: 'full_access' }, signal);
  const [userCode, page, secret] = ['user_code', 'verification_uri', 'device_code'].map((name) =>
    textIn(answer, name),
  );
  if (!userCode || !page || !secret)
    throw new Stop(
      exits.refused,
      'no_login',
      `${url} offers no login in the browser (${answer.status}).`,
      'purser doctor   (is it Purser, and new enough?), or: purser login --with-key',
    );
  return {
    userCode: clean(userCode),
    page: clean(page),
    secret,
    endsIn_s: secondsIn(answer, 'expires_in', 600),
    every_s: secondsIn(answer, 'interval', 5),
  };
}

/** What came of a code: nothing yet, later if the server is asked too often, a login, or why there is none. */
export type Progress =
  | { login: Omit<Login, 'actor'> }
  | { waits: 'as before' | 'longer' }
  | { refused: string };

/** Asks whether the person has decided. */
export async function pollCode(url: string, secret: string, signal: AbortSignal): Promise<Progress> {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  const answer = await post(url, '/oauth/token', { grant_type, device_code: secret }, signal);
  const error = textIn(answer, 'error');
  if (error === 'authorization_pending') return { waits: 'as before' };
  if (error === 'slow_down') return { waits: 'longer' };
  const login = loginIn(answer);
  return login ? { login } : { refused: error };
}

/** Trades a refresh token for new tokens; null if the server takes it no more. */
export async function renew(url: string, refreshToken: string): Promise<Omit<Login, 'actor'> | null> {
  const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const answer = await post(url, '/oauth/token', form);
  const login = loginIn(answer);
  if (login) return login;
  if (/^invalid_(?:grant|client)$/.test(textIn(answer, 'error'))) return null;
  throw new Stop(
    exits.refused,
    'not_renewed',
    `${url} did not renew the login (${answer.status}).`,
    'purser doctor',
  );
}

const after = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

function loginIn(answer: Answer): Omit<Login, 'actor'> | null {
  const [accessToken, refreshToken] = [textIn(answer, 'access_token'), textIn(answer, 'refresh_token')];
  if (answer.status !== 200 || !accessToken || !refreshToken) return null;
  return {
    accessToken,
    refreshToken,
    expiresAt: after(secondsIn(answer, 'expires_in', 3600)),
    endsAt: after(unused_s),
  };
}

/** Ends a login at the server. Throws `ConnectionError` if the server is away. */
export async function revoke(url: string, { refreshToken }: Pick<Login, 'refreshToken'>): Promise<void> {
  const form = { token: refreshToken, token_type_hint: 'refresh_token' };
  const { status } = await post(url, '/oauth/revoke', form);
  if (status !== 200) throw new ConnectionError(`${url} answered ${status}.`);
}
