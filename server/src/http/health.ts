import type { FastifyInstance } from 'fastify';
import type { Watch } from '../db/watch.ts';

/**
 * Adds `/healthz` (the process is running) and `/readyz` (it can serve requests: its database takes writes and it is not
 * stopping). Both need no credential and are exempt from all limits, because a busy server is not an unhealthy one.
 */
export function addHealth(
  server: FastifyInstance,
  databaseFault: Watch['fault'],
  isStopping: () => boolean,
): void {
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/healthz`, async () => ({ status: 'ok' }));
    server.get(`${prefix}/readyz`, async (_request, reply) => {
      const reason = isStopping() ? 'stopping' : await databaseFault();
      if (reason === null) return { status: 'ready' };
      return reply.code(503).header('Retry-After', '1').send({ status: 'unavailable', reason });
    });
  }
}
