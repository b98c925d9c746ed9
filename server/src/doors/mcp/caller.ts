import type { Context } from '../../context.ts';
import { callEndpoint, type EndpointCall } from '../../http/call-endpoint.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { permissionError } from '../../http/permission.ts';
import { endpointOf } from '../pages/read.ts';
import type { Switches } from './switches.ts';
import type { Lists, Responses } from './responses.ts';

/** The endpoints of this server, what guards them, and whether it stops. */
export type Api = { guards: Guards; endpoints: readonly Endpoint[]; isStopping: () => boolean };

/** Who calls a tool, and what the tool may do for it: what it pays and shows of resources goes through the endpoints of the API. */
export type Caller = {
  ctx: Context;
  switches: Switches;
  /** Aborted when nobody waits for the result any longer. */
  signal: AbortSignal;
  /** The digest of the tools that this caller sees. */
  digest: string;
  /** Tells the host that the call goes on, if it asked for that. */
  report: (message: string) => Promise<void>;
  leave: () => void;
  /** Whether the server stops: nothing waits any longer. */
  isStopping: () => boolean;
  /** Authenticates again, before something that has waited goes on. Null if the credential has ended. */
  again: () => Promise<Caller | null>;
  may: (name: keyof Responses | keyof Lists) => boolean;
  /** Calls an endpoint, and returns the `data` of its response, and whether the response is of an earlier request. */
  call: <N extends keyof Responses>(
    name: N,
    call: EndpointCall,
  ) => Promise<{ data: Responses[N]; isReplayed: boolean }>;
  /** Reads a page of a list. */
  page: <N extends keyof Lists>(
    name: N,
    query: object,
  ) => Promise<{ data: Array<Lists[N]>; nextCursor: string | null }>;
};

type Parts = Pick<Caller, 'switches' | 'signal' | 'digest' | 'report' | 'leave' | 'isStopping'> & {
  recheck: () => Promise<Context | null>;
};

export function createCaller(api: Api, ctx: Context, parts: Parts): Caller {
  const send = async (name: keyof Responses | keyof Lists, call: EndpointCall) => {
    const { body, headers } = await callEndpoint(api.guards, endpointNamed(api, name), ctx, call);
    const read = (typeof body === 'string' ? JSON.parse(body) : body) as { data: unknown; meta?: Pagination };
    return { ...read, isReplayed: headers?.['Idempotency-Replayed'] === 'true' };
  };
  return {
    ctx,
    ...parts,
    async again() {
      const present = await parts.recheck();
      return present && createCaller(api, present, parts);
    },
    may: (name) => mayUse(api, ctx, name),
    async call<N extends keyof Responses>(name: N, call: EndpointCall) {
      const { data, isReplayed } = await send(name, call);
      return { data: data as Responses[N], isReplayed };
    },
    async page<N extends keyof Lists>(name: N, query: object) {
      const { data, meta } = await send(name, { query });
      return { data: data as Array<Lists[N]>, nextCursor: meta?.pagination?.nextCursor ?? null };
    },
  };
}

type Pagination = { pagination?: { nextCursor: string | null } };

/** Returns whether the actor has the permission that an endpoint asks for, whatever an agent may read of it. */
export function mayUse(api: Api, ctx: Context, name: keyof Responses | keyof Lists): boolean {
  const endpoint = endpointNamed(api, name);
  return permissionError({ ...endpoint, ownReads: null }, ctx.actor, null) === null;
}

function endpointNamed({ endpoints }: Api, name: keyof Responses | keyof Lists): Endpoint {
  const [method, path = ''] = name.split(' ');
  return endpointOf(endpoints, method as Endpoint['method'], path);
}
