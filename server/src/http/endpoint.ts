import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Context, Scope, WriteContext } from '../context.ts';
import type { ErrorCode } from '../errors.ts';
import type { IdPrefix } from '../lib/id.ts';
import { objectField } from './fields.ts';
import { requestFingerprint, type RequestFingerprint } from './request-fingerprint.ts';
import type { TokenLookUp, TokenTarget } from './token-look-up.ts';

/** The response of an endpoint: an object to send as JSON, or rendered text, JSON unless the headers say otherwise. */
export type HttpResponse = {
  status: number;
  body: object | string | Readable;
  headers?: Record<string, string>;
};

/** The checked parts of a request. */
export type Input<P, Q, A> = {
  params: P;
  query: Q;
  attributes: A;
  /** Whether `Accept` prefers CSV to JSON, and the endpoint has it. */
  prefersCsv: boolean;
};

/** The documentation of an endpoint in the OpenAPI document. */
export type Documentation = {
  /** One line. */
  summary: string;
  /** Further details, in Markdown. */
  description?: string;
  /** The shape of the response body. */
  response: z.ZodType;
  /** What the example of the response shows otherwise than the examples of its shape, because of what was asked for. */
  shows?: ShownParts;
  /** The error codes of this endpoint; the codes common to all endpoints are added. */
  refuses?: readonly ErrorCode[];
};

/** Parts of an example of a resource, by their names in it. */
export type ShownParts = { attributes?: object; relationships?: object };

type Shared<P> = Documentation & {
  scope: Scope;
  /** The endpoint exists in a sandbox only. */
  sandboxOnly?: true;
  /** Path parameters. An invalid one is a 400 that names it. */
  params?: z.ZodType<P>;
};

/**
 * What an agent that reads its own only (`reads`) gets of a read. `filtered`: what is its own, and of all else what is said
 * of what does not exist; the verb sees to that. `same`: nothing of it belongs to anybody. `refused`: 403.
 */
export type OwnReads = 'filtered' | 'same' | 'refused';

export type ReadDefinition<P, Q> = Shared<P> &
  ReadByAgents & {
    /** A scope that is enough for an agent: its own key has few. */
    agentScope?: Scope;
    /** Query parameters. An invalid one is a 400 that names it. */
    query?: z.ZodType<Q>;
    /** An example of the response as CSV, if the endpoint has it for clients whose `Accept` prefers it. */
    csv?: string;
    run: (ctx: Context, input: Input<P, Q, undefined>) => Promise<HttpResponse>;
  };

/** `agents: 'refused'` if only people of the party may use it; otherwise agents may too, so it says what those get. */
type ReadByAgents = { agents: 'refused'; ownReads?: never } | { agents?: never; ownReads: OwnReads };

/**
 * Whether a write needs an `Idempotency-Key`. `requirable`: it moves, holds or releases money, so that a server can ask for
 * one, where the specification does not. `none`: the specification gives the endpoint none; if one is sent, it is ignored.
 */
type Idempotency = 'required' | 'requirable' | 'accepted' | 'none';

type SharedByWrites<P> = Shared<P> & {
  /** `accepted` if agents may use it too; otherwise only people of the party may. */
  agents?: 'accepted';
  /** `accepted` if absent. */
  idempotency?: Exclude<Idempotency, 'accepted'>;
};

/** A write takes no query parameters, because they would not be part of the request's fingerprint. */
export type WriteDefinition<P, A> = SharedByWrites<P> & {
  /** Set if the endpoint only runs a command of the engine, or one plain write: each checks actor and clock again. */
  recheckedInTransaction?: true;
  /** The value that `data.type` must have, if it is sent. */
  type: string;
  attributes: z.ZodType<A>;
  /** An attribute that clients may also send as a relationship. */
  relationship?: Relationship;
  /** Attributes that responses show and this does not take, each with a sentence that says who changes it. */
  changedElsewhere?: Readonly<Record<string, string>>;
  /** The attributes of an example request, for the documentation. */
  example: object;
  /** 201 if the endpoint creates a resource; otherwise 200. */
  status?: 201;
  run: (ctx: WriteContext, input: Input<P, undefined, A>) => Promise<HttpResponse>;
};

/** A write whose body may be absent, because its attributes are all optional or it has none. */
export type ActionDefinition<P, A> = Omit<
  WriteDefinition<P, A>,
  'attributes' | 'relationship' | 'changedElsewhere' | 'example' | 'recheckedInTransaction'
> & {
  attributes?: z.ZodType<A>;
  example?: object;
};

/** A relationship to one resource in a request; `attribute` is the attribute that it stands for. */
export type Relationship = { type: string; prefix: IdPrefix; attribute: string };

