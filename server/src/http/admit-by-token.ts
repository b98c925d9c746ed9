import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Program, TokenContext } from '../context.ts';
import { clockOffset } from '../db/clock.ts';
import type { Fault } from '../errors.ts';
import { type Id, parseId } from '../lib/id.ts';
import { isLinkToken } from '../lib/secret.ts';
import type { Endpoint } from './endpoint.ts';
import { type Call, enter, type Guards, slotOf, takeAnonymousToken } from './handle.ts';
import {
  announcesBody,
  checkAnnouncement,
  readIdempotencyKey,
  refuseFaults,
  refuseQuery,
  routeOf,
} from './head.ts';
import type { TokenLookUp, TokenTarget } from './token-look-up.ts';

/**
 * Runs the request guards of an endpoint whose authority is the token in its path. The request counts against the
 * client's IP address; the token must lead somewhere before a body is read, and each token is a party of its own.
 */
export async function admitByToken(
  program: Program,
  guards: Guards,
  endpoint: Endpoint,
  { find, notFound }: TokenLookUp<TokenTarget>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Call> {
  const slot = slotOf(request);
  const { token } = request.params as { token: string };
  enter(guards, request, token);
  takeAnonymousToken(guards, request, reply);
  const faults: Fault[] = [];
  const key = readIdempotencyKey(request.raw, endpoint.idempotency, faults);
  refuseQuery(request.query as object, faults);
  refuseFaults(faults);
  const db = program.sessions.readsOf('links'); // all who open links together, like one party
  const target = isLinkToken(token) ? await find(db, token) : null;
  if (!target) throw notFound();
  const clockOffset_ms = await clockOffset(db);
  guards.admission.admit(slot, target.id as Id<'pty'>);
  if (announcesBody(request.headers)) checkAnnouncement(request.headers);
  const askedAt = new Date(Date.now() + clockOffset_ms);
  const requestId = parseId('req', request.id) as Id<'req'>;
  const ctx: TokenContext = { ...program, db, askedAt, clockOffset_ms, requestId, actor: null };
  const route = routeOf(endpoint, { token: target.publicId });
  return { ctx, params: target, query: undefined, route, key, prefersCsv: false, confirm: never };
}

const never = (): Promise<null> => Promise.resolve(null);
