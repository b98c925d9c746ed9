import { Readable } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Program } from '../context.ts';
import { badRequest } from '../errors.ts';
import { newId, publicId } from '../lib/id.ts';
import { type Addresses, collectAddresses } from './addresses.ts';
import { admitByToken } from './admit-by-token.ts';
import { type Admission, checkPipelined, type RequestSlot } from './admission.ts';
import { bodySchema } from './body.ts';
import type { HttpResponse, Endpoint } from './endpoint.ts';
import { isMissingPage, type PageFrame, sendPage } from './error-page.ts';
import { failure } from './fail.ts';
import {
  admit,
  type Call,
  callName,
  type Guards,
  keyRoute,
  perform,
  type RouteConfig,
  slotName,
  slotOf,
  takeAnonymousToken,
} from './handle.ts';
import { announcedLength, clientAddress, headFault, sessionToken } from './head.ts';
import { sent } from './sent-token.ts';
import type { Observe } from './log.ts';
import { receivePaced } from './receive.ts';
import { refuse, type Refusal } from './refuse.ts';
import { sessionCookieOf } from './session-cookie.ts';
import { createSockets, type SocketLimits, type Sockets } from './sockets.ts';
import { createTracker, healthPaths } from './track.ts';
import { endUnread } from './unread.ts';
import { createUnreadable } from './unreadable.ts';

const maxHeaderLength = 16 * 1024; // bytes, of the URL and all headers together
const headersTimeout_ms = 10_000;
const timeoutCheckInterval_ms = 500; // Node's own is 30 s: no time limit would be kept
const unbounded: ReadonlySet<string> = new Set([...healthPaths, '/metrics']); // on any connection
const largeBody = 8 * 1024; // characters; Node would copy a longer string once more to prepend the headers

/** The web framework's instance, named here so that no other folder depends on the framework. */
export type WebServer = FastifyInstance;

/**
 * What a server is made of besides its program: its guards, its limits, who observes its requests, and how its pages look,
 * if it has any.
 */
export type ServerParts = { guards: Guards; sockets: SocketLimits; observe: Observe; frame?: PageFrame };

/**
 * A web server, its connections, whether its stop has begun, and the function that completes it: it is called after the
 * last route is added.
 */
export type CreatedServer = {
  server: FastifyInstance;
  sockets: Sockets;
  stopping: { hasBegun: boolean };
  complete: () => void;
};

/** Creates a web server, with every endpoint under `/` and `/api` and one form for all errors. */
export function createServer(
  program: Program,
  { guards, sockets: socketLimits, observe, frame }: ServerParts,
  endpoints: readonly Endpoint[],
): CreatedServer {
  const { requestTimeout_ms } = program.config.http;
  const unreadable = createUnreadable(program, observe);
  const server = fastify({
    logger: false,
    trustProxy: socketLimits.isTrustedProxy,
    requestTimeout: requestTimeout_ms,
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: true,
    return503OnClosing: false, // open connections are still served while stopping
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: maxHeaderLength }, // no limit of its own: the schema of an id checks it
    genReqId: () => publicId('req', newId('req')),
    http: {
      maxHeaderSize: maxHeaderLength,
      headersTimeout: Math.min(headersTimeout_ms, requestTimeout_ms), // Node would swap the two
      connectionsCheckingInterval: timeoutCheckInterval_ms,
      requireHostHeader: false,
    },
    // Runs instead of all hooks, for an invalid URL.
    frameworkErrors: (error, request, reply) => {
      const slot = track(request, undefined, reply, () => null);
      reply.headers(commonHeaders(request.id));
      refuseBadUrl(program, guards, slot, { error, request, reply });
    },
    clientErrorHandler: ({ code }, socket) => unreadable.refuse(socket, code),
  });
  const sockets = createSockets(server.server, socketLimits);
  endUnread(server.server);
  const stopping = { hasBegun: false };
  const track = createTracker(program, guards, sockets, unreadable, observe, () => stopping.hasBegun);
  // Ignores an unknown Expect header, which Node would refuse in a form other than ours.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  // Node would close the connection without a response.
  server.server.on('connect', (_request, socket) => unreadable.refuse(socket));
  addBodyParser(server, guards.admission, requestTimeout_ms);
  server.setReplySerializer(line);
  server.decorateRequest(slotName, null);
  server.decorateRequest(callName, null);

  const addresses = collectAddresses(server, guards, maxHeaderLength);
  addHeadChecks(server, program, guards, addresses, track);
  server.setErrorHandler((error, request, reply) =>
    refuse(guards.admission, slotOf(request), { error, request, reply }, () =>
      sendError(program, error, request, reply, frame),
    ),
  );
  for (const prefix of ['', '/api']) {
    for (const endpoint of endpoints) addEndpoint(server, program, guards, endpoint, prefix);
  }
  return { server, sockets, stopping, complete: addresses.complete };
}

