import type { Logger } from 'pino';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { createIdentify } from './callers/identify.ts';
import { createLastUsed } from './callers/last-used.ts';
import type { Config } from './config.ts';
import type { Program } from './context.ts';
import { counterpartyRoutes } from './counterparties/routes.ts';
import { createPool } from './db/pool.ts';
import type { Connection, Db } from './db/pool.ts';
import { createEngine } from './engine/engine.ts';
import { createAdmission } from './http/admission.ts';
import type { Endpoint } from './http/endpoint.ts';
import { addHealth } from './http/health.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createServer } from './http/server.ts';
import { stopGracefully } from './http/stop.ts';
import type { Keyring } from './lib/keyring.ts';
import { addErrorPages } from './pages/errors.ts';
import { paymentRoutes } from './payments/routes.ts';
import { transactionRoutes } from './transactions/routes.ts';

/** Every endpoint of the API. */
export const endpoints: readonly Endpoint[] = [
  ...apiKeyRoutes,
  ...approvalRoutes,
  ...counterpartyRoutes,
  ...paymentRoutes,
  ...transactionRoutes,
];

export type App = {
  db: Db;
  /** Listens and answers the base address. */
  listen: () => Promise<string>;
  /** Serves what is under way, takes no more, ends every session. */
  close: () => Promise<void>;
};

const clock = (): Date => new Date();

/** Builds the program around a database that is ready. Nothing listens yet. */
export function createApp(config: Config, connection: Connection, keyring: Keyring, log: Logger): App {
  const db = createPool(connection, config.database, log);
  const engine = createEngine(connection, config.database, config.engine, log);
  const lastUsed = createLastUsed(db, clock, log);
  let address = config.baseUrl ?? '';
  const program: Program = { config, db, engine, keyring, log, clock, baseUrl: () => address };
  const { rate, anonymousRate } = config.http;
  const server = createServer(
    program,
    {
      identify: createIdentify(db, lastUsed.note),
      admission: createAdmission(config.http),
      rate: { rule: rate, take: createRateLimiter(rate) },
      anonymousRate: { rule: anonymousRate, take: createRateLimiter(anonymousRate) },
    },
    endpoints,
  );
  const stop = stopGracefully(server, config.http.shutdownTimeout_ms);
  addHealth(server, db, stop.isStopping);
  addErrorPages(server);
  return {
    db,
    async listen() {
      const bound = await server.listen({ port: config.port, host: config.host });
      address = config.baseUrl ?? bound;
      return address;
    },
    async close() {
      await stop.run();
      await engine.close();
      await lastUsed.close();
      await db.end();
    },
  };
}
