import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The bounds on open connections. A trusted proxy is not bounded by address, because it speaks for many clients. */
export type SocketLimits = {
  maxConnections: number;
  maxConnectionsPerAddress: number;
  isTrustedProxy: (address: string) => boolean;
};

/** The connections from one address. `idle` are those without a request under way, oldest first. */
type Peer = { open: number; idle: Set<Socket>; isProxy: boolean };
type Entry = { peer: Peer; underWay: number; lastUsedAt_ms: number };

/**
 * Bounds the connections of a server, in total and per address (guarantees, rule 16). A new connection over a bound
 * closes the oldest idle one: of the same address if that has its share, otherwise of the address with most. If there
 * is none, the new one is closed. So silent connections shut out nobody, not even their own address.
 */
export function createSockets(server: Server, limits: SocketLimits) {
  const entries = new Map<Socket, Entry>();
  const peers = new Map<string, Peer>();
  let arrivals = 0;

  function open(socket: Socket): void {
    arrivals += 1;
    const address = socket.remoteAddress;
    if (address === undefined || !hasRoom(address)) {
      socket.destroy();
      return;
    }
    const peer = peers.get(address) ?? { open: 0, idle: new Set(), isProxy: limits.isTrustedProxy(address) };
    peers.set(address, peer);
    peer.open += 1;
    peer.idle.add(socket);
    entries.set(socket, { peer, underWay: 0, lastUsedAt_ms: Date.now() });
    socket.once('close', () => drop(socket, address));
  }

  /** Returns whether there is room for a connection from this address, after closing an idle one if needed. */
  function hasRoom(address: string): boolean {
    const peer = peers.get(address);
    if (peer && !peer.isProxy && peer.open >= limits.maxConnectionsPerAddress)
      return closeIdle(peer, address);
    if (entries.size < limits.maxConnections) return true;
    const largest = largestIdle(peers);
    return largest !== undefined && closeIdle(largest[1], largest[0]);
  }

  function closeIdle(peer: Peer, address: string): boolean {
    const [oldest] = peer.idle;
    if (oldest) drop(oldest, address);
    return oldest?.destroy() !== undefined;
  }

  function drop(socket: Socket, address: string): void {
    const entry = entries.get(socket);
    if (!entry) return;
    entries.delete(socket);
    entry.peer.idle.delete(socket);
    entry.peer.open -= 1;
    if (entry.peer.open === 0) peers.delete(address);
  }

  server.on('connection', open);
  return {
    /** Counts a request on its connection. The caller calls `end` when the response is closed. */
    begin(socket: Socket): void {
      arrivals += 1;
      const entry = entries.get(socket);
      if (!entry) return;
      entry.underWay += 1;
      entry.peer.idle.delete(socket);
    },
    end(socket: Socket): void {
      const entry = entries.get(socket);
      if (!entry) return;
      entry.underWay -= 1;
      entry.lastUsedAt_ms = Date.now();
      if (entry.underWay === 0) entry.peer.idle.add(socket);
    },
    /** Returns how many connections and requests have arrived so far. */
    arrivals: (): number => arrivals,
    /** Returns whether a connection was opened or used after this time. */
    isUsedSince: (time_ms: number): boolean =>
      [...entries.values()].some(({ lastUsedAt_ms }) => lastUsedAt_ms > time_ms),
  };
}

export type Sockets = ReturnType<typeof createSockets>;

/** Returns the address with most connections, among those with an idle one that are no proxies. */
function largestIdle(peers: ReadonlyMap<string, Peer>): [string, Peer] | undefined {
  const candidates = [...peers].filter(([, { isProxy, idle }]) => !isProxy && idle.size > 0);
  return candidates.toSorted(([, a], [, b]) => b.open - a.open)[0];
}
