import {
  AbortedError,
  adviceFor,
  APIError,
  ConnectionError,
  errorOf,
  type Fault,
  OutcomeUnknownError,
  PurserError,
  TimeoutError,
  UsageError,
} from './errors.ts';
import type { RequestOptions } from './client.ts';

/** Where requests go, and as whom. */
export type Connection = {
  baseUrl: string;
  apiKey: string | null;
  /** Returns a token in place of the API key. It is asked again once if the server does not take the token. */
  token: (() => Promise<string>) | null;
  fetch: typeof globalThis.fetch;
  maxRetries: number;
  timeout_ms: number;
  headers: Headers;
};

/** A request. `once`: the server takes no idempotency key for it, so it is only repeated where it surely did nothing. */
export type Sendable = {
  verb: string;
  path: string;
  /** The path for messages: it has the names of its arguments, since one may be a token. */
  template: string;
  kind: 'read' | 'keyed' | 'once';
  body: string | null;
};

export type Answer = { body: unknown; status: number; requestId: string | null; isReplayed: boolean };

const unknownRetries = 5;
const firstWait_ms = 500;
const longestWait_ms = 8_000;
const longestAsked_ms = 60_000;
const anHour_ms = 3_600_000;
const longestTimer_ms = 2 ** 31 - 1;

/** What a try came to. `isSure`: it surely had no effect. */
type Failure = { error: unknown; isSure: boolean; mayRepeat: boolean; retryAfter_ms: number | null };
type Attempt = { answer: Answer } | Failure;

/**
 * Sends a request, and repeats it where that is safe: a read after every failure of network or server, a write under the one
 * key that it has from the first try on. Throws the error of the last try; `OutcomeUnknownError` if a write may have taken
 * effect although no answer came.
 */
export async function send(
  connection: Connection,
  request: Sendable,
  options: RequestOptions,
): Promise<Answer> {
  const { maxRetries = connection.maxRetries, signal } = options;
  const key = keyOf(request, options);
  if (!(maxRetries >= 0)) throw new UsageError('`maxRetries` must be 0 or more.');
  let hasDoubt = false;
  let isNewToken = false;
  for (let tries = 0; ; tries += 1) {
    if (signal?.aborted) throw new AbortedError(key, hasDoubt, { cause: signal.reason });
    const attempt = await tryOnce(connection, request, { ...options, key });
    if ('answer' in attempt) return attempt.answer;
    const { error, isSure, mayRepeat, retryAfter_ms } = attempt;
    hasDoubt ||= !isSure && request.kind !== 'read';
    if (signal?.aborted) continue;
    const isRefusedToken: boolean = connection.token !== null && !isNewToken && isUnauthenticated(error);
    const most =
      hasDoubt && request.kind === 'keyed' && maxRetries > 0
        ? Math.max(maxRetries, unknownRetries)
        : maxRetries;
    const isOver = !(mayRepeat && tries < most) && !isRefusedToken;
    if (isOver || (retryAfter_ms ?? 0) > longestAsked_ms)
      throw hasDoubt ? unknownOutcome(attempt, request, key) : error;
    isNewToken ||= isRefusedToken;
    if (!isRefusedToken) await pause(backoff_ms(tries, retryAfter_ms), signal);
  }
}

/** Returns the idempotency key of a call. Throws `UsageError` for one that the server does not take. */
function keyOf({ verb, template, kind }: Sendable, { idempotencyKey: given }: RequestOptions): string | null {
  if (given !== undefined && kind === 'once')
    throw new UsageError(
      `${verb} ${template} takes no idempotency key: it would make two if it is sent twice.`,
    );
  if (kind !== 'keyed') return null;
  const key = given ?? newKey();
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key))
    throw new UsageError('`idempotencyKey` must have 1 to 255 characters of ASCII.');
  return key;
}

/** Returns a key that no other call has. `randomUUID` is absent in a page that came over plain http. */
function newKey(): string {
  const bytes: Uint8Array = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (each) => each.toString(16).padStart(2, '0')).join('');
}

