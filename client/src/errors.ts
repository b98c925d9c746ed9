/** A fault of a request, as the server found it. */
export type Fault = {
  /** Stable: use it in programs. */
  code: string;
  /** For people: it may change. */
  title: string;
  detail: string;
  /** Where the fault is: a JSON pointer into the body, a parameter of path or query, or a header. */
  source?: { pointer?: string; parameter?: string; header?: string };
};

const brand = Symbol.for('purser.client.errors');

/** The base of all errors of this library. `instanceof` holds between two copies of the library in one program. */
export class PurserError extends Error {
  protected static readonly kind: string = 'PurserError';
  /** The kinds that this error is, by name. */
  readonly [brand]: readonly string[];

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    const kinds: string[] = [];
    for (
      let each = new.target;
      each !== Function.prototype;
      each = Object.getPrototypeOf(each) as typeof each
    )
      if (Object.hasOwn(each, 'kind')) kinds.push(each.kind);
    this.name = kinds[0] ?? 'PurserError';
    this[brand] = kinds;
  }

  /** A class of a program that extends one of these has no kind, and is judged by its prototype like any other. */
  static override [Symbol.hasInstance]<T extends abstract new (...args: never) => unknown>(
    this: T,
    value: unknown,
  ): value is InstanceType<T> {
    if (!Object.hasOwn(this, 'kind')) return Function.prototype[Symbol.hasInstance].call(this, value);
    const { kind } = this as unknown as { kind: string };
    return isBranded(value) && value[brand].includes(kind);
  }
}

function isBranded(value: unknown): value is Pick<PurserError, typeof brand> {
  return typeof value === 'object' && value !== null && brand in value;
}

/** The call or an option is wrong, such as an address that redirects: the server did nothing. */
export class UsageError extends PurserError {
  protected static override readonly kind: string = 'UsageError';
}

/** The server could not be reached, or the connection broke. A read can be repeated; a write was never sent. */
export class ConnectionError extends PurserError {
  protected static override readonly kind: string = 'ConnectionError';
}

/** A read, or the token for a call, took longer than `timeout_ms`. */
export class TimeoutError extends ConnectionError {
  protected static override readonly kind: string = 'TimeoutError';
}

/** Returns what to do after a write in doubt. */
export const adviceFor = (key: string | null): string =>
  key === null ? 'Look whether it took effect.' : `Send it again with the idempotency key ${key}.`;

/** The caller has aborted the call, also by a time limit of its own. */
export class AbortedError extends PurserError {
  protected static override readonly kind: string = 'AbortedError';
  declare readonly idempotencyKey: string | null;
  /** Whether a write may have taken effect all the same. Sent again with `idempotencyKey`, it takes effect once. */
  declare readonly isOutcomeUnknown: boolean;

  constructor(idempotencyKey: string | null, isOutcomeUnknown: boolean, options?: ErrorOptions) {
    const doubt = isOutcomeUnknown
      ? ` Nobody knows whether it took effect. ${adviceFor(idempotencyKey)}`
      : '';
    super(`The call was aborted.${doubt}`, options);
    this.idempotencyKey = idempotencyKey;
    this.isOutcomeUnknown = isOutcomeUnknown;
  }
}

/**
 * A write may or may not have taken effect: its answer was lost, and no retry has cleared it up. Send it again with
 * `idempotencyKey`: it takes effect once at most, and a later try gets the first answer. A payment keeps its key for ever,
 * any other write for 48 hours, or as the server's PURSER_IDEMPOTENCY_HOURS says: later, look first whether it took effect.
 */
export class OutcomeUnknownError extends PurserError {
  protected static override readonly kind: string = 'OutcomeUnknownError';
  declare readonly idempotencyKey: string | null;
  /** Of the last answer; null if there was none. */
  declare readonly requestId: string | null;
  /**
   * Why the server refused the last try, such as `insufficient_funds`; null if it did not. The write has then had no effect,
   * unless a lost try is still on its way.
   */
  declare readonly refusal: APIError | null;

  constructor(
    message: string,
    about: { idempotencyKey: string | null; requestId: string | null; refusal: APIError | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.idempotencyKey = about.idempotencyKey;
    this.requestId = about.requestId;
    this.refusal = about.refusal;
  }
}

/** What an error answer says. */
export type ErrorAnswer = {
  status: number;
  errors: readonly Fault[];
  requestId: string | null;
  idempotencyKey: string | null;
  /** How long the server asks to wait, in ms; null if it does not say. */
  retryAfter_ms: number | null;
};

/** The server has refused the request: it changed nothing. `errors` has every fault, each with its place. */
export class APIError extends PurserError {
  protected static override readonly kind: string = 'APIError';
  declare readonly status: number;
  /** The code of the first fault; `unknown` if the answer was none of Purser's. */
  declare readonly code: string;
  declare readonly errors: readonly Fault[];
  declare readonly requestId: string | null;
  declare readonly idempotencyKey: string | null;
  declare readonly retryAfter_ms: number | null;

  constructor(answer: ErrorAnswer) {
    const { status, errors, requestId } = answer;
    const texts = errors.map(({ code, detail, source }) => `${code}: ${detail}${placeOf(source)}`);
    super(
      `${status} ${texts.join('; ') || 'no answer of Purser'}${requestId === null ? '' : ` (${requestId})`}`,
    );
    this.status = status;
    this.code = errors[0]?.code ?? 'unknown';
    this.errors = errors;
    this.requestId = requestId;
    this.idempotencyKey = answer.idempotencyKey;
    this.retryAfter_ms = answer.retryAfter_ms;
  }
}

function placeOf(source: Fault['source']): string {
  const place = source?.pointer ?? source?.parameter ?? source?.header;
  return place === undefined ? '' : ` [${place}]`;
}

/** 401: the key is missing, wrong, revoked or expired. */
export class AuthenticationError extends APIError {
  protected static override readonly kind: string = 'AuthenticationError';
}

/** 403: the key, its user or its agent may not do this. */
export class PermissionError extends APIError {
  protected static override readonly kind: string = 'PermissionError';
}

/** 404: there is nothing of this name that the key may see. */
export class NotFoundError extends APIError {
  protected static override readonly kind: string = 'NotFoundError';
}

/** 409: the state of the world does not allow it, such as `insufficient_funds`. */
export class ConflictError extends APIError {
  protected static override readonly kind: string = 'ConflictError';
}

/** 400 and 422: a value of the request is wrong; `errors` names each. */
export class ValidationError extends APIError {
  protected static override readonly kind: string = 'ValidationError';
}

/** 429: too many requests, also after waiting. */
export class RateLimitError extends APIError {
  protected static override readonly kind: string = 'RateLimitError';
}

/** 5xx: the server is at fault. Only for reads and for writes that surely did nothing. */
export class ServerError extends APIError {
  protected static override readonly kind: string = 'ServerError';
}

/** Returns the error for an answer, by its status. */
export function errorOf(answer: ErrorAnswer): APIError {
  const { status } = answer;
  if (status >= 500) return new ServerError(answer);
  switch (status) {
    case 400:
    case 422:
      return new ValidationError(answer);
    case 401:
      return new AuthenticationError(answer);
    case 403:
      return new PermissionError(answer);
    case 404:
      return new NotFoundError(answer);
    case 409:
      return new ConflictError(answer);
    case 429:
      return new RateLimitError(answer);
    default:
      return new APIError(answer);
  }
}
