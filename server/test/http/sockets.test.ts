import { Server } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createSockets } from '../../src/http/sockets.ts';

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
