import { timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import { hashKey } from '../../lib/secret.ts';
import { type Guards, takeAnonymousToken } from '../handle.ts';
import { bearerToken } from '../head.ts';
import { type Instruments, processRegistry } from './instruments.ts';

const leastInterval_ms = 100; // a rendering takes about ten

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
  const figures = renderedTogether(all);
  const token = config.metricsToken === null ? null : digestOf(config.metricsToken);
  server.get('/metrics', async (request, reply) => {
    const isOperator = token !== null && isToken(bearerToken(request.headers), token);
    if (!isOperator) takeAnonymousToken(guards, request, reply);
    if (!isOperator && token !== null) throw refusalError('credential_revoked');
    return reply.type(all.contentType).send(await figures());
  });
}

/**
 * Returns a function that renders the figures as they are after the call, at most once in 100 ms: whoever asks meanwhile
 * gets the next rendering, which is the same for all.
 */
function renderedTogether(all: Registry): () => Promise<string> {
  let next: Promise<string> | null = null;
  let lastAt_ms = -Infinity;
  const render = async (): Promise<string> => {
    await nextTurn();
    const wait_ms = lastAt_ms + leastInterval_ms - performance.now();
    if (wait_ms > 0) await pause(wait_ms);
    next = null;
    lastAt_ms = performance.now();
    return all.metrics();
  };
  return () => (next ??= render());
}

function isToken(sent: string | null, token: Buffer): boolean {
  return sent !== null && timingSafeEqual(digestOf(sent), token);
}

function digestOf(token: string): Buffer {
  return Buffer.from(hashKey(token));
}
