import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { publicId } from '../lib/id.ts';
import type { Call } from './handle.ts';

const traceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** How a request ended: the status of its response, or `aborted` if the client left before it was sent. */
export type Ending = number | 'aborted';

/** Observes each request when it has ended, for metrics. `url` is the pattern of its route, if it has one. */
export type Observe = (method: string, url: string | undefined, ending: Ending, duration_s: number) => void;

/**
 * Logs one line per request with a fixed list of fields. Bodies, addresses and account numbers are never among them
 * (guarantees, rule 18). Of the headers, only ids and the public prefix of the key are.
 */
export function logRequest(
  log: Logger,
  request: FastifyRequest,
  url: string | undefined,
  ending: Ending,
  duration_ms: number,
  call: Pick<Call, 'ctx'> | null,
): void {
  if (!log.isLevelEnabled('info')) return;
  const actor = call?.ctx.actor;
  log.info(
    {
      requestId: request.id,
      method: request.method,
      route: url ?? 'unknown',
      status: ending === 'aborted' ? undefined : ending,
      aborted: ending === 'aborted' ? true : undefined,
      duration_ms: Math.round(duration_ms * 10) / 10,
      traceId: traceIdOf(request.headers['traceparent']),
      partyId: actor ? publicId('pty', actor.partyId) : undefined,
      key: actor?.keyPrefix,
      agentId: actor?.agentId ? publicId('agt', actor.agentId) : undefined,
      instanceId: actor?.instanceId ?? undefined,
    },
    'request',
  );
}

/** Logs the line of a request that was refused before its method and path could be read. */
export function logUnreadable(log: Logger, requestId: string, status: number): void {
  log.info({ requestId, method: 'unknown', route: 'unknown', status }, 'request');
}

function traceIdOf(sent: string | string[] | undefined): string | undefined {
  return sent === undefined ? undefined : traceparent.exec(String(sent))?.[1];
}