function unknownOutcome({ error, isSure }: Failure, request: Sendable, key: string | null): Error {
  const answer = error instanceof APIError ? error : null;
  const reason = error instanceof Error ? error.message : String(error);
  return new OutcomeUnknownError(
    `Nobody knows whether ${request.verb} ${request.template} took effect: ${reason} ${adviceFor(key)}`,
    { idempotencyKey: key, requestId: answer?.requestId ?? null, refusal: isSure ? answer : null },
    { cause: error },
  );
}

export const isUnauthenticated = (error: unknown): boolean =>
  error instanceof APIError && error.status === 401;

/**
 * Returns how long to wait after this many failures: half a second at first, then twice as long each time; at least as long
 * as the server asks, up to an hour. A part of it is by chance, so that clients do not come back all at once.
 */
export const backoff_ms = (tries: number, asked_ms: number | null = null): number =>
  Math.max(
    Math.min(longestWait_ms, firstWait_ms * 2 ** tries) * (0.75 + Math.random() / 4),
    Math.min(asked_ms ?? 0, anHour_ms) * (1 + Math.random() / 10),
  );

/** Waits, or until the caller aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}

/**
 * Does work for at most this long. Rejects with `TimeoutError` after it, and with the caller's reason once the caller aborts,
 * whether the work heeds its signal or not. Throws `UsageError` for a time that no timer takes.
 */
