import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from '../lib/networks.ts';
import { isUnread } from './unread.ts';

/**
 * The bounds on open connections. IPv6 addresses count by their /64 (`networkOf`). A trusted proxy is not bounded by
 * address, because it speaks for many clients.
 */
export type SocketLimits = {
  maxConnections: number;
  maxConnectionsPerAddress: number;
  isTrustedProxy: (address: string) => boolean;
};

/** The connections from one address, named by `key`. `idle` are those without a request under way, oldest first. */
type Peer = { key: string; open: number; idle: Set<Socket>; isProxy: boolean };
type Entry = { peer: Peer; underWay: number; lastUsedAt_ms: number };

/**
 * Bounds the connections of a server, in total and per address (guarantees, rule 16). A new connection over a bound
 * closes the oldest idle one, or else one whose client does not read what was sent: of the same address if that has its
 * share, otherwise of the address with most. If there is none, the new one is closed. So connections that are silent or
 * unread shut out nobody, not even their own address.
 */
export function createSockets(server: Server, limits: SocketLimits) {
  const entries = new Map<Socket, Entry>();
  const peers = new Map<string, Peer>();
  let arrivals = 0;

  function open(socket: Socket): void {
    arrivals += 1;
    const address = socket.remoteAddress;
    const peer = address === undefined ? null : peerOf(address, peers, limits);
    if (!peer || !hasRoom(peer)) return void socket.destroy();
    peers.set(peer.key, peer);
    peer.open += 1;
    peer.idle.add(socket);
    entries.set(socket, { peer, underWay: 0, lastUsedAt_ms: Date.now() });
    socket.once('close', () => drop(socket));
  }

  /** Returns whether there is room for a connection from this address, after closing an idle one if needed. */
  function hasRoom(peer: Peer): boolean {
    const hasShare = !peer.isProxy && peer.open >= limits.maxConnectionsPerAddress;
    if (!hasShare && entries.size < limits.maxConnections) return true;
    const candidates = hasShare ? [peer] : largestFirst(peers);
    const spare =
      firstOf(candidates, ({ idle }) => idle) ?? firstOf(candidates, (each) => unreadOf(each, entries));
    if (spare) drop(spare);
    return spare?.destroy() !== undefined;
  }

  function drop(socket: Socket): void {
    const entry = entries.get(socket);
    if (!entry) return;
    const { peer } = entry;
    entries.delete(socket);
    peer.idle.delete(socket);
    peer.open -= 1;
    if (peer.open === 0) peers.delete(peer.key);
  }

  server.on('connection', open);
  return {
    /**
     * Counts a request on its connection, and returns how many are under way there, this one included. The caller calls
     * `end` when the response is closed. A health check is no use of a connection: it does not delay a stop.
     */
    begin(socket: Socket, isHealthCheck: boolean): number {
      if (!isHealthCheck) arrivals += 1;
      const entry = entries.get(socket);
      if (!entry) return 1; // closed already
      entry.peer.idle.delete(socket);
      return (entry.underWay += 1);
    },
    end(socket: Socket, isHealthCheck: boolean): void {
      const entry = entries.get(socket);
      if (!entry) return;
      entry.underWay -= 1;
      if (!isHealthCheck) entry.lastUsedAt_ms = Date.now();
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

function peerOf(address: string, peers: ReadonlyMap<string, Peer>, limits: SocketLimits): Peer {
  const isProxy = limits.isTrustedProxy(address);
  const key = isProxy ? address : networkOf(address);
  return peers.get(key) ?? { key, open: 0, idle: new Set(), isProxy };
}

/** Returns all addresses but those of proxies, the one with most connections first. */
function largestFirst(peers: ReadonlyMap<string, Peer>): Peer[] {
  return [...peers.values()].filter(({ isProxy }) => !isProxy).toSorted((a, b) => b.open - a.open);
}

function firstOf(peers: readonly Peer[], socketsOf: (peer: Peer) => Iterable<Socket>): Socket | undefined {
  for (const peer of peers) for (const socket of socketsOf(peer)) return socket;
  return undefined;
}

/** Returns the connections of an address whose clients do not read what waits for them, oldest first. */
function unreadOf(peer: Peer, entries: ReadonlyMap<Socket, Entry>): Socket[] {
  return [...entries]
    .filter(([socket, entry]) => entry.peer === peer && isUnread(socket))
    .map(([socket]) => socket);
}
