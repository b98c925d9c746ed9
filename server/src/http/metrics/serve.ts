import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Config } from '../../config.ts';
import { refusalError } from '../../engine/model/outcomes.ts';
import { hashKey } from '../../lib/secret.ts';
import { takeAnonymousToken } from '../handle.ts';
import type { Guards } from '../handle.ts';
import { bearerToken } from '../headers.ts';
import { addGauges, processRegistry } from './instruments.ts';
import type { Instruments, Sources } from './instruments.ts';

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
  instruments: Instruments,
  sources: Sources,
): void {
  if (!servesMetrics(config)) return;
  addGauges(instruments.registry, sources);
  const all = Registry.merge([processRegistry(), instruments.registry]);
  const labelOf = createLabels();
  server.addHook('onResponse', (request, reply, done) => {
    const route = labelOf(request.routeOptions.url);
    instruments.request(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
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

/** Returns a function from routes to labels. A route has one label with and without `/api`; so have all error pages. */
function createLabels(): (url: string | undefined) => string {
  const labels = new Map<string | undefined, string>([[undefined, 'none']]);
  return (url) => {
    let label = labels.get(url);
    if (label === undefined) {
      label = (url ?? '').replace(/^\/api(?=\/)/, '').replace(/^\/errors\/.+/, '/errors/:code');
      labels.set(url, label);
    }
    return label;
  };
}
