import type { IncomingMessage } from 'node:http';
import fastify from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Program } from '../context.ts';
import { badRequest, fault } from '../errors.ts';
import type { Fault } from '../errors.ts';
import { newId, publicId } from '../lib/id.ts';
import { bodySchema, maxBodyLength } from './body.ts';
import type { HttpResponse, Endpoint } from './endpoint.ts';
import { failure } from './fail.ts';
import { admit, perform, takeAnonymousToken, slotName } from './handle.ts';
import type { Call, Guards } from './handle.ts';
import { logRequest } from './log.ts';
import { createUnreadable } from './unreadable.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'] as const;
const callName = 'call';
const maxHeaderLength = 16 * 1024; // bytes, of the URL and all headers together
const largeBody = 8 * 1024; // characters; Node would copy a longer string once more to prepend the headers

/** The web framework's instance, named here so that no other folder depends on the framework. */
export type WebServer = FastifyInstance;

/** Creates the web server, with every endpoint under `/` and `/api` and one form for all errors. */
export function createServer(
  program: Program,
  guards: Guards,
  endpoints: readonly Endpoint[],
): FastifyInstance {
  const { http } = program.config;
  const unreadable = createUnreadable(program);
  const server = fastify({
    logger: false,
    bodyLimit: maxBodyLength,
    requestTimeout: http.requestTimeout_ms,
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: false,
    return503OnClosing: false, // open connections are still served while stopping
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: maxHeaderLength }, // no limit of its own: the schema of an id checks it
    genReqId: () => publicId('req', newId('req')),
    http: { maxHeaderSize: maxHeaderLength, headersTimeout: 10_000, requireHostHeader: false },
    // Runs before all hooks, for an invalid URL.
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request.id));
      sendFailure(program, error, request, reply);
    },
    clientErrorHandler: (_error, socket) => unreadable.refuse(socket),
  });
  server.server.maxConnections = http.maxConnections;
  // Ignores an unknown Expect header, which Node would refuse in a form other than ours.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  // Node would close the connection without a response.
  server.server.on('connect', (_request, socket) => unreadable.refuse(socket));
  server.addHttpMethod('QUERY', { overrideExisting: true }); // without a body, whose type Fastify would check
  server.removeAllContentTypeParsers();
  // body.ts checks the type of a body. The usual type is named, because Fastify caches the parser of a named type only.
  const anyType = ['application/json', '*'];
  server.addContentTypeParser(anyType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setReplySerializer(line);
  server.decorateRequest(slotName, null);
  server.decorateRequest(callName, null);
  server.addHook('onRequest', (request, reply, done) => {
    request.setDecorator(slotName, guards.admission.track(reply.raw));
    unreadable.track(request.raw.socket, reply.raw);
    reply.headers(commonHeaders(request.id));
    const found = headFault(request.raw);
    done(found ? badRequest([found]) : undefined);
  });
  server.addHook('onResponse', (request, reply, done) => {
    logRequest(program.log, request, reply, request.getDecorator<Call | null>(callName));
    done();
  });
  server.setErrorHandler((error, request, reply) => sendFailure(program, error, request, reply));
  server.setNotFoundHandler((request, reply) => {
    takeAnonymousToken(guards, request, reply);
    throw fault('not_found', 'Nothing answers at this address.');
  });
  for (const prefix of ['', '/api']) {
    for (const endpoint of endpoints) addEndpoint(server, program, guards, endpoint, prefix);
    addOtherMethods(server, guards, endpoints, prefix);
  }
  return server;
}

function addEndpoint(
  server: FastifyInstance,
  program: Program,
  guards: Guards,
  endpoint: Endpoint,
  prefix: string,
): void {
  const schema = endpoint.body && bodySchema(endpoint.body);
  server.route({
    method: endpoint.method,
    url: prefix + endpoint.path,
    onRequest: async (request, reply) => {
      request.setDecorator(callName, await admit(program, guards, endpoint, request, reply));
    },
    handler: async (request, reply) => {
      const call = request.getDecorator<Call>(callName);
      try {
        return prepare(reply, await perform(program, endpoint, schema, call, request.body));
      } catch (error) {
        await call.confirm(error);
        await guards.refusals.record(call.ctx, { endpoint, route: call.route }, error);
        throw error;
      }
    },
  });
}

/** Adds the 405 of every known path for the methods that it does not have, with the `Allow` header. */
function addOtherMethods(
  server: FastifyInstance,
  guards: Guards,
  endpoints: readonly Endpoint[],
  prefix: string,
): void {
  for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
    const allowed = new Set<string>(
      endpoints.filter((each) => each.path === path).map((each) => each.method),
    );
    server.route({
      method: methods.filter((method) => !allowed.has(method)),
      url: prefix + path,
      onRequest: async (request, reply) => {
        takeAnonymousToken(guards, request, reply);
        reply.header('Allow', [...allowed].join(', '));
        throw fault('method_not_allowed', `Use ${[...allowed].join(' or ')} here.`);
      },
      handler: async () => undefined,
    });
  }
}

/**
 * Returns the fault of an HTTP version or Host header (RFC 9112, 3.2) that Node accepts, or refuses in another form.
 */
function headFault({ httpVersion, rawHeaders }: IncomingMessage): Fault | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return { code: 'invalid_value', detail: 'This is neither HTTP/1.1 nor HTTP/1.0.' };
  }
  const hosts = rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.length === 4 && /^host$/i.test(name),
  ).length;
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return null;
  const detail = 'HTTP/1.1 needs a Host header, and one only.';
  return { code: 'invalid_value', detail, source: { header: 'Host' } };
}

function commonHeaders(requestId: string): Record<string, string> {
  return { 'Request-Id': requestId, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' };
}

/**
 * Sets the status and headers of a response, and returns its body for the framework to send. Every body ends with a
 * newline, so that a terminal shows the next prompt in a line of its own.
 */
function prepare(reply: FastifyReply, response: HttpResponse): string | Buffer {
  reply.code(response.status).type('application/json; charset=utf-8');
  if (response.headers) reply.headers(response.headers);
  const text = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
  const body = `${text}\n`;
  return body.length < largeBody ? body : Buffer.from(body);
}

function line(body: unknown): string {
  return `${JSON.stringify(body)}\n`;
}

function sendFailure(program: Program, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = failure(error, request.id, program.baseUrl(), program.log);
  void reply.code(status).headers(headers).type('application/json; charset=utf-8').send(line(body));
}
