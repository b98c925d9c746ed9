import { z } from 'zod';
import type { Context, Scope } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import { requestFingerprint } from './request-fingerprint.ts';
import type { RequestFingerprint } from './request-fingerprint.ts';

/** What an endpoint answers: an object to be sent as JSON, or the bytes of an answer already rendered. */
export type HttpResponse = { status: number; body: object | string; headers?: Record<string, string> };

/** What makes a write the same write when it is sent again. */
export type Keyed = {
  /** With its path parameters: `POST /payments`. */
  route: string;
  /** As parsed, with defaults; empty where the endpoint takes none. */
  attributes: object;
  /** The key that was sent and the fingerprint of this request; null without a key. */
  idempotency: { key: string; fingerprint: Buffer } | null;
};

/** The checked parts of a request. */
export type Input<P, Q, A> = { params: P; query: Q; attributes: A; keyed: Keyed };

/** What the OpenAPI document says of an endpoint. */
export type Documentation = {
  /** A line. */
  summary: string;
  /** What there is to know beyond it; Markdown. */
  description?: string;
  /** The body of the answer. */
  response: z.ZodType;
  /** The codes of its own errors; those that every endpoint can have are added. */
  refuses?: readonly ErrorCode[];
};

type Shared<P> = Documentation & {
  scope: Scope;
  /** Refused where only people of the party may do it. Allowed unless said. */
  agents?: 'refused';
  /** There in a sandbox only. */
  sandboxOnly?: true;
  /** Path parameters; a fault in one is a 400 that names it. */
  params?: z.ZodType<P>;
};

export type ReadDefinition<P, Q> = Shared<P> & {
  /** A fault in a query parameter is a 400 that names it. */
  query?: z.ZodType<Q>;
  run: (ctx: Context, input: Input<P, Q, undefined>) => Promise<HttpResponse>;
};

/** `none`: the specification gives the endpoint no `Idempotency-Key`, and one that is sent is ignored. */
type Idempotency = 'required' | 'accepted' | 'none';

/** A write reads no query: a query would not enter the fingerprint of the request. */
export type WriteDefinition<P, A> = Shared<P> & {
  idempotency: Idempotency;
  /** Everything it does is one command of the engine, which looks at the caller and the clock again. */
  recheckedInTransaction?: true;
  /** What `data.type` must be, if it is sent. */
  type: string;
  attributes: z.ZodType<A>;
  /** The attributes of a request as a reader would send it. */
  example: object;
  /** 200 unless said: 201 for what creates. */
  status?: 201;
  run: (ctx: Context, input: Input<P, undefined, A>) => Promise<HttpResponse>;
};

/** A write that may come without a body, its attributes all being optional or none. */
export type ActionDefinition<P, A> = Omit<WriteDefinition<P, A>, 'attributes' | 'example'> & {
  attributes?: z.ZodType<A>;
  example?: object;
};

export type Body = {
  type: string;
  attributes: z.ZodType;
  example: object;
  /** A request may come without any body; then there are no attributes. */
  optional: boolean;
  /** `data.id` may repeat the id in the path, as a change does. */
  takesId: boolean;
};

/** One route line, with its types checked and then forgotten, so that all lines fit in one list. */
export type Endpoint = Documentation & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  scope: Scope;
  agentsRefused: boolean;
  sandboxOnly: boolean;
  idempotency: Idempotency;
  /** For such a one a caller may be remembered; any other is looked up at every request. */
  recheckedInTransaction: boolean;
  status: 200 | 201;
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: Body | null;
  fingerprint: RequestFingerprint;
  run: (ctx: Context, input: Input<never, never, never>) => Promise<HttpResponse>;
};

/** A route line that reads. */
export function get<P, Q>(path: string, definition: ReadDefinition<P, Q>): Endpoint {
  return {
    ...common(path, definition),
    method: 'GET',
    idempotency: 'none',
    recheckedInTransaction: false,
    status: 200,
    query: definition.query ?? null,
    body: null,
    fingerprint: requestFingerprint(null),
    run: definition.run,
  };
}

/** A route line that writes. */
export function post<P, A>(path: string, definition: WriteDefinition<P, A>): Endpoint {
  return { ...common(path, definition), ...written(definition, false), method: 'POST' };
}

/** A route line that changes what it names: only the attributes that are sent. */
export function patch<P, A>(path: string, definition: WriteDefinition<P, A>): Endpoint {
  return { ...common(path, definition), ...written(definition, true), method: 'PATCH' };
}

/** A route line that puts something in the place of what is there. */
export function put<P, A>(path: string, definition: WriteDefinition<P, A>): Endpoint {
  return { ...common(path, definition), ...written(definition, false), method: 'PUT' };
}

/** A route line that does something with what it names; a body is not needed. */
export function action<P, A>(path: string, definition: ActionDefinition<P, A>): Endpoint {
  const attributes = definition.attributes ?? z.strictObject({}, 'must be an object');
  const { idempotency, type, status = 200, example = {}, run } = definition;
  const body = { type, attributes, example, optional: true, takesId: false };
  const recheckedInTransaction = definition.recheckedInTransaction ?? false;
  return {
    ...common(path, definition),
    method: 'POST',
    idempotency,
    recheckedInTransaction,
    status,
    query: null,
    body,
    fingerprint: requestFingerprint(attributes),
    run,
  };
}

/** A route line that removes what it names. A body means nothing. */
export function remove<P>(
  path: string,
  definition: Omit<ReadDefinition<P, undefined>, 'query'> & { idempotency: Idempotency },
): Endpoint {
  const { idempotency, run } = definition;
  const plain = { recheckedInTransaction: false, status: 200, query: null, body: null } as const;
  const fingerprint = requestFingerprint(null);
  return { ...common(path, definition), ...plain, method: 'DELETE', idempotency, fingerprint, run };
}

function written<P, A>(definition: WriteDefinition<P, A>, takesId: boolean) {
  const { idempotency, type, attributes, example, run } = definition;
  const status: 200 | 201 = definition.status ?? 200;
  const recheckedInTransaction = definition.recheckedInTransaction ?? false;
  return {
    idempotency,
    recheckedInTransaction,
    status,
    query: null,
    body: { type, attributes, example, optional: false, takesId },
    fingerprint: requestFingerprint(attributes),
    run,
  };
}

function common<P>(path: string, definition: Shared<P>) {
  const { summary, description, response, refuses } = definition;
  return {
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    response,
    refuses: refuses ?? [],
    scope: definition.scope,
    agentsRefused: definition.agents === 'refused',
    sandboxOnly: definition.sandboxOnly ?? false,
    params: definition.params ?? null,
  };
}
