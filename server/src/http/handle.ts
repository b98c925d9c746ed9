import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller, Context, Program } from '../context.ts';
import { badRequest, fault, PurserError } from '../errors.ts';
import { refusalError } from '../engine/outcomes.ts';
import type { Fault } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { parseId } from '../lib/id.ts';
import type { Admission } from './admission.ts';
import { checkAnnouncement, readAttributes } from './body.ts';
import type { BodySchema } from './body.ts';
import type { Endpoint, Input } from './endpoint.ts';
import { faultsOf } from './faults.ts';
import { bearerToken, readAgentHeaders, readIdempotencyKey } from './headers.ts';
import { rateHeaders } from './rate-limit.ts';
import type { Rate, Standing } from './rate-limit.ts';

/** Finds out who a bearer token belongs to, and whether the agent is one of theirs; null where nobody. */
export type Identify = (
  token: string,
  agentId: Id<'agt'> | null,
) => Promise<Omit<Caller, 'instanceId'> | null>;

/** What stands at the door, beside the program. */
export type Door = {
  identify: Identify;
  admission: Admission;
  rate: { rule: Rate; take: (key: string, now_ms: number) => Standing };
  anonymousRate: { rule: Rate; take: (key: string, now_ms: number) => Standing };
};

/** What is known of a request before its body is read. */
export type Call = { ctx: Context; params: unknown; query: unknown; idempotencyKey: string | null };

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
  door.admission.enter(endpoint.method === 'GET', reply.raw);
  const faults: Fault[] = [];
  const agent = readAgentHeaders(request.headers, faults);
  const caller = await callerOf(door, request, reply, agent);
  const idempotencyKey = readIdempotencyKey(request.raw, endpoint.idempotency, faults);
  const params = readParameters(endpoint.params, request.params, faults);
  const query = readParameters(endpoint.query, request.query, faults);
  const [first, ...others] = faults;
  if (first) throw badRequest([first, ...others]);
  checkPermission(endpoint, caller, agent.agentId);
  if (endpoint.body) checkAnnouncement(request.headers);
  const requestId = parseId('req', request.id) as Id<'req'>;
  return { ctx: { ...program, now: program.clock(), requestId, caller }, params, query, idempotencyKey };
}

/** The part with the body: 400 and 422, then the agent's 404; what follows is the verb's. */
export async function perform(
  program: Program,
  endpoint: Endpoint,
  schema: BodySchema | null,
  call: Call,
  bytes: unknown,
) {
  const attributes = schema ? readAttributes(bytes, schema, program.config.acceptFlatBodies) : undefined;
  if (!call.ctx.caller.agentIsActive) {
    throw refusalError('agent_inactive');
  }
  const input = { params: call.params, query: call.query, attributes, idempotencyKey: call.idempotencyKey };
  return endpoint.run(call.ctx, input as Input<never, never, never>);
}

async function callerOf(
  door: Door,
  request: FastifyRequest,
  reply: FastifyReply,
  agent: { agentId: Id<'agt'> | null; instanceId: string | null },
): Promise<Caller> {
  const token = bearerToken(request.headers);
  const found = token === null ? null : await door.identify(token, agent.agentId);
  if (!found) {
    takeAnonymousToken(door, request, reply);
    throw refusalError('credential_revoked');
  }
  takeToken(door.rate, found.credentialId, reply);
  door.admission.enterAs(found.credentialId, reply.raw);
  return { ...found, instanceId: agent.instanceId };
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

function checkPermission(endpoint: Endpoint, caller: Caller, headerAgentId: Id<'agt'> | null): void {
  if (caller.kind === 'agentKey' && headerAgentId && headerAgentId !== caller.agentId) {
    throw fault('forbidden', 'An agent key acts as its own agent only.', { header: 'X-Agent-ID' });
  }
  if (endpoint.agentsRefused && caller.agentId) {
    throw fault('agent_not_allowed', 'Agents may not do this; it needs a person of the party.');
  }
  if (!caller.scopes.has(endpoint.scope)) {
    throw fault('insufficient_scope', `This needs the scope ${endpoint.scope}.`, { header: 'Authorization' });
  }
}
