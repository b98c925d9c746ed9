import type { Logger } from 'pino';
import { agentKeyRoutes } from '../authority/agent-keys/routes.ts';
import { agentRoutes } from '../authority/agents/routes.ts';
import { apiKeyRoutes } from '../identity/api-keys/routes.ts';
import { oauthGrantRoutes } from '../identity/oauth-grants/routes.ts';
import { approvalRoutes } from '../authority/approvals/routes.ts';
import { auditLogRoutes } from '../history/audit-log/routes.ts';
import { createAuthenticator } from '../identity/authentication/authenticate.ts';
import { createLastUsed } from '../identity/authentication/last-used.ts';
import type { Config } from '../config.ts';
import type { Program } from '../context.ts';
import { claimRoutes } from '../identity/claims/routes.ts';
import { contactRoutes } from '../identity/contacts/routes.ts';
import { counterpartyRoutes } from '../authority/counterparties/routes.ts';
import { customerInvitationRoutes } from '../authority/customer-invitations/routes.ts';
import { customerRoutes } from '../authority/customers/routes.ts';
import type { Connection, Db } from '../db/pool.ts';
import { delegationRoutes } from '../authority/delegations/routes.ts';
import { openSessions } from '../db/sessions.ts';
import { createWatch, type Watch } from '../db/watch.ts';
import { createEngine } from '../engine/queue/engine.ts';
import { eventRoutes } from '../history/events/routes.ts';
import { createFeed, type Feed } from '../history/events/feed.ts';
import { eventStream, eventStreamForm } from '../history/events/stream.ts';
import { externalAccountRoutes } from '../money/external-accounts/routes.ts';
import { createAdmission } from '../http/admission.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Authenticator, Guards } from '../http/handle.ts';
import { addHealth, createHealthListener } from '../http/health.ts';
import { addGauges, createInstruments, type Instruments } from '../http/metrics/instruments.ts';
import { addMetrics, servesMetrics } from '../http/metrics/serve.ts';
import { openApiDocument } from '../http/openapi/document.ts';
import { addOpenApi } from '../http/openapi/serve.ts';
import type { DocumentedStream } from '../http/openapi/stream-operation.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { createRefusalLog } from '../http/refusal-log.ts';
import { createServer, type WebServer } from '../http/server.ts';
import type { SocketLimits } from '../http/sockets.ts';
import { stopGracefully } from '../http/stop.ts';
import { addStream } from '../http/streams.ts';
import { createTurns } from '../http/turns.ts';
import { createCopies } from '../idempotency/copies.ts';
import { createJobs } from '../jobs/run.ts';
import { createOnce } from '../lib/once.ts';
import type { Keyring } from '../lib/keyring.ts';
import { withoutPort } from '../lib/networks.ts';
import { mailRoutes } from '../mails/routes.ts';
import { memberRoutes } from '../identity/members/routes.ts';
import { createMailer } from '../gateways/mailer.ts';
import type { Rail } from '../gateways/rail.ts';
import { createSandboxBank } from '../gateways/sandbox-bank.ts';
import { createTextSender } from '../gateways/text-messages.ts';
import { addMcp } from '../doors/mcp/serve.ts';
import { addMetadata } from '../doors/oauth/metadata.ts';
import { createOauthParts } from '../doors/oauth/parts.ts';
import { addOauth } from '../doors/oauth/routes.ts';
import { addDocs } from '../doors/pages/docs/serve.ts';
import { pageFrame } from '../doors/pages/document.ts';
import { addSitePages } from '../doors/pages/site.ts';
import { freezeRoutes } from '../identity/parties/freeze/routes.ts';
import { partyRoutes } from '../identity/parties/routes.ts';
import { partyInvitationRoutes } from '../identity/party-invitations/routes.ts';
import { paymentRequestRoutes } from '../money/payment-requests/routes.ts';
import { paymentRoutes } from '../money/payments/routes.ts';
import { simulationRoutes } from '../doors/clock/routes.ts';
import { transactionRoutes } from '../money/transactions/routes.ts';
import { transferRoutes } from '../money/transfers/routes.ts';
import { transferSimulationRoutes } from '../money/transfers/simulation-routes.ts';
import { usageRoutes } from '../authority/usage/routes.ts';
import { walletRoutes } from '../money/wallets/routes.ts';
import { createDispatcher, type Dispatcher } from '../history/webhooks/dispatch/dispatcher.ts';
import { webhookRoutes } from '../history/webhooks/routes.ts';

