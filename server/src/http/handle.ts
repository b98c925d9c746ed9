import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticatedActor, Context, Keyed, Program, TokenContext } from '../context.ts';
import { type Fault, PurserError } from '../errors.ts';
import { refusalError } from '../engine/model/outcomes.ts';
import { type Id, parseId } from '../lib/id.ts';
import type { OauthResource } from '../scopes.ts';
import type { Admission, RequestSlot } from './admission.ts';
import { type BodySchema, emptyBody, isEmpty, readAttributes } from './body.ts';
import type { Endpoint, Input } from './endpoint.ts';
import {
  announcesBody,
  type Asked,
  checkAnnouncement,
  clientAddress,
  readAgentHeaders,
  readAsked,
} from './head.ts';
import { isLarge, readLarge } from './large-bodies.ts';
import { permissionError } from './permission.ts';
import { type Rate, rateHeaders, type RateLimitStatus } from './rate-limit.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { SentToken } from './sent-token.ts';
import type { createTurns } from './turns.ts';

/** The actor behind a bearer token, and the time of the service's clock. */
export type Authenticated = {
  /** Without a conversation, which the key does not know. */
  actor: AuthenticatedActor;
  now: Date;
  clockOffset_ms: number;
  /** True if the credential came from the cache, without a query. */
  isFromCache: boolean;
};

export type Authenticator = {
  /** Returns what an earlier request has read of an active key, without a query; null if nothing is cached. */
  fromCache: (sent: SentToken) => Authenticated | null;
  /** Returns null if the token is not an active key. */
  authenticate: (sent: SentToken, agentId: Id<'agt'> | null) => Promise<Authenticated | null>;
  /** Returns the party of a token that was an active key when it was last seen, without a query; otherwise null. */
  partyOf: (sent: SentToken) => Id<'pty'> | null;
};

/** The request guards that keep state: authentication, turns, admission control, rate limits and the log of refusals. */
export type Guards = Authenticator & {
  turns: ReturnType<typeof createTurns>;
  admission: Admission;
  rate: { rule: Rate; take: (key: string, now_ms: number) => RateLimitStatus };
  anonymousRate: { rule: Rate; take: (key: string, now_ms: number) => RateLimitStatus };
  refusals: RefusalLog;
};

/** An admitted request, before its body is read. */
export type Call = Asked & {
  ctx: Context | TokenContext;
  /**
   * Called before an error response is sent. If the actor came from the cache, authenticates it again, and throws
   * `unauthenticated` if that fails. Returns the call to run instead if only the cached role was out of date; else null.
   */
  confirm: (failure: unknown) => Promise<Call | null>;
};

/** The configuration of a route: whether its guards look up the key that a request brings, or its browser session. */
export type RouteConfig = { looksUp?: 'key' | 'session' };
export const keyRoute: RouteConfig = { looksUp: 'key' };
export const sessionRoute: RouteConfig = { looksUp: 'session' };

/** The names of the request's decorators that hold its slot and its call. */
export const slotName = 'slot';
export const callName = 'call';

/** Returns the slot that was created when the request arrived. */
export function slotOf(request: FastifyRequest): RequestSlot {
  return request.getDecorator<RequestSlot>(slotName);
}

/**
 * Runs the request guards, before the body is read. The order of checks is fixed: 401, then 400 for headers, path and
 * query, then 403, then the announced length and type of the body.
 */
