import type { FastifyInstance } from 'fastify';
import type { Admission } from './admission.ts';

const quietPeriod_ms = 100;
const pollInterval_ms = 20;

/**
 * Prepares a graceful stop. After `run` is called, every response closes its connection. The listener stays open until
 * no request has been in progress for a short time, or until the time-out, because a client sees a connection that is
 * cut between two requests as a failure.
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
      const quietSince_ms = (): number => Math.max(startedAt_ms, admission.lastReleasedAt_ms());
      const isBusy = (): boolean => admission.inFlight() > 0 || Date.now() - quietSince_ms() < quietPeriod_ms;
      while (isBusy() && Date.now() < deadline_ms)
        await new Promise((resolve) => setTimeout(resolve, pollInterval_ms));
      await server.close();
    },
  };
}
