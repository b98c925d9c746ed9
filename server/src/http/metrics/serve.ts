import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import { hashKey } from '../../lib/secret.ts';
import { type Guards, takeAnonymousToken } from '../handle.ts';
import { bearerToken } from '../head.ts';
import { type Instruments, processRegistry } from './instruments.ts';

/** Returns whether `/metrics` exists: always in a sandbox; in prod only if a token is set. */
export function servesMetrics({ environment, metricsToken }: Config): boolean {
  return environment === 'sandbox' || metricsToken !== null;
}

/**
 * Adds `GET /metrics` in the Prometheus format. If a token is set, it is required. Requests without the token are rate
 * limited by IP address; those with it are not limited.
 */
export function addMetrics(
  server: FastifyInstance,
  config: Config,
  guards: Guards,
  { registry }: Instruments,
): void {
  if (!servesMetrics(config)) return;
  const all = Registry.merge([processRegistry(), registry]);
  const token = config.metricsToken === null ? null : digestOf(config.metricsToken);
  server.get('/metrics', async (request, reply) => {
    const isOperator = token !== null && isToken(bearerToken(request.headers), token);
    if (!isOperator) takeAnonymousToken(guards, request, reply);
    if (!isOperator && token !== null) throw refusalError('credential_revoked');
    return reply.type(all.contentType).send(await all.metrics());
  });
}

function isToken(sent: string | null, token: Buffer): boolean {
  return sent !== null && timingSafeEqual(digestOf(sent), token);
}

function digestOf(token: string): Buffer {
  return Buffer.from(hashKey(token));
}
