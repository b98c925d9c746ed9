import type { FastifyInstance } from 'fastify';

const quiet_ms = 100;
const look_ms = 20;

/**
 * Stops without losing a request: every answer from now on closes its connection, and the listener stays open until
 * the callers have gone or the time is up, since a connection cut between two requests looks like a failure.
 */
export function stopGracefully(server: FastifyInstance, timeout_ms: number) {
  let stopping = false;
  let inFlight = 0;
  let busyAt_ms = Date.now();
  server.addHook('onRequest', (_request, reply, done) => {
    inFlight += 1;
    reply.raw.once('close', () => {
      inFlight -= 1;
      busyAt_ms = Date.now();
    });
    if (stopping) reply.header('Connection', 'close');
    done();
  });
  return {
    isStopping: (): boolean => stopping,
    inFlight: (): number => inFlight,
    async run(): Promise<void> {
      stopping = true;
      const deadline_ms = Date.now() + timeout_ms;
      busyAt_ms = Date.now();
      const isBusy = (): boolean => inFlight > 0 || Date.now() - busyAt_ms < quiet_ms;
      while (isBusy() && Date.now() < deadline_ms)
        await new Promise((resolve) => setTimeout(resolve, look_ms));
      await server.close();
    },
  };
}