/** Tracks each request, and refuses those whose head has a fault or leads nowhere, before their body is read. */
function addHeadChecks(
  server: FastifyInstance,
  program: Program,
  guards: Guards,
  addresses: Addresses,
  track: ReturnType<typeof createTracker>,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    const url = addresses.urlOf(request);
    const slot = track(request, url, reply, () => request.getDecorator<Pick<Call, 'ctx'> | null>(callName));
    request.setDecorator(slotName, slot);
    reply.headers(commonHeaders(request.id));
    if (!unbounded.has(url ?? '')) checkPipelined(slot);
    const refusal = (): Error | undefined => headRefusal(guards, addresses, request, reply);
    inTurn(program, guards, slot, request, () => done(refusalOf(refusal)));
  });
}

/** Refuses a request whose URL is invalid, for which the framework runs no hook. */
function refuseBadUrl(
  program: Program,
  guards: Guards,
  slot: RequestSlot,
  { error: badUrl, request, reply }: Refusal,
): void {
  const refuseFor = (error: unknown): void =>
    refuse(guards.admission, slot, { error, request, reply }, () =>
      sendError(program, error, request, reply),
    );
  const tooMany = refusalOf(() => checkPipelined(slot));
  if (tooMany) return refuseFor(tooMany);
  inTurn(program, guards, slot, request, () =>
    refuseFor(refusalOf(() => takeAnonymousToken(guards, request, reply)) ?? badUrl),
  );
}

/** Returns why a request is refused whose head has a fault or leads nowhere; else undefined. */
function headRefusal(
  guards: Guards,
  addresses: Addresses,
  request: FastifyRequest,
  reply: FastifyReply,
): Error | undefined {
  const found = headFault(request.raw);
  if (!found && !request.is404) return undefined;
  // Returned, not thrown: a throw, which makes V8 walk the stack, takes a twentieth of this refusal's time.
  return refusalOf(() => {
    if (!found) return addresses.refusal(request, reply);
    takeAnonymousToken(guards, request, reply);
    return badRequest([found]);
  });
}

/**
 * Lets a request go on when its turn comes; if its client leaves before that, it never goes on. It takes turns with its
 * party if it brings a key or session that the route looks up and that was lately found active, else with its address.
 */
function inTurn(
  program: Program,
  guards: Guards,
  { bearer, response }: RequestSlot,
  request: FastifyRequest,
  goOn: () => void,
): void {
  const { parties, addresses } = guards.turns;
  // Only where it is looked up: elsewhere nothing would find out that it has ended.
  const { looksUp } = request.is404 ? {} : (request.routeOptions.config as RouteConfig);
  const ofKey = looksUp === 'key' && bearer ? guards.partyOf(bearer) : null;
  const party = looksUp === 'session' ? partyOfSession(program, guards, request) : ofKey;
  const leave = party === null ? addresses.take(clientAddress(request), goOn) : parties.take(party, goOn);
  if (leave) response.once('close', leave);
}

