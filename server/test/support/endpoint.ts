import { randomUUID } from 'node:crypto';
import { attributes, call } from './http.ts';
import type { Reply } from './reply.ts';
import type { TestServer } from './server.ts';

/** One endpoint as the specification describes it: what the checklists need to know of it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Further methods of the same address. */
  alsoHas?: ReadonlyArray<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>;
  /** The address of something that the main party may see; asked when the server is up. */
  path: () => string | Promise<string>;
  scope: string;
  agents: 'allowed' | 'refused';
  idempotency: 'required' | 'accepted' | 'none';
  status: 200 | 201;
  /** The whole answer, for toStrictEqual. */
  response: unknown;
  /** Its answer is another one at every moment. */
  moves?: true;
  /** Does something with what its path names, and needs no body for it: the path must name a new one each time. */
  action?: true;
  /** Attributes of a request that succeeds, where there is a body. */
  body?: () => object;
  /** What makes another request of it, where that is not a `description`. */
  otherBody?: object;
};

export type Change = {
  key?: string | null;
  headers?: Record<string, string | undefined>;
  path?: string;
  body?: unknown;
};

/** A good request of the main party to the endpoint, but for what is changed in it. */
export async function send(server: TestServer, endpoint: Endpoint, change: Change = {}): Promise<Reply> {
  const idempotencyKey = endpoint.idempotency === 'required' ? randomUUID() : undefined;
  const body = 'body' in change ? change.body : endpoint.body && attributes(endpoint.body());
  return call(server.baseUrl, endpoint.method, change.path ?? (await endpoint.path()), {
    key: change.key === undefined ? server.parties.main.apiKey : change.key,
    headers: { 'Idempotency-Key': idempotencyKey, ...change.headers },
    ...(body === undefined ? {} : { body }),
  });
}
