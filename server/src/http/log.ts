import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { publicId } from '../lib/id.ts';
import type { Call } from './handle.ts';

const traceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * One line per request, from a list of allowed fields: no header, body, address or account number is ever among them
 * (guarantees, rule 18).
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
