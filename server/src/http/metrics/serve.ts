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

/** Open in a sandbox; with the setting, for those who have the token; in prod without it there is no such address. */
export function servesMetrics({ environment, metricsToken }: Config): boolean {
  return environment === 'sandbox' || metricsToken !== null;
}

/**
 * `GET /metrics`, in the form of Prometheus. Who has the token may ask as often as it likes; all others are counted
 * against their address.
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

/** Routes as labels: under `/api` and without it are one, and so are all pages of errors. */
function createLabels(): (url: string | undefined) => string {
  const known = new Map<string | undefined, string>([[undefined, 'none']]);
  return (url) => {
    let label = known.get(url);
    if (label === undefined) {
      label = (url ?? '').replace(/^\/api(?=\/)/, '').replace(/^\/errors\/.+/, '/errors/:code');
      known.set(url, label);
    }
    return label;
  };
}
