import { Server } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createSockets } from '../../src/http/sockets.ts';
import { endUnread } from '../../src/http/unread.ts';

/** Opens a connection from each address, one after the other. Returns the connections that stay open. */
function openAll(addresses: readonly string[], isTrustedProxy: (address: string) => boolean): string[] {
  const server = new Server();
  createSockets(server, { maxConnections: 100, maxConnectionsPerAddress: 2, isTrustedProxy });
  const sockets = addresses.map((remoteAddress) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
    server.emit('connection', socket);
    return socket;
  });
  return addresses.filter((_address, index) => !sockets[index]?.destroyed);
}

// This machine has one address in each of its IPv6 networks, so no client can connect from two.
describe('the bound on the connections of one address', () => {
  it('is one bound for a whole IPv6 /64, and for an IPv4 address in both its forms', () => {
    expect(openAll(['2001:db8::1', '2001:db8::2', '2001:db8:0:1::1', '2001:db8::3'], () => false)).toEqual([
      '2001:db8::2',
      '2001:db8:0:1::1',
      '2001:db8::3',
    ]);
    expect(openAll(['127.0.0.1', '::ffff:127.0.0.1', '::ffff:127.0.0.2', '127.0.0.1'], () => false)).toEqual([
      '::ffff:127.0.0.1',
      '::ffff:127.0.0.2',
      '127.0.0.1',
    ]);
  });

  it('does not hold for a trusted proxy, and does for the others of its network', () => {
    const addresses = ['fd00::1', 'fd00::2', 'fd00::1', 'fd00::3', 'fd00::1', 'fd00::4'];
    expect(openAll(addresses, (address) => address === 'fd00::1')).toEqual([
      'fd00::1',
      'fd00::1',
      'fd00::3',
      'fd00::1',
      'fd00::4',
    ]);
  });
});

/** A connection with what waits for its client, and what the client has taken so far. */
function openReader(server: Server, waiting: number): { socket: Socket; take: (bytes: number) => void } {
  const unused = { readStart: () => undefined, close: () => undefined };
  const handle = { bytesWritten: waiting, writeQueueSize: waiting, ...unused };
  const socket = Object.defineProperties(new Socket(), {
    remoteAddress: { value: '127.0.0.1' },
    writableLength: { get: () => handle.writeQueueSize },
    _handle: { value: handle },
  });
  server.emit('connection', socket);
  return { socket, take: (bytes) => void (handle.writeQueueSize -= bytes) };
}

describe('a response', () => {
  afterEach(() => void vi.useRealTimers());

  it('ends when its client takes nothing of it for 5 s, and not while it takes a little', () => {
    vi.useFakeTimers();
    const server = new Server();
    endUnread(server);
    const [silent, slow, done] = [openReader(server, 100), openReader(server, 100), openReader(server, 1)];
    done.take(1);
    const endedAfter = (ms: number): boolean[] => {
      vi.advanceTimersByTime(ms);
      return [silent, slow, done].map(({ socket }) => socket.destroyed);
    };
    expect(endedAfter(4_900)).toEqual([false, false, false]);
    slow.take(1);
    expect(endedAfter(1_100)).toEqual([true, false, false]);
    slow.take(1);
    expect(endedAfter(4_900)).toEqual([true, false, false]);
    expect(endedAfter(2_000)).toEqual([true, true, false]);
    server.emit('close');
  });
});