export type Body = {
  type: string;
  attributes: z.ZodType;
  relationship: Relationship | null;
  /** What is refused with a sentence of its own, by its name. */
  changedElsewhere: Readonly<Record<string, string>>;
  example: object;
  /** The body may be absent; then there are no attributes. */
  optional: boolean;
  /** `data.id` may repeat the id in the path, as in a PATCH. */
  takesId: boolean;
};

/** A route line after its types have been checked: without type parameters, so that all routes fit in one list. */
export type Endpoint = Documentation & {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** Null if the token in the path gives the authority instead of a credential. */
  scope: Scope | null;
  /** A scope that is enough for an agent, if there is another one than `scope`. */
  agentScope: Scope | null;
  token: TokenLookUp<TokenTarget> | null;
  agentsRefused: boolean;
  /** What agents get of it that read their own only; null if no agent may use it, and for a write. */
  ownReads: OwnReads | null;
  sandboxOnly: boolean;
  idempotency: Idempotency;
  /** If true, authentication may use its cache; otherwise every request reads the credential from the database. */
  recheckedInTransaction: boolean;
  status: 200 | 201;
  params: z.ZodType | null;
  query: z.ZodType | null;
  /** An example of the response as CSV, if the endpoint has it. */
  csv: string | null;
  body: Body | null;
  fingerprint: RequestFingerprint;
  /** Gets a Context, a WriteContext or, with a token, a TokenWriteContext. */
  run: (ctx: never, input: Input<never, never, never>) => Promise<HttpResponse>;
};

export function get<P, Q>(path: string, definition: ReadDefinition<P, Q>): Endpoint {
  return {
    ...common(path, definition),
    method: 'GET',
    agentScope: definition.agentScope ?? null,
    agentsRefused: definition.agents === 'refused',
    ownReads: definition.ownReads ?? null,
    idempotency: 'none',
    status: 200,
    query: definition.query ?? null,
    csv: definition.csv ?? null,
    body: null,
    fingerprint: requestFingerprint(null),
    run: definition.run,
  };
}

/** Returns a POST route that requires a body. */
export function post<P, A>(path: string, definition: WriteDefinition<P, A>): Endpoint {
  return withBody('POST', path, definition);
}

/** Returns a PATCH route, which changes only the attributes that are sent. */
export function patch<P, A>(path: string, definition: WriteDefinition<P, A>): Endpoint {
  return withBody('PATCH', path, definition, /:\w+$/.test(path));
}

/** Returns a PUT route, which replaces a resource. */
export function put<P, A>(path: string, definition: WriteDefinition<P, A>): Endpoint {
  return withBody('PUT', path, definition);
}

/** Returns a POST route for an action on a resource, such as cancel. The body may be absent. */
export function action<P, A>(path: string, definition: ActionDefinition<P, A>): Endpoint {
  const attributes = definition.attributes ?? objectField({});
  const { type, status = 200, example = {}, run } = definition;
  const own = { relationship: null, changedElsewhere: {}, optional: true, takesId: false };
  const body = { type, attributes, example, ...own };
  const fingerprint = requestFingerprint(attributes);
  return {
    ...write(path, definition),
    method: 'POST',
    status,
    body,
    fingerprint,
    run,
  };
}

/** Returns a DELETE route. A body is ignored. */
export function remove<P>(
  path: string,
  definition: SharedByWrites<P> & Pick<ActionDefinition<P, undefined>, 'run'>,
): Endpoint {
  return { ...write(path, definition), method: 'DELETE', run: definition.run };
}

function withBody<P, A>(
  method: Endpoint['method'],
  path: string,
  definition: WriteDefinition<P, A>,
  takesId = false,
): Endpoint {
  const { type, attributes, relationship = null, changedElsewhere = {}, example, run } = definition;
  return {
    ...write(path, definition),
    method,
    recheckedInTransaction: definition.recheckedInTransaction ?? false,
    status: definition.status ?? 200,
    body: { type, attributes, relationship, changedElsewhere, example, optional: false, takesId },
    fingerprint: requestFingerprint(attributes),
    run,
  };
}

function write<P>(path: string, definition: SharedByWrites<P>) {
  return {
    ...common(path, definition),
    agentsRefused: definition.agents !== 'accepted',
    idempotency: definition.idempotency ?? 'accepted',
    status: 200,
    query: null,
    body: null,
    fingerprint: requestFingerprint(null),
  } as const;
}

function common<P>(path: string, definition: Shared<P>) {
  const { summary, description, response, shows, refuses } = definition;
  return {
    path,
    summary,
    ...(description === undefined ? {} : { description }),
    response,
    ...(shows === undefined ? {} : { shows }),
    refuses: refuses ?? [],
    scope: definition.scope,
    agentScope: null,
    ownReads: null,
    token: null,
    sandboxOnly: definition.sandboxOnly ?? false,
    recheckedInTransaction: false,
    params: definition.params ?? null,
    csv: null,
  };
}
