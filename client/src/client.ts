import { UsageError } from './errors.ts';
import { flat } from './flat.ts';
import { Page } from './page.ts';
import { type Answer, type Connection, type Sendable, send } from './send.ts';

export type { Answer } from './send.ts';

/** What a caller can say about one call. */
export type RequestOptions = {
  /**
   * Names the intent of a write, so that it takes effect once however often it is sent. By default each call gets one of its
   * own, for its retries. Take one from what is paid, such as the number of an invoice, if the program may be started again.
   * The server keeps that of a payment for ever, that of any other write for 48 hours unless its operator sets more.
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** For each try, in ms. A limit for all tries is `signal: AbortSignal.timeout(…)`. */
  timeout_ms?: number;
  /** How often the call is repeated; a write whose outcome is unknown up to five times, unless this is 0. */
  maxRetries?: number;
};

/** How an answer came. A replay leaves out what is shown once: new keys and secrets. */
export type WithResponse<T> = { data: T; status: number; requestId: string | null; isReplayed: boolean };

/** A call under way. */
export type Call<T> = Promise<T> & {
  /** Also returns the status, the id of the request, and whether the answer is that of an earlier request with this key. */
  withResponse: () => Promise<WithResponse<T>>;
};

/** A call of a list under way: awaited, its first page; iterated, all that it has. */
export type PageCall<T> = Call<Page<T>> & AsyncIterable<T>;

/**
 * An operation: verb and path, the names that go into body and query, and how it may be repeated. By default that is `read` for
 * GET, and else `keyed`.
 */
export type Operation = readonly [route: string, body?: string, query?: string, kind?: Sendable['kind']];

/** A list: its verb and path, and what it takes beside `limit` and `cursor`, which all take. */
export type List = readonly [route: string, filters?: string];

type Body = {
  data: unknown;
  meta?: { pagination?: { nextCursor?: string | null } };
};

/** The operations of a noun. */
export class Operations {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Where requests go, with the key: no field, so that no log shows it. */
  protected get connection(): Connection {
    return this.#connection;
  }

  /** Calls an operation that returns one thing. */
  protected one<T>(args: object = {}, options: RequestOptions = {}, ...operation: Operation): Call<T> {
    return callOf(this.#answer(operation, args, options), (body) => oneOf(body) as T);
  }

  /** Calls an operation that returns a page of a list. */
  protected page<T>(args: object = {}, options: RequestOptions = {}, ...list: List): PageCall<T> {
    const [route, filters = ''] = list;
    const operation: Operation = [route, '', `${filters},limit,cursor`];
    const read = (cursor: string): Promise<Page<T>> => this.page<T>({ ...args, cursor }, options, ...list);
    const call = callOf(this.#answer(operation, args, options), ({ data, meta }: Body) => {
      return new Page(flat(data) as T[], meta?.pagination?.nextCursor ?? null, read);
    });
    async function* all(): AsyncGenerator<T> {
      yield* await call;
    }
    return Object.assign(call, { [Symbol.asyncIterator]: all });
  }

  async #answer(operation: Operation, args: object, options: RequestOptions): Promise<Answer> {
    refuseUnknown(options, callOptions);
    return send(this.#connection, requestOf(operation, args), options);
  }
}

const callOptions = ['idempotencyKey', 'signal', 'timeout_ms', 'maxRetries'];
/** What a program forgot to set must not mean that another key pays, or that a payment has no key of its own. */
const neverUnset: ReadonlySet<string> = new Set(['apiKey', 'token', 'idempotencyKey']);

/** Throws `UsageError` for options that the library does not know, such as a misspelled `idempotencyKey`. */
export function refuseUnknown(options: object, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null) throw new UsageError('Options are an object.');
  for (const [name, value] of Object.entries(options)) {
    if (!known.includes(name))
      throw new UsageError(`There is no option \`${name}\`: there are ${known.join(', ')}.`);
    if ((value === undefined || value === null) && neverUnset.has(name))
      throw new UsageError(`\`${name}\` is ${value}: give a value, or leave it out.`);
  }
}

/** A single resource with its `meta`, if it has any; several things as `data`. */
function oneOf({ data, meta }: Body): unknown {
  if (Array.isArray(data)) return { data: flat(data), ...(meta && { meta: flat(meta) }) };
  return { ...(flat(data) as object), ...(meta && { meta: flat(meta) }) };
}

