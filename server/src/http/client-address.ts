import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../lib/networks.ts';

/** Returns the address that a trusted proxy reports, or else that of the connection, as clients are counted. */
export function clientAddress({ ip, socket }: FastifyRequest): string {
  return networkOf(isIP(ip) === 0 ? (socket.remoteAddress ?? '') : ip);
}
