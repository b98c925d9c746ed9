import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const longestPause_ms = 5_000;
const checkInterval_ms = 500;

/** Returns whether something waits here for the client to read it: what the system holds for it is not seen. */
export const isUnread = ({ writableLength }: Socket): boolean => writableLength > 0;

/** Ends each response of which its client has taken nothing for 5 s, by closing its connection. */
export function endUnread(server: Server): void {
  const connections = new Map<Socket, { taken: number; at_ms: number }>();
  const check = setInterval(() => {
    const now_ms = performance.now();
    for (const [socket, last] of connections) {
      const taken = takenOf(socket);
      if (!isUnread(socket) || taken !== last.taken) connections.set(socket, { taken, at_ms: now_ms });
      else if (now_ms - last.at_ms >= longestPause_ms) socket.destroy();
    }
  }, checkInterval_ms).unref();
  server.on('connection', (socket) => {
    connections.set(socket, { taken: 0, at_ms: performance.now() });
    socket.once('close', () => connections.delete(socket));
  });
  server.once('close', () => clearInterval(check));
}

/** What Node counts of a connection's bytes: those given to the system and its own queue, and those in this queue. */
type Handle = { bytesWritten: number; writeQueueSize: number };

/**
 * Returns how many bytes the client has taken, more or less: the system holds some. Only the handle, which Node does not
 * document, tells it within one write: `bytesWritten` counts a write of a megabyte as a whole.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: Handle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
