import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Program } from '../context.ts';
import type { RequestSlot } from './admission.ts';
import type { Call, Guards } from './handle.ts';
import { sentBearer } from './head.ts';
import { type Ending, logRequest, type Observe } from './log.ts';
import type { Sockets } from './sockets.ts';
import type { Unreadable } from './unreadable.ts';

/** The addresses of the health checks, which are exempt from all limits. */
export const healthPaths: ReadonlySet<string> = new Set(
  ['', '/api'].flatMap((prefix) => [`${prefix}/healthz`, `${prefix}/readyz`]),
);

/**
 * Returns a function that tracks a request until its response is sent or its client has left, and then logs and
 * observes it, in either case once. `url` is the pattern of its address, if there is one; `callOf` returns what is known
 * of the request by then. While the server stops, each response closes its connection, except one to a health check.
 */
export function createTracker(
  { log }: Program,
  { admission }: Guards,
  sockets: Sockets,
  unreadable: Unreadable,
  observe: Observe,
  isStopping: () => boolean,
) {
  return (
    request: FastifyRequest,
    url: string | undefined,
    reply: FastifyReply,
    callOf: () => Pick<Call, 'ctx'> | null,
  ): RequestSlot => {
    const { socket } = request.raw;
    const startedAt_ms = performance.now();
    const isHealthCheck = healthPaths.has(url ?? '');
    const slot = admission.track({
      response: reply.raw,
      pipelined: sockets.begin(socket, isHealthCheck),
      bearer: sentBearer(request.headers),
      isRead: request.method === 'GET' || request.method === 'HEAD',
    });
    if (isStopping() && !isHealthCheck) reply.header('Connection', 'close');
    unreadable.track(socket, reply.raw, request.id);
    reply.raw.on('close', () => {
      admission.release(slot);
      sockets.end(socket, isHealthCheck);
      const sent: Ending = reply.raw.writableFinished ? reply.statusCode : 'aborted';
      const ending = unreadable.endingOf(reply.raw) ?? sent;
      const duration_ms = performance.now() - startedAt_ms;
      logRequest(log, request, url, ending, duration_ms, callOf());
      observe(request.method, url, ending, duration_ms / 1000);
    });
    return slot;
  };
}