export const endpoints: readonly Endpoint[] = [
  ...agentKeyRoutes,
  ...agentRoutes,
  ...apiKeyRoutes,
  ...oauthGrantRoutes,
  ...approvalRoutes,
  ...auditLogRoutes,
  ...claimRoutes,
  ...contactRoutes,
  ...counterpartyRoutes,
  ...customerInvitationRoutes,
  ...customerRoutes,
  ...delegationRoutes,
  ...eventRoutes,
  ...externalAccountRoutes,
  ...freezeRoutes,
  ...mailRoutes,
  ...memberRoutes,
  ...partyInvitationRoutes,
  ...partyRoutes,
  ...paymentRequestRoutes,
  ...paymentRoutes,
  ...simulationRoutes,
  ...transactionRoutes,
  ...transferRoutes,
  ...transferSimulationRoutes,
  ...usageRoutes,
  ...walletRoutes,
  ...webhookRoutes,
];

export const streams: readonly DocumentedStream[] = [eventStreamForm];

/** Returns the endpoints that a server with these settings has, each as it is there. */
export function endpointsIn({
  environment,
  requireIdempotencyKey,
}: Pick<Config, 'environment' | 'requireIdempotencyKey'>): readonly Endpoint[] {
  const served = endpoints.filter(({ sandboxOnly }) => environment === 'sandbox' || !sandboxOnly);
  if (!requireIdempotencyKey) return served;
  return served.map((each) => (each.idempotency === 'requirable' ? withKey(each) : each));
}

const withKey = (endpoint: Endpoint): Endpoint => ({ ...endpoint, idempotency: 'required' });

export type App = {
  db: Db;
  /** Starts to listen, and returns the base URL. */
  listen: () => Promise<string>;
  /** Finishes requests in progress, accepts no new ones, and closes every session. */
  close: () => Promise<void>;
};

/** Opens the gateway to a bank. A sandbox has a simulated bank; prod has none, and orders wait for the operator. */
export type OpenRail = (config: Config, db: Db) => Rail | null;
/** The bank of a server to which no other one is given. */
export const openSandboxBank: OpenRail = ({ sandboxBank }, db) =>
  sandboxBank && createSandboxBank(db, sandboxBank.settlesIn_ms);

/** What metrics show before anything has been counted. */
function unmeasured(): Pick<Program, 'reconciled' | 'waitingOrders' | 'unsealed'> {
  return {
    reconciled: { open: NaN },
    waitingOrders: { count: NaN, oldest_s: NaN },
    unsealed: { oldest_s: NaN },
  };
}

