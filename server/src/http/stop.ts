import { Server } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Admission } from './admission.ts';
import type { CreatedServer } from './server.ts';

const tick_ms = 20;
const quietTicks = 5;
const reuseTime_ms = 1_000;
const lastResponses_ms = 2_000;

/**
 * Prepares a graceful stop. After `run` is called, each response closes its connection. The listener stays open until
 * only health checks arrive, or until the time-out, because a client sees a connection that is cut as a failure. Then
 * the listener closes, each accepted request gets its response, and the idle connections close.
 */
export function stopGracefully(
  { server, sockets, stopping }: Pick<CreatedServer, 'server' | 'sockets' | 'stopping'>,
  admission: Admission,
  timeout_ms: number,
) {
  /**
   * Waits until no request is under way and none has arrived in some turns of the event loop. Turns are counted, not
   * only time: after a busy moment, connections and requests may wait that this process has not seen yet.
   */
  async function untilQuiet(deadline_ms: number, isBusy: () => boolean): Promise<void> {
    let seen = sockets.arrivals();
    for (let quiet = 0; quiet < quietTicks && Date.now() < deadline_ms;) {
      await pause(tick_ms);
      await nextTurn();
      const isQuiet = admission.inFlight() === 0 && sockets.arrivals() === seen && !isBusy();
      quiet = isQuiet ? quiet + 1 : 0;
      seen = sockets.arrivals();
    }
  }
  return {
    isStopping: (): boolean => stopping.hasBegun,
    async run(): Promise<void> {
      stopping.hasBegun = true;
      // A connection that was just opened or used will likely bring a request.
      await untilQuiet(Date.now() + timeout_ms, () => sockets.isUsedSince(Date.now() - reuseTime_ms));
      Server.prototype.close.call(server.server); // the listener only: an HTTP server would also close connections
      await untilQuiet(Date.now() + lastResponses_ms, () => false);
      server.server.closeAllConnections();
      await server.close();
    },
  };
}
