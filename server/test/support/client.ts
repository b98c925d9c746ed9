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

/** The requests of a client. They go to its address: to the new one, if a test copies a client with another. */
type Requests = Omit<ApiClient, 'baseUrl'>;

/** Returns a client at an address, by default the main party's. */
export const clientAt = (baseUrl: string, caller?: Caller): ApiClient =>
  ({ baseUrl, ...requests() }).as(caller);

/** Returns the requests of the main party, for a client whose address need not be known before the first one. */
export function requests(
  key: string | null = inject('parties').main.apiKey,
  always: RequestHeaders = {},
): Requests {
  const parties = inject('parties');
  return {
    parties,
    as(this: ApiClient, caller = parties.main) {
      return besides(this, requests(keyOf(caller), always));
    },
    with(this: ApiClient, headers) {
      return besides(this, requests(key, { ...always, ...headers }));
    },
    get(path, headers) {
      return this.send('GET', path, null, headers);
    },
    post(path, values, headers) {
      return this.send('POST', path, values, headers);
    },
    put(path, values, headers) {
      return this.send('PUT', path, values, headers);
    },
    patch(path, values, headers) {
      return this.send('PATCH', path, values, headers);
    },
    delete(path, headers) {
      return this.send('DELETE', path, null, headers);
    },
    send(this: ApiClient, method, path, values = null, headers = {}) {
      return call(this.baseUrl, method, path, {
        key,
        headers: { ...(method !== 'GET' && { 'Idempotency-Key': randomUUID() }), ...always, ...headers },
        ...(values && { body: attributes(values) }),
      });
    },
    pay(values, headers) {
      return this.send('POST', '/payments', values, headers);
    },
    async statusOf(of) {
      return resource(await this.send('GET', placeOf(of))).attributes['status'];
    },
  };
}

/** Returns a client that asks the same server otherwise. */
function besides(client: ApiClient, others: Requests): ApiClient {
  const address = {
    get baseUrl() {
      return client.baseUrl;
    },
  };
  return Object.assign(address, others);
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
