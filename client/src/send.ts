import {
  AbortedError,
  type APIError,
  ConnectionError,
  errorOf,
  type Fault,
  OutcomeUnknownError,
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
  headers: Readonly<Record<string, string>>;
};

/** A request. `once`: the server takes no idempotency key for it, so it is only repeated where it surely did nothing. */
export type Sendable = { verb: string; path: string; kind: 'read' | 'keyed' | 'once'; body: string | null };

export type Answer = { body: unknown; status: number; requestId: string | null; isReplayed: boolean };

const unknownRetries = 5;
const firstWait_ms = 500;
const longestWait_ms = 8_000;
const longestAsked_ms = 60_000;

/** What a try came to. `isSure`: it surely had no effect. */
type Failure = { error: Error; isSure: boolean; retryAfter_ms: number | null };
type Attempt = { answer: Answer } | (Failure & { mayRepeat: boolean });

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
  const { maxRetries = connection.maxRetries } = options;
  const key = request.kind === 'keyed' ? (options.idempotencyKey ?? crypto.randomUUID()) : null;
  let hasDoubt = false;
  let isNewToken = false;
  for (let tries = 0; ; tries += 1) {
    const attempt = await tryOnce(connection, request, { ...options, key });
    if ('answer' in attempt) return attempt.answer;
    const { error, isSure, mayRepeat, retryAfter_ms } = attempt;
    hasDoubt ||= !isSure;
    const isRefusedToken: boolean =
      connection.token !== null && !isNewToken && (error as Partial<APIError>).status === 401;
    const most =
      hasDoubt && request.kind === 'keyed'
        ? Math.max(maxRetries, maxRetries === 0 ? 0 : unknownRetries)
        : maxRetries;
    const isOver = !(mayRepeat && tries < most) && !isRefusedToken;
    if (isOver || (retryAfter_ms ?? 0) > longestAsked_ms) throw lastError(error, { request, key, hasDoubt });
    isNewToken ||= isRefusedToken;
    if (!isRefusedToken) await pause(retryAfter_ms ?? backoff_ms(tries), options.signal, key);
  }
}

function lastError(
  error: Error,
  { request, key, hasDoubt }: { request: Sendable; key: string | null; hasDoubt: boolean },
): Error {
  if (!hasDoubt || request.kind === 'read' || error instanceof AbortedError) return error;
  const requestId = (error as Partial<APIError>).requestId ?? null;
  const advice =
    key === null ? 'Look whether it took effect.' : `Send it again with the idempotency key ${key}.`;
  const message = `Nobody knows whether ${request.verb} ${request.path} took effect: ${error.message} ${advice}`;
  return new OutcomeUnknownError(message, { idempotencyKey: key, requestId }, { cause: error });
}

/** Returns how long to wait after this many failures: half a second at first, then twice as long each time. */
export const backoff_ms = (tries: number): number =>
  Math.min(longestWait_ms, firstWait_ms * 2 ** tries) * (0.75 + Math.random() / 4);

/** Waits. Throws `AbortedError` once the caller aborts. */
export async function pause(ms: number, signal: AbortSignal | undefined, key: string | null): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    const stop = (): void => {
      clearTimeout(timer);
      reject(aborted(key, signal?.reason));
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

const aborted = (key: string | null, cause: unknown): AbortedError =>
  new AbortedError('The call was aborted.', key, { cause });

type TryOptions = RequestOptions & { key: string | null };

async function tryOnce(connection: Connection, request: Sendable, options: TryOptions): Promise<Attempt> {
  const { key, signal, timeout_ms = connection.timeout_ms } = options;
  const headers = await headersOf(connection, request, key);
  const deadline = AbortSignal.timeout(timeout_ms);
  try {
    const response = await connection.fetch(`${connection.baseUrl}${request.path}`, {
      method: request.verb,
      headers,
      body: request.body,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    });
    return read(response, await response.text(), request, key);
  } catch (error) {
    if (signal?.aborted) throw aborted(key, error);
    return {
      error: deadline.aborted
        ? new TimeoutError(`${connection.baseUrl} did not answer within ${timeout_ms} ms.`, { cause: error })
        : new ConnectionError(`${connection.baseUrl} could not be reached, or the connection broke.`, {
            cause: error,
          }),
      isSure: request.kind === 'read' || isUnsent(error),
      mayRepeat: request.kind !== 'once' || isUnsent(error),
      retryAfter_ms: null,
    };
  }
}

/** Whether the connection was never made, so that the server has seen nothing. */
function isUnsent(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: unknown } };
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(
    String(cause?.code),
  );
}

/** Returns the header with the credential. Throws `UsageError` if there is none. */
export async function credentialOf({ apiKey, token }: Connection): Promise<{ Authorization: string }> {
  const credential = token ? await token() : apiKey;
  if (credential === null)
    throw new UsageError('There is no API key: give `apiKey` to `new Purser()`, or set PURSER_API_KEY.');
  return { Authorization: `Bearer ${credential}` };
}

/** The token in the path is the authority, not a key. */
const byToken = /^\/(?:claims|invitations|party-invitations)\/[^/]+\/\w+$/;

async function headersOf(
  connection: Connection,
  { body, path }: Sendable,
  key: string | null,
): Promise<Record<string, string>> {
  return {
    Accept: 'application/json',
    ...connection.headers,
    ...(byToken.test(path) ? {} : await credentialOf(connection)),
    ...(body !== null && { 'Content-Type': 'application/json' }),
    ...(key !== null && { 'Idempotency-Key': key }),
  };
}

/** What the server refuses before it does anything, or says that it did not do: such a write surely had no effect. */
const sureStatuses: ReadonlySet<number> = new Set([408, 429, 503]);

function read(response: Response, text: string, { kind }: Sendable, key: string | null): Attempt {
  const { status, headers } = response;
  const requestId = headers.get('Request-Id');
  const body = parsed(text);
  if (response.ok && body !== null) {
    return {
      answer: { body, status, requestId, isReplayed: headers.get('Idempotency-Replayed') === 'true' },
    };
  }
  const error = refusalOf(response, body, key);
  const { errors, retryAfter_ms } = error;
  const codes = new Set(errors.map(({ code }) => code));
  const isOurs = errors.length > 0;
  const isSure = isOurs && !codes.has('outcome_unknown') && (status < 500 || sureStatuses.has(status));
  const isPassing =
    response.ok || status >= 500 || sureStatuses.has(status) || codes.has('idempotency_request_in_progress');
  return { error, isSure, mayRepeat: isPassing && (kind !== 'once' || isSure), retryAfter_ms };
}

/** Returns the error for an answer that refuses, with its body as it was parsed. */
export function refusalOf({ status, headers }: Response, body: unknown, key: string | null): APIError {
  return errorOf({
    status,
    errors: faultsOf(body),
    requestId: headers.get('Request-Id'),
    idempotencyKey: key,
    retryAfter_ms: retryAfterOf(headers),
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** Returns the faults in the body of an error answer; none if it is no answer of Purser. */
function faultsOf(body: unknown): readonly Fault[] {
  const { errors } = (body ?? {}) as { errors?: unknown };
  return Array.isArray(errors) ? (errors as Fault[]) : [];
}

/** Returns how long the server asks to wait, in ms; null if it does not say. */
function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('Retry-After');
  const seconds = text === null ? Number.NaN : Number(text);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
}
