import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller, Context, Program } from '../context.ts';
import { badRequest, PurserError } from '../errors.ts';
import { refusalError } from '../engine/outcomes.ts';
import type { Fault } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { parseId } from '../lib/id.ts';
import type { Admission, Visit } from './admission.ts';
import { announcesBody, checkAnnouncement, emptyBody, isEmpty, readAttributes } from './body.ts';
import type { BodySchema } from './body.ts';
import type { Endpoint, Input, Keyed } from './endpoint.ts';
import { faultsOf } from './faults.ts';
import { bearerToken, readAgentHeaders, readIdempotencyKey } from './headers.ts';
import { noteRefusal, refusalAtDoor } from './permission.ts';
import { rateHeaders } from './rate-limit.ts';
import type { Rate, Standing } from './rate-limit.ts';

/** Who a bearer token belongs to, whether the agent is one of theirs, and what the service's clock shows. */
export type Identified = {
  caller: Omit<Caller, 'instanceId'>;
  now: Date;
  clockOffset_ms: number;
  /** Known from an earlier request; the database was not asked. */
  isRemembered: boolean;
};

/** Null where the token belongs to nobody. `mayRemember`: what was true at an earlier request will do. */
export type Identify = (
  token: string,
  agentId: Id<'agt'> | null,
  mayRemember: boolean,
) => Promise<Identified | null>;

/** What stands at the door, beside the program. */
export type Door = {
  identify: Identify;
  admission: Admission;
  rate: { rule: Rate; take: (key: string, now_ms: number) => Standing };
  anonymousRate: { rule: Rate; take: (key: string, now_ms: number) => Standing };
};

/** What is known of a request before its body is read. */
export type Call = {
  ctx: Context;
  params: unknown;
  query: unknown;
  keyed: Keyed;
  /** Called before a failure is answered. Throws `unauthenticated` where the caller was remembered and is none any more. */
  confirm: (failure: unknown) => Promise<void>;
};

/** Under this name a request keeps its visit. */
export const visitName = 'visit';

/** The visit that began when the request came. */
export function visitOf(request: FastifyRequest): Visit {
  return request.getDecorator<Visit>(visitName);
}

/**
 * The part before the body, in the decided order of checks: 401, then 400 for headers, path and query, 403, and the
 * body's announced length and type.
 */
export async function admit(
  program: Program,
  door: Door,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call> {
  const visit = visitOf(request);
  door.admission.enter(visit, endpoint.method === 'GET');
  const faults: Fault[] = [];
  const agent = readAgentHeaders(request.raw, faults);
  const mayRemember = endpoint.recheckedInside;
  const identified = await identify(door, request, reply, { ...agent, mayRemember });
  takeToken(door.rate, identified.caller.credentialId, reply);
  door.admission.enterAs(visit, identified.caller.credentialId);
  const confirm = async (failure: unknown): Promise<void> => {
    // A fault of ours tells nothing that is nobody's business, and asking the database now could put "nothing was done"
    // in the place of "nobody knows". What the engine refused it refused to a caller that it had looked at.
    const isOurs = !(failure instanceof PurserError) || failure.status >= 500;
    const isLookedAt = !isOurs && failure.isNoted && failure.status !== 401;
    if (!identified.isRemembered || isOurs || isLookedAt) return;
    await identify(door, request, reply, { ...agent, mayRemember: false });
  };
  try {
    const head = readHead(program, endpoint, request, identified, faults);
    const refusal = refusalAtDoor(endpoint, identified.caller, agent.agentId);
    if (refusal && endpoint.method !== 'GET') await noteRefusal(head.ctx, head.keyed.route, refusal);
    if (refusal) throw refusal;
    if (endpoint.body && (!endpoint.body.optional || announcesBody(request.headers))) {
      checkAnnouncement(request.headers);
    }
    return { ...head, confirm };
  } catch (error) {
    await confirm(error);
    throw error;
  }
}

/** What is left of the head when it is known who is calling. */
function readHead(
  program: Program,
  endpoint: Endpoint,
  request: FastifyRequest,
  { caller, now, clockOffset_ms }: Pick<Context, 'caller' | 'now' | 'clockOffset_ms'>,
  faults: Fault[],
): Omit<Call, 'confirm'> {
  const key = readIdempotencyKey(request.raw, endpoint.idempotency, faults);
  const params = readParameters(endpoint.params, request.params, faults);
  const query = readParameters(endpoint.query, request.query, faults);
  const [first, ...others] = faults;
  if (first) throw badRequest([first, ...others]);
  const requestId = parseId('req', request.id) as Id<'req'>;
  const ctx: Context = { ...program, now, clockOffset_ms, requestId, caller };
  const keyed = { route: routeOf(endpoint, request.params), key };
  return { ctx, params, query, keyed };
}

/** The method and the path without a prefix, its parameters filled in: what an idempotency key is unique for. */
function routeOf({ method, path }: Endpoint, params: unknown): string {
  const values = params as Record<string, string>;
  return `${method} ${path.replaceAll(/:(\w+)/g, (_all, name: string) => values[name] ?? '')}`;
}

/** The part with the body: 400 and 422, then the agent's 404; what follows is the verb's. */
export async function perform(
  program: Program,
  endpoint: Endpoint,
  schema: BodySchema | null,
  call: Call,
  bytes: unknown,
) {
  const attributes = schema && readBody(program, endpoint, schema, call, bytes);
  if (!call.ctx.caller.agentIsActive) {
    throw refusalError('agent_inactive');
  }
  const { params, query, keyed } = call;
  return endpoint.run(call.ctx, { params, query, attributes, keyed } as Input<never, never, never>);
}

function readBody(program: Program, { body }: Endpoint, schema: BodySchema, call: Call, bytes: unknown) {
  const sent = body?.optional && isEmpty(bytes) ? emptyBody : bytes;
  const id = call.keyed.route.slice(call.keyed.route.lastIndexOf('/') + 1);
  return readAttributes(sent, schema, { acceptFlat: program.config.acceptFlatBodies, id });
}

type Agent = { agentId: Id<'agt'> | null; instanceId: string | null };

async function identify(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  { agentId, instanceId, mayRemember }: Agent & { mayRemember: boolean },
): Promise<Omit<Identified, 'caller'> & { caller: Caller }> {
  const token = bearerToken(request.headers);
  const found = token === null ? null : await door.identify(token, agentId, mayRemember);
  if (!found) {
    takeAnonymousToken(door, request, reply);
    throw refusalError('credential_revoked');
  }
  return { ...found, caller: { ...found.caller, instanceId } };
}

/** Counts a request without a usable key against its address. Throws `rate_limited`. */
export function takeAnonymousToken(door: Door, request: FastifyRequest, reply: FastifyReply): void {
  takeToken(door.anonymousRate, request.ip, reply);
}

function takeToken({ rule, take }: Door['rate'], key: string, reply: FastifyReply): void {
  const now_ms = Date.now(); // real time: moving the sandbox's clock must not refill buckets
  const standing = take(key, now_ms);
  reply.headers(rateHeaders(rule, standing, now_ms));
  if (standing.allowed) return;
  throw new PurserError(
    [{ code: 'rate_limited', detail: 'Too many requests. Wait for the seconds in Retry-After.' }],
    { retryAfter_s: standing.retryIn_s },
  );
}

function readParameters(schema: z.ZodType | null, sent: unknown, faults: Fault[]): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  faults.push(...faultsOf(parsed.error, sent, (path) => ({ parameter: String(path[0]) })));
  return undefined;
}