/** Creates the app on a database that is ready. Does not listen yet. */
export function createApp(
  config: Config,
  database: Connection,
  keyring: Keyring,
  log: Logger,
  openRail: OpenRail = openSandboxBank,
): App {
  const watch = createWatch(database, config.database, log);
  const instruments = createInstruments();
  const sessions = openSessions(watch.connection, config.database, log, instruments.lockTimeout);
  const { lookUps, background: db } = sessions;
  const engine = createEngine(watch.connection, config.database, config.engine, log, instruments.watchEngine);
  const lastUsed = createLastUsed(db, log);
  let address = config.baseUrl ?? '';
  const mail = createMailer(config, log);
  const program: Program = {
    config,
    db,
    sessions,
    copies: createCopies(config.database),
    engine,
    keyring,
    mail,
    texts: createTextSender(config),
    rail: openRail(config, db),
    ...unmeasured(),
    log,
    work: (task) => jobs.run(task),
    baseUrl: () => address,
  };
  const jobs = createJobs(program, watch.connection);
  const feed = createFeed(program);
  const dispatcher = createDispatcher(program, feed, instruments.watchDeliveries);
  const refusals = createRefusalLog(db, log);
  const authenticator = createAuthenticator(lookUps, lastUsed.recordUse, engine.clockOffset_ms);
  const guards = createGuards(config, authenticator, refusals);
  const { server, stop, health } = createListeners(program, { guards, instruments, watch, feed, dispatcher });
  return {
    db,
    async listen() {
      await mail.open();
      await health.listen();
      const bound = await server.listen({ port: config.port, host: config.host });
      address = config.baseUrl ?? bound;
      jobs.start();
      feed.start();
      dispatcher.start();
      return address;
    },
    async close() {
      await Promise.all([stop.run(), feed.stop(), dispatcher.stop()]); // which ends the streams that the stop waits for
      await jobs.stop();
      mail.close();
      await engine.close();
      await Promise.all([lastUsed.close(), refusals.close()]);
      await Promise.all([sessions.close(), watch.close()]);
      await health.close();
    },
  };
}

/** Parts of the app that are no part of the program: no verb uses them. */
type Parts = { guards: Guards; instruments: Instruments; watch: Watch; feed: Feed; dispatcher: Dispatcher };

/** Creates the web server of the API with all its addresses, and the listener for health and metrics only. */
function createListeners(program: Program, parts: Parts) {
  const { guards, instruments, watch, feed } = parts;
  const { config } = program;
  const { observe } = instruments;
  const served = endpointsIn(config);
  const frame = pageFrame(program);
  const created = createServer(program, { guards, sockets: socketLimits(config), observe, frame }, served);
  const { server } = created;
  const stop = stopGracefully(created, guards.admission, config.http.shutdownTimeout_ms);
  const addHealthTo = (to: WebServer): void => {
    addHealth(to, watch.fault, stop.isStopping);
    addMetrics(to, config, guards, instruments);
  };
  addMeasurements(program, parts);
  addHealthTo(server);
  const described = { endpoints: served, streams, metrics: servesMetrics(config) };
  const document = createOnce()(() => openApiDocument(described));
  addOpenApi(server, program, guards, document);
  addStream(server, program, guards, eventStream(feed));
  addDocs(server, program, guards, document);
  const oauth = createOauthParts(program);
  addSitePages(server, program, guards, served, oauth);
  addOauth(server, program, guards, oauth);
  addMetadata(server, program, guards);
  addMcp(server, program, guards, { endpoints: served, isStopping: stop.isStopping });
  created.complete();
  return { server, stop, health: createHealthListener(program, { guards, observe }, addHealthTo) };
}

function addMeasurements(program: Program, { guards, instruments, watch, feed, dispatcher }: Parts): void {
  const { config, engine, sessions, reconciled, waitingOrders, unsealed } = program;
  if (!servesMetrics(config)) return;
  addGauges(instruments.registry, {
    inFlight: guards.admission.inFlight,
    waitingCommands: engine.waiting,
    sessions,
    openDifferences: () => reconciled.open,
    waitingOrders,
    unsealed_s: () => unsealed.oldest_s,
    replication: watch.replication,
    eventDelay_s: feed.delay_s,
    webhooks: dispatcher.figures,
  });
}

function createGuards({ http }: Config, authenticator: Authenticator, refusals: Guards['refusals']): Guards {
  const { rate, anonymousRate } = http;
  return {
    ...authenticator,
    turns: createTurns(),
    admission: createAdmission(http),
    rate: { rule: rate, take: createRateLimiter(rate) },
    anonymousRate: { rule: anonymousRate, take: createRateLimiter(anonymousRate) },
    refusals,
  };
}

function socketLimits({ http }: Config): SocketLimits {
  return { ...http, isTrustedProxy: (address) => http.trustedProxies?.has(withoutPort(address)) ?? false };
}