export async function within<T>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!Number.isInteger(ms) || ms < 1 || ms > longestTimer_ms)
    throw new UsageError(`A time limit must be a whole number of ms from 1 to ${longestTimer_ms}.`);
  const controller = new AbortController();
  const stopped = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason as Error));
  });
  const timer = setTimeout(
    () => controller.abort(new TimeoutError(`There was no answer within ${ms} ms.`)),
    ms,
  );
  const stop = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  try {
    return await Promise.race([stopped, work(controller.signal)]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

type TryOptions = RequestOptions & { key: string | null };

async function tryOnce(connection: Connection, request: Sendable, options: TryOptions): Promise<Attempt> {
  const { key, signal, timeout_ms = connection.timeout_ms } = options;
  const { kind, body } = request;
  let isSent = false;
  try {
    return await within(timeout_ms, signal, async (stop) => {
      const headers = {
        Accept: 'application/json',
        ...(body !== null && { 'Content-Type': 'application/json' }),
        ...(key !== null && { 'Idempotency-Key': key }),
      };
      const response = await sendOnce(connection, request, headers, stop, () => {
        isSent = true;
      });
      return read(response, await response.text(), request, key);
    });
  } catch (error) {
    const isSure = kind === 'read' || !isSent || error instanceof UsageError || isUnsent(error);
    const known = !isSent || error instanceof PurserError ? error : brokenOf(connection, error);
    const mayRepeat = known instanceof ConnectionError && (kind !== 'once' || isSure);
    return { error: known, isSure, mayRepeat, retryAfter_ms: null };
  }
}

/** Returns the error for a connection that failed. It names the code of the failure, such as ECONNREFUSED. */
export function brokenOf({ baseUrl }: Connection, cause: unknown): ConnectionError {
  const [code] = causesOf(cause).flatMap((each) => (typeof each.code === 'string' ? [each.code] : []));
  const reason = code === undefined ? '' : ` (${code})`;
  return new ConnectionError(`${baseUrl} could not be reached, or the connection broke${reason}.`, { cause });
}

/**
 * Sends a request once, with its credential. `onSend` is called right before it leaves. Throws `UsageError` if there is no
 * credential, and if the address redirects: following it could take the key to another host.
 */
export async function sendOnce(
  connection: Connection,
  { verb, path, body }: Sendable,
  own: Readonly<Record<string, string>>,
  signal: AbortSignal,
  onSend?: () => void,
): Promise<Response> {
  const { baseUrl, fetch } = connection; // apart, since a browser's fetch is no method of anything else
  const headers = new Headers(connection.headers);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  if (!isWithoutKey(path)) headers.set('Authorization', `Bearer ${await credentialOf(connection)}`);
  onSend?.();
  const response = await fetch(`${baseUrl}${path}`, {
    method: verb,
    headers,
    body,
    redirect: 'manual',
    signal,
  });
  if (response.type !== 'opaqueredirect' && (response.status < 300 || response.status > 399)) return response;
  const location = response.headers.get('Location') ?? '';
  const target = URL.canParse(location, baseUrl) ? new URL(location, baseUrl).origin : 'another address';
  throw new UsageError(`${baseUrl} redirects to ${target}: give the right address as \`baseUrl\`.`);
}

const sureCodes =
  /^(?:UND_ERR_CONNECT_TIMEOUT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|CERT_\w+|UNABLE_TO_\w+|ERR_TLS_CERT_\w+)$/;

type Cause = { code?: unknown; syscall?: unknown; errors?: readonly Cause[] };

/** Whether the connection was never made, so that the server has seen nothing. One that was made can fail by the same codes. */
function isUnsent(error: unknown): boolean {
  return causesOf(error).every(
    ({ code, syscall }) => syscall === 'connect' || syscall === 'getaddrinfo' || sureCodes.test(String(code)),
  );
}

/** Returns what made a fetch fail: one cause, or that of each address that was tried. */
function causesOf(error: unknown): readonly Cause[] {
  const cause = (error as { cause?: Cause } | null)?.cause ?? {};
  return cause.errors !== undefined && cause.errors.length > 0 ? cause.errors : [cause];
}

/** Returns the key or token. Throws `UsageError` without one, and for one that no header takes, which it does not show. */
async function credentialOf({ apiKey, token }: Connection): Promise<string> {
  const credential = token ? await token() : apiKey;
  if (!credential)
    throw new UsageError('There is no API key: give `apiKey` to `new Purser()`, or set PURSER_API_KEY.');
  if (!/^[\x21-\x7e]+$/.test(credential))
    throw new UsageError('The API key or token has a space, a line break or a character that is not ASCII.');
  return credential;
}

/** Whether the token in the path is the authority, not a key. */
export const isWithoutKey = (path: string): boolean =>
  /^\/(?:claims|invitations|party-invitations)\/[^/]+\/\w+$/.test(path);

/** What the server refuses before it does anything, or says that it did not do: such a write surely had no effect. */
const sureStatuses: ReadonlySet<number> = new Set([408, 429, 503]);

function read(response: Response, text: string, { kind }: Sendable, key: string | null): Attempt {
  const { status, headers } = response;
  const body = parsed(text);
  if (response.ok && isSuccess(body)) {
    const isReplayed = headers.get('Idempotency-Replayed') === 'true';
    return { answer: { body, status, requestId: headers.get('Request-Id'), isReplayed } };
  }
  const error = refusalOf(response, body, key);
  const { errors, retryAfter_ms } = error;
  const codes = new Set(errors.map(({ code }) => code));
  const isUnderWay = codes.has('idempotency_request_in_progress');
  const isOurs = errors.length > 0;
  const isSure =
    isOurs && !isUnderWay && !codes.has('outcome_unknown') && (status < 500 || sureStatuses.has(status));
  const isPassing = response.ok || status >= 500 || sureStatuses.has(status) || isUnderWay;
  const waitsForPeople = codes.has('too_many_in_review');
  const mayRepeat = isPassing && !waitsForPeople && (kind !== 'once' || isSure);
  return { error, isSure, mayRepeat, retryAfter_ms };
}

/** Whether a body is one of Purser: a resource, or a list. A gateway may answer with a success of its own. */
function isSuccess(body: unknown): boolean {
  const { data } = (body ?? {}) as { data?: { type?: unknown } | unknown[] | null };
  return Array.isArray(data) || typeof data?.type === 'string';
}

/** Returns the error for an answer that refuses, with its body as it was parsed. */
export function refusalOf({ status, headers }: Response, body: unknown, key: string | null): APIError {
  const requestId = headers.get('Request-Id');
  return errorOf({
    status,
    errors: requestId === null ? [] : faultsOf(body),
    requestId,
    idempotencyKey: key,
    retryAfter_ms: retryAfterOf(headers),
  });
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Returns the faults in the body of an error answer; none if it is no answer of Purser. */
function faultsOf(body: unknown): readonly Fault[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  const isOurs =
    Array.isArray(errors) && errors.every((each: Partial<Fault> | null) => typeof each?.code === 'string');
  return isOurs ? (errors as Fault[]) : [];
}

/** Returns how long the server asks to wait, in ms: by seconds or by a date. Null if it does not say. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('Retry-After')?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