export async function admit(
  program: Program,
  guards: Guards,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call> {
  const faults: Fault[] = [];
  const from: Credentials = { mayUseCache: endpoint.recheckedInTransaction, resource: 'api' };
  const { agent, authenticated } = await identify(guards, request, reply, faults, from);
  let { isFromCache } = authenticated;
  const authenticateNow = (): Promise<Authenticated> => {
    isFromCache = false;
    return authenticate(guards, request, reply, agent, from.resource);
  };
  const authenticateAgain = async (failure: unknown) => {
    // A 5xx reveals nothing, and a failed query here could replace `outcome_unknown` with `service_unavailable`.
    // If the engine refused a command, it has already checked the actor.
    const isServerError = !(failure instanceof PurserError) || failure.status >= 500;
    const isRechecked = !isServerError && failure.engineRefusal !== null && failure.status !== 401;
    if (!isFromCache || isServerError || (isRechecked && !hasOldRole(failure))) return null;
    return authenticateNow();
  };
  const permit = async (ctx: Context, route: string): Promise<Context> => {
    const refusal = permissionError(endpoint, ctx.actor, agent.agentId);
    if (!refusal) return ctx;
    // A role that has changed may permit more than the cached one.
    if (isFromCache) return permit(contextOf(program, request, await authenticateNow()), route);
    await guards.refusals.record(ctx, { endpoint, route }, refusal);
    throw refusal;
  };
  try {
    const asked = readAsked(endpoint, request, faults);
    const ctx = await permit(contextOf(program, request, authenticated), asked.route);
    if (endpoint.body && (!endpoint.body.optional || announcesBody(request.headers))) {
      checkAnnouncement(request.headers);
    }
    return {
      ...asked,
      ctx,
      async confirm(failure) {
        const present = await authenticateAgain(failure);
        if (!present || !hasOldRole(failure)) return null;
        const { actor, now: askedAt, clockOffset_ms } = present;
        const again = await permit({ ...ctx, actor, askedAt, clockOffset_ms }, asked.route);
        return { ...asked, ctx: again, confirm: () => Promise.resolve(null) };
      },
    };
  } catch (error) {
    await authenticateAgain(error);
    throw error;
  }
}

/**
 * Authenticates a request and admits it with a token of its credential and a place of its party. Adds faults of the
 * headers that name an agent to the list. Throws `unauthenticated`, `rate_limited` and `service_unavailable`.
 */
export async function identify(
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
  faults: Fault[],
  from: Credentials,
): Promise<{ agent: Agent; authenticated: Authenticated }> {
  const { bearer } = slotOf(request);
  const agent = readAgentHeaders(request.raw, faults);
  const known = bearer && from.mayUseCache && agent.agentId === null ? guards.fromCache(bearer) : null;
  if (!known) enter(guards, request, bearer?.token ?? null);
  const authenticated = await authenticate(guards, request, reply, agent, from.resource, known);
  takeCredentialToken(guards, authenticated.actor.credentialId, reply);
  guards.admission.admit(slotOf(request), authenticated.actor.partyId);
  return { agent, authenticated };
}

/** Returns whether the engine refused a request because the role of its actor is no longer the one it came with. */
function hasOldRole(failure: unknown): boolean {
  return failure instanceof PurserError && failure.engineRefusal === 'role_changed';
}

/** Returns the context of a request that was identified. */
export function contextOf(
  program: Program,
  request: FastifyRequest,
  { actor, now: askedAt, clockOffset_ms }: Authenticated,
): Context {
  const requestId = parseId('req', request.id) as Id<'req'>;
  const db = program.sessions.readsOf(actor.partyId);
  return { ...program, db, askedAt, clockOffset_ms, requestId, actor };
}

/** Reads the body (400, 422), checks the agent in the header (404), and runs the verb. */
export async function perform(
  program: Program,
  endpoint: Endpoint,
  schema: BodySchema | null,
  call: Call,
  bytes: unknown,
) {
  const { actor } = call.ctx;
  const read = () => schema && readBody(program, endpoint, schema, call, bytes);
  const isInTurn = bytes instanceof Uint8Array && isLarge(bytes.length);
  const attributes = isInTurn ? await readLarge(actor?.partyId ?? call.route, read) : read();
  if (actor?.agentIsKnown === false) throw refusalError('agent_inactive');
  const { params, query, prefersCsv } = call;
  const ctx = { ...call.ctx, keyed: keyedOf(endpoint, call, attributes ?? {}) };
  return endpoint.run(ctx as never, { params, query, attributes, prefersCsv } as Input<never, never, never>);
}

/** The fingerprint covers the acting agent, but not its conversation (X-Instance-ID): a retry from another one replays. */
function keyedOf(endpoint: Endpoint, { ctx, route, key }: Call, attributes: object): Keyed {
  if (key === null) return { route, attributes, idempotency: null };
  const fingerprint = endpoint.fingerprint(attributes, ctx.actor?.agentId ?? null);
  return { route, attributes, idempotency: { key, fingerprint } };
}

function readBody(program: Program, { body }: Endpoint, schema: BodySchema, call: Call, bytes: unknown) {
  const sent = body?.optional && isEmpty(bytes) ? emptyBody : bytes;
  const id = call.route.slice(call.route.lastIndexOf('/') + 1);
  const { acceptFlatBodies: acceptFlat } = program.config;
  return readAttributes(sent, schema, { acceptFlat, id, changedElsewhere: body?.changedElsewhere ?? {} });
}

type Agent = { agentId: Id<'agt'> | null; instanceId: string | null };

/** Where a credential comes from: maybe the cache; and the part of this server that an access token has to be for. */
type Credentials = { mayUseCache: boolean; resource: OauthResource };

async function authenticate(
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
  { agentId, instanceId }: Agent,
  resource: OauthResource,
  known: Authenticated | null = null,
): Promise<Authenticated> {
  const { bearer } = slotOf(request);
  const found = known ?? (bearer && (await guards.authenticate(bearer, agentId)));
  if (!found || !isFor(found.actor, resource)) {
    takeAnonymousToken(guards, request, reply);
    throw refusalError('credential_revoked');
  }
  return instanceId === null ? found : { ...found, actor: { ...found.actor, instanceId } };
}

/** Returns whether a credential is good for a part of this server: a key for each, an access token for its own only. */
function isFor({ grant }: Pick<AuthenticatedActor, 'grant'>, resource: OauthResource): boolean {
  return grant === null || grant.resource === resource;
}

/** Admits a request whose party is not known, with the token that it sent. Throws `rate_limited`. */
export function enter({ admission }: Guards, request: FastifyRequest, token: string | null): void {
  admission.enter(slotOf(request), { token: token ?? '', address: clientAddress(request) });
}

/** Takes a token of a credential's bucket. Throws `rate_limited`. */
export function takeCredentialToken(guards: Guards, credentialId: string, reply: FastifyReply): void {
  takeToken(guards.rate, credentialId, reply);
}

/** Takes a token of the client's IP address, for a request without a valid key. Throws `rate_limited`. */
export function takeAnonymousToken(guards: Guards, request: FastifyRequest, reply: FastifyReply): void {
  takeToken(guards.anonymousRate, clientAddress(request), reply);
}

function takeToken({ rule, take }: Guards['rate'], key: string, reply: FastifyReply): void {
  const now_ms = Date.now(); // real time, because advancing the sandbox's clock must not refill buckets
  const status = take(key, now_ms);
  reply.headers(rateHeaders(rule, status, now_ms));
  if (status.allowed) return;
  throw new PurserError(
    [{ code: 'rate_limited', detail: 'Too many requests. Wait for the seconds in Retry-After.' }],
    { retryAfter_s: status.retryIn_s },
  );
}
