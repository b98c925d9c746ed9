import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Program } from '../context.ts';
import { PurserError } from '../errors.ts';
import { createTally, type Tally } from '../lib/tally.ts';
import type { Endpoint } from './endpoint.ts';
import { admit, type Call, type Guards, keyRoute, slotOf } from './handle.ts';
import { readLastEventId, sentBearer } from './head.ts';
import { permissionError } from './permission.ts';
import type { WebServer } from './server.ts';

/** A request for a stream of server-sent events. */
export type StreamRequest<Q> = {
  ctx: Context;
  query: Q;
  /** What the client says that it received last, as `Last-Event-ID`. */
  lastEventId: string | null;
  /** Returns the request as it stands now: null if its key or its permission has ended. */
  recheck: () => Promise<Context | null>;
  /** Aborted when the client has left. */
  signal: AbortSignal;
};

/** A route whose response is a stream. `open` throws before it begins, and then yields text in the form of the format. */
export type Stream<Q> = {
  endpoint: Endpoint;
  /** The form of `Last-Event-ID`. */
  idForm: RegExp;
  open: (request: StreamRequest<Q>) => Promise<AsyncIterable<string>>;
};

const maxStreams = 1_000;
const maxStreamsPerParty = 10;
const callName = 'call';

/**
 * Adds a stream of server-sent events (WHATWG HTML, 9.2). A stream that is open counts against bounds of its own, not as
 * a request in progress.
 */
export function addStream<Q>(server: WebServer, program: Program, guards: Guards, stream: Stream<Q>): void {
  const open = createTally<string>();
  const { endpoint } = stream;
  async function handle(request: FastifyRequest, reply: FastifyReply): Promise<Readable> {
    const { ctx, query } = request.getDecorator<Call>(callName) as Call & { ctx: Context };
    const signal = takePlace(open, ctx.actor.partyId, reply.raw);
    const recheck = (): Promise<Context | null> => recheckActor(guards, endpoint, request, ctx);
    const lastEventId = readLastEventId(request.headers, stream.idForm);
    const asked = { ctx, query: query as Q, lastEventId, recheck, signal };
    const body = Readable.from(await stream.open(asked), { objectMode: false });
    body.once('error', ({ message }) =>
      ctx.log.warn({ requestId: ctx.requestId, reason: message }, 'a stream ended early'),
    );
    guards.admission.release(slotOf(request)); // it lasts as long as the client likes, so it holds no such place
    return reply.type('text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no').send(body);
  }
  for (const prefix of ['', '/api']) {
    server.route({
      method: 'GET',
      url: prefix + endpoint.path,
      exposeHeadRoute: false,
      config: keyRoute,
      onRequest: async (request, reply) => {
        request.setDecorator(callName, await admit(program, guards, endpoint, request, reply));
      },
      handler: handle,
    });
  }
}

/**
 * Takes a place for a stream, before anything is waited for, so that streams that are opened at once are all counted.
 * Gives it back when the response is closed, and aborts the signal then. Throws if no place is left.
 */
function takePlace(open: Tally<string>, partyId: string, response: ServerResponse): AbortSignal {
  if (open.of(partyId) >= maxStreamsPerParty || open.total() >= maxStreams) throw full(open.of(partyId));
  const leaving = new AbortController();
  if (response.closed) {
    leaving.abort(); // the client has disconnected: nothing would give the place back
    return leaving.signal;
  }
  open.add(partyId, 1);
  response.once('close', () => {
    open.add(partyId, -1);
    leaving.abort();
  });
  return leaving.signal;
}

/** Authenticates the client of a stream again. */
async function recheckActor(
  guards: Guards,
  endpoint: Endpoint,
  { headers }: FastifyRequest,
  ctx: Context,
): Promise<Context | null> {
  const present = await recheck(guards, headers, ctx);
  return present && permissionError(endpoint, present.actor, ctx.actor.agentId) ? null : present;
}

/** Authenticates the client of a request that lasts again. Returns null if its key, or its agent, has ended. */
export async function recheck(
  guards: Guards,
  headers: IncomingHttpHeaders,
  ctx: Context,
): Promise<Context | null> {
  const { agentId, instanceId } = ctx.actor;
  const bearer = sentBearer(headers);
  const found = bearer && (await guards.authenticate(bearer, agentId));
  if (!found?.actor.agentIsKnown || found.actor.grant?.resource !== ctx.actor.grant?.resource) return null;
  const { now: askedAt, clockOffset_ms } = found;
  return { ...ctx, actor: { ...found.actor, instanceId }, askedAt, clockOffset_ms };
}

function full(ofParty: number): PurserError {
  const isParty = ofParty >= maxStreamsPerParty;
  const detail = isParty
    ? `This party has ${maxStreamsPerParty} streams open already.`
    : 'Too many streams are open.';
  return new PurserError([{ code: isParty ? 'rate_limited' : 'service_unavailable', detail }]);
}
