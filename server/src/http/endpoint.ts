import type { z } from 'zod';
import type { Context, Scope } from '../context.ts';

/** What an endpoint answers: an object to be sent as JSON, or the bytes of an answer already rendered. */
export type Answer = { status: number; body: object | string; headers?: Record<string, string> };

/** The checked parts of a request. `idempotencyKey` is null where none was sent or the endpoint has none. */
export type Input<P, Q, A> = { params: P; query: Q; attributes: A; idempotencyKey: string | null };

type Shared<P, Q> = {
  scope: Scope;
  /** Refused where only people of the party may do it. Allowed unless said. */
  agents?: 'refused';
  /** Path parameters and query; a fault in either is a 400 that names the parameter. */
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
};

export type ReadDefinition<P, Q> = Shared<P, Q> & {
  run: (ctx: Context, input: Input<P, Q, undefined>) => Promise<Answer>;
};

export type WriteDefinition<P, Q, A> = Shared<P, Q> & {
  /** `none`: the specification gives the endpoint no `Idempotency-Key`, and one that is sent is ignored. */
  idempotency: 'required' | 'accepted' | 'none';
  /** What `data.type` must be, if it is sent. */
  type: string;
  attributes: z.ZodType<A>;
  run: (ctx: Context, input: Input<P, Q, A>) => Promise<Answer>;
};

/** One route line, with its types checked and then forgotten, so that all lines fit in one list. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  scope: Scope;
  agentsRefused: boolean;
  idempotency: 'required' | 'accepted' | 'none';
  params: z.ZodType | null;
  query: z.ZodType | null;
  body: { type: string; attributes: z.ZodType } | null;
  run: (ctx: Context, input: Input<never, never, never>) => Promise<Answer>;
};

/** A route line that reads. */
export function get<P, Q>(path: string, definition: ReadDefinition<P, Q>): Endpoint {
  return { ...common(path, definition), method: 'GET', idempotency: 'none', body: null, run: definition.run };
}

/** A route line that writes. */
export function post<P, Q, A>(path: string, definition: WriteDefinition<P, Q, A>): Endpoint {
  const { idempotency, type, attributes, run } = definition;
  return { ...common(path, definition), method: 'POST', idempotency, body: { type, attributes }, run };
}

function common<P, Q>(path: string, definition: Shared<P, Q>) {
  return {
    path,
    scope: definition.scope,
    agentsRefused: definition.agents === 'refused',
    params: definition.params ?? null,
    query: definition.query ?? null,
  };
}
