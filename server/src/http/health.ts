import type { FastifyInstance } from 'fastify';
import type { Program } from '../context.ts';
import type { Watch } from '../db/watch.ts';
import { createAdmission } from './admission.ts';
import { createRateLimiter } from './rate-limit.ts';
import { createTurns } from './turns.ts';
import { createServer, type ServerParts } from './server.ts';

const maxConnections = 256;

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

/**
 * Creates the listener of `PURSER_HEALTH_PORT`, if that is set, with the addresses that `addRoutes` adds. It shares no
 * bound with the API, and stays open until the program has stopped.
 */
export function createHealthListener(
  program: Program,
  { guards, observe }: Pick<ServerParts, 'guards' | 'observe'>,
  addRoutes: (server: FastifyInstance) => void,
): { listen: () => Promise<void>; close: () => Promise<void> } {
  const { healthPort: port, host, http } = program.config;
  if (port === null) return { listen: async () => undefined, close: async () => undefined };
  const { rule } = guards.anonymousRate;
  const anonymousRate = { rule, take: createRateLimiter(rule) };
  const ownGuards = { ...guards, turns: createTurns(), admission: createAdmission(http), anonymousRate };
  const sockets = { maxConnections, maxConnectionsPerAddress: maxConnections, isTrustedProxy: () => false };
  const { server, complete } = createServer(program, { guards: ownGuards, sockets, observe }, []);
  addRoutes(server);
  complete();
  return {
    async listen() {
      const url = await server.listen({ port, host });
      program.log.info({ url }, 'health and metrics have a listener of their own');
    },
    async close() {
      server.server.closeAllConnections();
      await server.close();
    },
  };
}
