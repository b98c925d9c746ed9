import type { FastifyInstance } from 'fastify';
import type { Admission } from './admission.ts';

const quiet_ms = 100;
const look_ms = 20;

/**
 * Stops without losing a request: every answer from now on closes its connection, and the listener stays open until
 * the callers have gone or the time is up, since a connection cut between two requests looks like a failure.
 */
export function stopGracefully(server: FastifyInstance, admission: Admission, timeout_ms: number) {
  let stopping = false;
  server.addHook('onRequest', (_request, reply, done) => {
    if (stopping) reply.header('Connection', 'close');
    done();
  });
  return {
    isStopping: (): boolean => stopping,
    async run(): Promise<void> {
      stopping = true;
      const startedAt_ms = Date.now();
      const deadline_ms = startedAt_ms + timeout_ms;
      const busyAt_ms = (): number => Math.max(startedAt_ms, admission.leftAt_ms());
      const isBusy = (): boolean => admission.inFlight() > 0 || Date.now() - busyAt_ms() < quiet_ms;
      while (isBusy() && Date.now() < deadline_ms)
        await new Promise((resolve) => setTimeout(resolve, look_ms));
      await server.close();
    },
  };
}
