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
   */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** For each try, in ms. */
  timeout_ms?: number;
  maxRetries?: number;
};

/** How an answer came. */
export type WithResponse<T> = { data: T; status: number; requestId: string | null; isReplayed: boolean };

/** A call under way. */
export type Call<T> = Promise<T> & {
  /** Also returns the status, the id of the request, and whether the answer is that of an earlier request with this key. */
  withResponse: () => Promise<WithResponse<T>>;
};

/** A call of a list under way: awaited, its first page; iterated, all that it has. */
export type PageCall<T> = Call<Page<T>> & AsyncIterable<T>;

/** An operation: verb, path, how it may be repeated, and the names that go into body and query. */
export type Operation = readonly [
  verb: string,
  path: string,
  kind: 'read' | 'keyed' | 'once',
  body: string,
  query: string,
];

type Body = {
  data: unknown;
  meta?: { pagination?: { nextCursor?: string | null; next_cursor?: string | null } };
};

/** Sends operations. The nouns are made on it. */
export class Client {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** Calls an operation that returns one thing. */
  one<T>(operation: Operation, args: object, options: RequestOptions): Call<T> {
    return callOf(this.#answer(operation, args, options), (body) => oneOf(body) as T);
  }

  /** Calls an operation that returns a page of a list. */
  page<T>(operation: Operation, args: object, options: RequestOptions): PageCall<T> {
    const read = (cursor: string): Promise<Page<T>> => this.page<T>(operation, { ...args, cursor }, options);
    const call = callOf(this.#answer(operation, args, options), ({ data, meta }: Body) => {
      const cursor = meta?.pagination?.nextCursor ?? meta?.pagination?.next_cursor ?? null;
      return new Page(flat(data) as T[], cursor, read);
    });
    async function* all(): AsyncGenerator<T> {
      yield* await call;
    }
    return Object.assign(call, { [Symbol.asyncIterator]: all });
  }

  async #answer(operation: Operation, args: object, options: RequestOptions): Promise<Answer> {
    return send(this.connection, requestOf(operation, args), options);
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

/** Returns the request for an operation. Throws `UsageError` for an unknown argument, a missing id and a fraction. */
function requestOf([verb, path, kind, body, query]: Operation, args: object): Sendable {
  const left = new Map<string, unknown>(Object.entries(args).filter(([, value]) => value !== undefined));
  const take = (name: string): unknown => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const url = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = take(name);
    if (typeof value !== 'string' || value === '') throw new UsageError(`${verb} ${path} needs \`${name}\`.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams();
  for (const name of namesIn(query)) addTo(search, name, take(name));
  const attributes: Record<string, unknown> = {};
  for (const name of namesIn(body)) if (left.has(name)) attributes[name] = whole(take(name), name);
  const [unknown] = left.keys();
  if (unknown !== undefined) throw new UsageError(`${verb} ${path} has no argument \`${unknown}\`.`);
  const hasBody = verb !== 'GET' && verb !== 'DELETE';
  const text = search.toString();
  return {
    verb,
    path: text === '' ? url : `${url}?${text}`,
    kind,
    body: hasBody ? JSON.stringify({ data: { attributes } }) : null,
  };
}

const namesIn = (list: string): string[] => (list === '' ? [] : list.split(','));

function addTo(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (value instanceof Date) search.append(name, value.toISOString());
  else if (typeof value === 'object')
    for (const [key, each] of Object.entries(value)) search.append(`${name}[${key}]`, String(each));
  else search.append(name, `${value as string | number | boolean}`);
}

/** Returns the value with its dates as texts. Throws `UsageError` for a number that is not whole: no amount has a fraction. */
function whole(value: unknown, at: string): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new UsageError(
      `\`${at}\` must be a whole number: amounts are in minor units, so 12.50 USD is 1250.`,
    );
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each, index) => whole(each, `${at}/${index}`));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, whole(each, `${at}/${name}`)]),
  );
}