function callOf<T>(answer: Promise<Answer>, read: (body: Body) => T): Call<T> {
  const whole = answer.then(({ body, ...rest }) => ({ ...rest, data: read(body as Body) }));
  const data = whole.then((each) => each.data);
  const withResponse = (): Promise<WithResponse<T>> => {
    data.catch(() => undefined); // who asks for the whole answer hears of the error there
    return whole;
  };
  return Object.assign(data, { withResponse });
}

/** What decides whose money moves, and how much: left out it means something else than what a program forgot to set. */
const neverUndefined: ReadonlySet<string> = new Set(['amount', 'walletId', 'customerPartyId']);

/**
 * Returns the request for an operation. Throws `UsageError` for an unknown argument, a missing id, a fraction, and what JSON
 * or a query cannot say.
 */
export function requestOf(operation: Operation, args: object): Sendable {
  const [route, body = '', query = '', kind = route.startsWith('GET ') ? 'read' : 'keyed'] = operation;
  const [verb = '', template = ''] = route.split(' ');
  if (typeof args !== 'object' || args === null)
    throw new UsageError(`${verb} ${template} takes its arguments in an object.`);
  const given = Object.entries(args);
  const unset = given.find(([name, value]) => value === undefined && neverUndefined.has(name));
  if (unset) throw new UsageError(`\`${unset[0]}\` is undefined: give a value, or leave it out.`);
  const left = new Map<string, unknown>(given.filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const url = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = take(name);
    if (typeof value !== 'string' || /^\.{0,2}$|\p{Cs}/u.test(value))
      // `Cs`: half a character
      throw new UsageError(`${verb} ${template} needs \`${name}\`.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const name of namesIn(query)) if (left.has(name)) addTo(search, name, plain(take(name), name));
  const attributes: Record<string, unknown> = {};
  for (const name of namesIn(body)) if (left.has(name)) attributes[name] = plain(take(name), name);
  const [unknown] = left.keys();
  if (unknown !== undefined) {
    const advice = callOptions.includes(unknown)
      ? ' It is an option, which stands behind the arguments.'
      : '';
    throw new UsageError(`${verb} ${template} has no argument \`${unknown}\`.${advice}`);
  }
  const hasBody = verb !== 'GET' && verb !== 'DELETE';
  const text = search.toString();
  return {
    verb,
    path: text === '' ? url : `${url}?${text}`,
    template,
    kind,
    body: hasBody ? JSON.stringify({ data: { attributes } }) : null,
  };
}

const namesIn = (list: string): string[] => (list === '' ? [] : list.split(','));

function addTo(search: URLSearchParams, name: string, value: unknown): void {
  if (value === null) throw new UsageError(`\`${name}\` is null, which filters nothing: leave it out.`);
  if (typeof value === 'object')
    for (const [key, each] of Object.entries(value)) addTo(search, `${name}[${key}]`, each);
  else if (value !== undefined) search.append(name, `${value as string | number | boolean}`);
}

const deepest = 50;
const jsonKinds: ReadonlySet<string> = new Set(
  ['Array', 'Boolean', 'Date', 'Null', 'Number', 'Object', 'String', 'Undefined'].map(
    (name) => `[object ${name}]`,
  ),
);

/** Returns what kind of value this is, such as `[object Map]`, also of another realm. A boxed value is none that JSON knows. */
const kindOf = (value: unknown): string => {
  const kind = Object.prototype.toString.call(value);
  const isBoxed = typeof value === 'object' && /Boolean|Number|String/.test(kind);
  return isBoxed ? 'boxed' : kind;
};

/** Returns the value with its dates as texts. Throws `UsageError` for a number that is not whole: no amount has a fraction. */
function plain(value: unknown, at: string, depth = 0): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new UsageError(
      `\`${at}\` must be a whole number: amounts are in minor units, so 12.50 USD is 1250.`,
    );
  const isInvalidDate = value instanceof Date && Number.isNaN(value.getTime());
  if (isInvalidDate || depth > deepest || !jsonKinds.has(kindOf(value)))
    throw new UsageError(`\`${at.slice(0, 100)}\` is nothing that JSON can say.`);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each, index) => plain(each, `${at}/${index}`, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, plain(each, `${at}/${name}`, depth + 1)]),
  );
}