function partyOfSession(program: Program, guards: Guards, { headers }: FastifyRequest): string | null {
  const session = sessionToken(headers, sessionCookieOf(program).name);
  return session === null ? null : guards.partyOf(sent(session));
}

/** Returns the error that a check returns or throws; undefined if there is none. */
function refusalOf(check: () => Error | void): Error | undefined {
  try {
    return check() ?? undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('a check failed', { cause: error });
  }
}

/** Reads bodies as bytes. A request whose body has not arrived holds no place. */
function addBodyParser(server: FastifyInstance, admission: Admission, timeout_ms: number): void {
  server.removeAllContentTypeParsers();
  // head.ts checks the type of a body. The usual type is named, because Fastify caches the parser of a named type only.
  server.addContentTypeParser(['application/json', '*'], (request: FastifyRequest, _payload, done) => {
    const slot = slotOf(request);
    const announced = announcedLength(request.headers);
    admission.receive(slot, announced);
    const party = slot.party?.key ?? ''; // none of a client that has left
    receivePaced({ message: request.raw, announced, timeout_ms }, party, ({ error, body }) => {
      const refusal = error ?? refusalOf(() => admission.resume(slot, body.length));
      done(refusal ?? null, body);
    });
  });
}

function addEndpoint(
  server: FastifyInstance,
  program: Program,
  guards: Guards,
  endpoint: Endpoint,
  prefix: string,
): void {
  const schema = endpoint.body && bodySchema(endpoint.body);
  const run = async (
    request: FastifyRequest,
    reply: FastifyReply,
    call: Call,
  ): Promise<string | Buffer | Readable> => {
    try {
      return prepare(reply, await perform(program, endpoint, schema, call, request.body));
    } catch (error) {
      const again = await call.confirm(error);
      if (again) return run(request, reply, again);
      const { ctx, route } = call;
      if (ctx.actor) await guards.refusals.record(ctx, { endpoint, route }, error);
      throw error;
    }
  };
  server.route({
    method: endpoint.method,
    url: prefix + endpoint.path,
    config: endpoint.token ? {} : keyRoute,
    onRequest: async (request, reply) => {
      const { token } = endpoint;
      const call = token
        ? await admitByToken(program, guards, endpoint, token, request, reply)
        : await admit(program, guards, endpoint, request, reply);
      request.setDecorator(callName, call);
    },
    handler: (request, reply) => run(request, reply, request.getDecorator<Call>(callName)),
  });
}

function commonHeaders(requestId: string): Record<string, string> {
  // In lower case, as the framework sends them: it need not convert each name of each response.
  return { 'request-id': requestId, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
}

/**
 * Sets the status and headers of a response, and returns its body for the framework to send. Every body ends with a
 * newline, so that a terminal shows the next prompt in a line of its own; a stream brings its own.
 */
function prepare(reply: FastifyReply, response: HttpResponse): string | Buffer | Readable {
  reply.code(response.status).type('application/json; charset=utf-8');
  if (response.headers) reply.headers(response.headers);
  if (response.body instanceof Readable) {
    if (reply.request.method === 'HEAD') response.body.destroy(); // the framework would read it to its end
    return response.body;
  }
  const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
  const body = `${text}\n`;
  return body.length < largeBody ? body : Buffer.from(body);
}

function line(body: unknown): string {
  return `${JSON.stringify(body)}\n`;
}

/** Sends an error as JSON; as a page if that was asked for, and the server has pages. */
function sendError(
  program: Program,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  frame?: PageFrame,
): void {
  if (frame && isMissingPage(error, request)) {
    sendPage(program, frame, error, request, reply.header('Vary', 'Accept'));
    return;
  }
  const { status, headers, body } = failure(error, request.id, program.baseUrl(), program.log);
  void reply.code(status).headers(headers).type('application/json; charset=utf-8').send(line(body));
}
