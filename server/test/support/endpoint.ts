import { randomUUID } from 'node:crypto';
import { attributes, call, type Reply } from './http.ts';
import type { TestServer } from './server.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** An endpoint as the specification describes it, with what the checklists need. */
export type Endpoint = {
  method: Method;
  /** Other methods of the same path. */
  alsoHas?: ReadonlyArray<Method>;
  /** The path of a resource that the main party may see; called once the server is up. */
  path: () => string | Promise<string>;
  scope: string;
  /** A scope that is enough for an agent, if it is another one. */
  agentScope?: string;
  agents: 'allowed' | 'refused';
  idempotency: 'required' | 'accepted' | 'none';
  status: 200 | 201;
  /** The whole response body, for toStrictEqual. */
  response: unknown;
  /** Set when the response differs from one moment to the next. */
  moves?: true;
  /**
   * Set for an action, which changes the resource that its path names and needs no body: `path` must name a
   * new one per call.
   */
  action?: true;
  /** Set if clients may send the attribute `status`. */
  takesStatus?: true;
  /** The attribute that shows a secret, which a replay omits. */
  secret?: string;
  /** Set if the body may name the agent as a relationship. */
  relationship?: true;
  /** Attributes of a request that succeeds, for an endpoint with a body. */
  body?: () => object;
  /** Attributes that turn `body` into a different request; a `description` by default. */
  otherBody?: object;
};

/** What an endpoint has unless a test says otherwise. Its name gives the method, and the path if it names no resource. */
type Usual = 'method' | 'path' | 'agents' | 'idempotency' | 'status';

/** An endpoint as a test describes it. */
export type Described = Omit<Endpoint, Usual> & Partial<Pick<Endpoint, Usual>>;

/** Reads agents may send and writes not; a write accepts an idempotency key. */
export function endpointOf(name: string, described: Described): Endpoint {
  const [method, path] = name.split(' ') as [Method, string];
  const usual =
    method === 'GET'
      ? ({ agents: 'allowed', idempotency: 'none' } as const)
      : ({ agents: 'refused', idempotency: 'accepted' } as const);
  return { method, path: () => path, status: 200, ...usual, ...described };
}

export type Change = {
  key?: string | null;
  headers?: Record<string, string | undefined>;
  path?: string;
  body?: unknown;
};

/** Sends a valid request of the main party, with the given changes. */
export async function send(server: TestServer, endpoint: Endpoint, change: Change = {}): Promise<Reply> {
  const idempotencyKey = endpoint.idempotency === 'required' ? randomUUID() : undefined;
  const body = 'body' in change ? change.body : endpoint.body && attributes(endpoint.body());
  return call(server.baseUrl, endpoint.method, change.path ?? (await endpoint.path()), {
    key: change.key === undefined ? server.parties.main.apiKey : change.key,
    headers: { 'Idempotency-Key': idempotencyKey, ...change.headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Returns the body that a replay of the response has. */
export function withoutSecret({ secret }: Endpoint, { text }: Reply): string {
  if (secret === undefined) return text;
  const body = JSON.parse(text) as { data: { attributes: Record<string, unknown> } };
  delete body.data.attributes[secret];
  return `${JSON.stringify(body)}\n`;
}
