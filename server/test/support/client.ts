import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import type { SandboxFile } from '../../src/start/sandbox-file.ts';
import { attributes, call, resource, type Reply } from './http.ts';

/** Undefined headers are not sent. */
export type RequestHeaders = Record<string, string | undefined>;

/** Who asks: a party or an agent of a test, or a key; null for nobody. */
export type Caller = { apiKey: string } | { key: string } | string | null;

/** Sends requests to one server as one caller. Writes have a fresh idempotency key, unless `headers` name another. */
export type ApiClient = {
  readonly baseUrl: string;
  readonly parties: SandboxFile['parties'];
  /** The same server, asked by another caller, by default the main party. */
  as: (caller?: Caller) => ApiClient;
  /** The same caller, with more headers in each request. */
  with: (headers: RequestHeaders) => ApiClient;
  get: (path: string, headers?: RequestHeaders) => Promise<Reply>;
  /** Sends the values as attributes; without any, the request has no body. */
  post: (path: string, values?: object | null, headers?: RequestHeaders) => Promise<Reply>;
  put: (path: string, values: object, headers?: RequestHeaders) => Promise<Reply>;
  patch: (path: string, values: object, headers?: RequestHeaders) => Promise<Reply>;
  delete: (path: string, headers?: RequestHeaders) => Promise<Reply>;
  send: (method: string, path: string, values?: object | null, headers?: RequestHeaders) => Promise<Reply>;
  /** POST /payments */
  pay: (values: object, headers?: RequestHeaders) => Promise<Reply>;
  /** Returns the status that a resource has now. */
  statusOf: (of: string | { id: string }) => Promise<unknown>;
};

/** The requests of a client, and whoever else it can ask as. */
type Requests = Omit<ApiClient, 'baseUrl'>;

/** Returns a client at an address, by default the main party's. */
export function clientAt(baseUrl: string, caller?: Caller): ApiClient {
  return requestsTo({ baseUrl }).as(caller);
}

/** Returns the requests of the main party to a server, whose address need not be known before the first one. */
export function requestsTo(
  server: { readonly baseUrl: string },
  key: string | null = inject('parties').main.apiKey,
  always: RequestHeaders = {},
): Requests {
  const parties = inject('parties');
  const send: ApiClient['send'] = (method, path, values = null, headers = {}) =>
    call(server.baseUrl, method, path, {
      key,
      headers: { ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }), ...always, ...headers },
      ...(values && { body: attributes(values) }),
    });
  const other = (otherKey: string | null, headers: RequestHeaders): ApiClient => {
    const client = {
      get baseUrl() {
        return server.baseUrl;
      },
    };
    return Object.assign(client, requestsTo(server, otherKey, headers));
  };
  return {
    parties,
    as: (caller = parties.main) => other(keyOf(caller), always),
    with: (headers) => other(key, { ...always, ...headers }),
    get: (path, headers) => send('GET', path, null, headers),
    post: (path, values, headers) => send('POST', path, values, headers),
    put: (path, values, headers) => send('PUT', path, values, headers),
    patch: (path, values, headers) => send('PATCH', path, values, headers),
    delete: (path, headers) => send('DELETE', path, null, headers),
    send,
    pay: (values, headers) => send('POST', '/payments', values, headers),
    statusOf: async (of) => resource(await send('GET', placeOf(of))).attributes['status'],
  };
}

function keyOf(caller: Caller): string | null {
  if (caller === null || typeof caller === 'string') return caller;
  return 'apiKey' in caller ? caller.apiKey : caller.key;
}

/** Where resources are read, by the prefix of their ids. */
const places: Record<string, string> = {
  agt: 'agents',
  apr: 'approvals',
  eac: 'external-accounts',
  pay: 'payments',
  prq: 'payment-requests',
  trf: 'transfers',
};

function placeOf(of: string | { id: string }): string {
  const id = typeof of === 'string' ? of : of.id;
  const place = places[id.slice(0, 3)];
  if (place === undefined) throw new Error(`a test reads ${id}, whose place it does not know`);
  return `/${place}/${id}`;
}
