import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { publicId } from '../lib/id.ts';
import type { Call } from './handle.ts';

const traceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Logs one line per request with a fixed list of fields. Bodies, addresses and account numbers are never among them
 * (guarantees, rule 18). Of the headers, only ids and the public prefix of the key are.
 */
export function logRequest(
  log: Logger,
  request: FastifyRequest,
  reply: FastifyReply,
  call: Call | null,
): void {
  if (!log.isLevelEnabled('info')) return;
  const actor = call?.ctx.actor;
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      traceId: traceparent.exec(String(request.headers['traceparent'] ?? ''))?.[1],
      partyId: actor && publicId('pty', actor.partyId),
      key: actor?.keyPrefix,
      agentId: actor?.agentId ? publicId('agt', actor.agentId) : undefined,
      instanceId: actor?.instanceId ?? undefined,
    },
    'request',
  );
}
