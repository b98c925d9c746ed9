import { readConfig } from '../../server/src/config.ts';
import type { Program } from '../../server/src/context.ts';
import { createAdmission } from '../../server/src/http/admission.ts';
import { createRateLimiter } from '../../server/src/http/rate-limit.ts';
import { createServer } from '../../server/src/http/server.ts';
import { createTurns } from '../../server/src/http/turns.ts';
import { newId } from '../../server/src/lib/id.ts';
import { paymentRoutes } from '../../server/src/money/payments/routes.ts';
import { scopes } from '../../server/src/scopes.ts';
import { createLog } from '../../server/src/start/logger.ts';

// Purser's own web server with the real POST /payments, from the request's headers to the log line, except for what
// needs a database: the actor is fixed, and the response body is given on the command line.
const [body = '{}'] = process.argv.slice(2);
const config = readConfig({ PURSER_RATE_PER_SECOND: '1000000', PURSER_RATE_BURST: '9999999' });
const log = createLog(config.logLevel);
const { rate, anonymousRate } = config.http;
const actor = {
  kind: 'apiKey' as const,
  credentialId: newId('apy'),
  keyPrefix: 'sk_pur_sandbox_',
  partyId: newId('pty'),
  userId: newId('usr'),
  scopes: new Set(scopes),
  expiresAt: null,
  signedInAt: null,
  tokenExpiresAt: null,
  grant: null,
  agentId: null,
  instanceId: null,
  role: 'OWNER' as const,
  agentIsKnown: true,
  readsOwn: false,
};
const sessions = { readsOf: () => ({ query: () => Promise.reject(new Error('there is no database')) }) };
const found = () => ({ actor, now: new Date(), clockOffset_ms: 0, isFromCache: false });
for (const route of paymentRoutes) route.run = () => Promise.resolve({ status: 201, body });
const { server } = createServer(
  { config, log, baseUrl: () => '', sessions } as unknown as Program,
  {
    guards: {
      fromCache: found,
      authenticate: () => Promise.resolve(found()),
      partyOf: () => actor.partyId,
      turns: createTurns(),
      admission: createAdmission(config.http),
      rate: { rule: rate, take: createRateLimiter(rate) },
      anonymousRate: { rule: anonymousRate, take: createRateLimiter(anonymousRate) },
      refusals: { record: () => Promise.resolve(), close: () => Promise.resolve() },
    },
    sockets: { ...config.http, isTrustedProxy: () => false },
    observe: () => undefined,
  },
  paymentRoutes,
);
process.stdout.write(`${new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port}\n`);
