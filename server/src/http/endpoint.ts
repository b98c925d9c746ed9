import { z } from 'zod';
import type { Context, Scope } from '../context.ts';
import type { ErrorCode } from '../errors.ts';

/** What an endpoint answers: an object to be sent as JSON, or the bytes of an answer already rendered. */
export type HttpResponse = { status: number; body: object | string; headers?: Record<string, string> };

/** A write's route with its path parameters (`POST /payments`), and the idempotency key, if one was sent. */
export type Keyed = { route: string; key: string | null };

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

type Shared<P, Q> = Documentation & {
  scope: Scope;
  /** Refused where only people of the party may do it. Allowed unless said. */
  agents?: 'refused';
  /** There in a sandbox only. */
  sandboxOnly?: true;
  /** Path parameters and query; a fault in either is a 400 that names the parameter. */
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
};

export type ReadDefinition<P, Q> = Shared<P, Q> & {
  run: (ctx: Context, input: Input<P, Q, undefined>) => Promise<HttpResponse>;
};

/** `none`: the specification gives the endpoint no `Idempotency-Key`, and one that is sent is ignored. */
type Idempotency = 'required' | 'accepted' | 'none';

export type WriteDefinition<P, Q, A> = Shared<P, Q> & {
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
  run: (ctx: Context, input: Input<P, Q, A>) => Promise<HttpResponse>;
};

/** A write that may come without a body, its attributes all being optional or none. */
export type ActionDefinition<P, Q, A> = Omit<WriteDefinition<P, Q, A>, 'attributes' | 'example'> & {
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
    body: null,
    run: definition.run,
  };
}

/** A route line that writes. */
export function post<P, Q, A>(path: string, definition: WriteDefinition<P, Q, A>): Endpoint {
  return { ...common(path, definition), ...written(definition, false), method: 'POST' };
}

/** A route line that changes what it names: only the attributes that are sent. */
export function patch<P, Q, A>(path: string, definition: WriteDefinition<P, Q, A>): Endpoint {
  return { ...common(path, definition), ...written(definition, true), method: 'PATCH' };
}

/** A route line that puts something in the place of what is there. */
export function put<P, Q, A>(path: string, definition: WriteDefinition<P, Q, A>): Endpoint {
  return { ...common(path, definition), ...written(definition, false), method: 'PUT' };
}

/** A route line that does something with what it names; a body is not needed. */
export function action<P, Q, A>(path: string, definition: ActionDefinition<P, Q, A>): Endpoint {
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
    body,
    run,
  };
}

/** A route line that removes what it names. A body means nothing. */
export function remove<P, Q>(
  path: string,
  definition: ReadDefinition<P, Q> & { idempotency: Idempotency },
): Endpoint {
  const { idempotency, run } = definition;
  const plain = { recheckedInTransaction: false, status: 200, body: null } as const;
  return { ...common(path, definition), ...plain, method: 'DELETE', idempotency, run };
}

function written<P, Q, A>(definition: WriteDefinition<P, Q, A>, takesId: boolean) {
  const { idempotency, type, attributes, example, run } = definition;
  const status: 200 | 201 = definition.status ?? 200;
  const recheckedInTransaction = definition.recheckedInTransaction ?? false;
  return {
    idempotency,
    recheckedInTransaction,
    status,
    body: { type, attributes, example, optional: false, takesId },
    run,
  };
}

function common<P, Q>(path: string, definition: Shared<P, Q>) {
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
    query: definition.query ?? null,
  };
}
