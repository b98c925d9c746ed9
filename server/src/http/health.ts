import type { FastifyInstance } from 'fastify';
import { ping } from '../db/sql.ts';
import type { Db } from '../db/pool.ts';

/**
 * Adds `/healthz` (the process is running) and `/readyz` (it can serve requests: it has its database and is not
 * stopping). Both need no credential and are exempt from all limits, because a busy server is not an unhealthy one.
 */
export function addHealth(server: FastifyInstance, db: Db, isStopping: () => boolean): void {
  for (const prefix of ['', '/api']) {
    server.get(`${prefix}/healthz`, async () => ({ status: 'ok' }));
    server.get(`${prefix}/readyz`, async (_request, reply) => {
      const reason = isStopping() ? 'stopping' : await databaseFault(db);
      if (reason === null) return { status: 'ready' };
      return reply.code(503).header('Retry-After', '1').send({ status: 'unavailable', reason });
    });
  }
}

async function databaseFault(db: Db): Promise<string | null> {
  try {
    await ping(db);
    return null;
  } catch {
    return 'database';
  }
}
