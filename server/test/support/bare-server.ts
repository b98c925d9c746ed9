import { readConfig } from '../../src/config.ts';
import type { Program } from '../../src/context.ts';
import { createAdmission } from '../../src/http/admission.ts';
import type { Guards } from '../../src/http/handle.ts';
import { createRateLimiter } from '../../src/http/rate-limit.ts';
import { type CreatedServer, createServer } from '../../src/http/server.ts';
import { createTurns } from '../../src/http/turns.ts';
import { paymentRoutes } from '../../src/money/payments/routes.ts';
import { createLog } from '../../src/start/logger.ts';

const config = readConfig({});
const { rate, anonymousRate } = config.http;

/** What the web server without a database has of its program. */
export const bareProgram = { config, log: createLog('silent'), baseUrl: () => 'http://purser.test' };

/**
 * Starts the web server without a database, on a free port. No key is found, and `own` takes the place of its guards.
 * It has the routes of payments, and those that `addRoutes` adds.
 */
export async function startBareServer(
  own: Partial<Guards>,
  addRoutes: (created: CreatedServer) => void = () => undefined,
): Promise<CreatedServer & { baseUrl: string }> {
  const guards: Guards = {
    fromCache: () => null,
    authenticate: () => Promise.resolve(null),
    partyOf: () => null,
    turns: createTurns(),
    admission: createAdmission(config.http),
    rate: { rule: rate, take: createRateLimiter(rate) },
    anonymousRate: { rule: anonymousRate, take: createRateLimiter(anonymousRate) },
    refusals: { record: () => Promise.resolve(), close: () => Promise.resolve() },
    ...own,
  };
  const parts = {
    guards,
    sockets: { ...config.http, isTrustedProxy: () => false },
    observe: () => undefined,
  };
  const created = createServer(bareProgram as unknown as Program, parts, paymentRoutes);
  addRoutes(created);
  created.complete();
  return { ...created, baseUrl: await created.server.listen({ port: 0, host: '127.0.0.1' }) };
}
