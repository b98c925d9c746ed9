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
import { auditRefusedWrite } from './permission.ts';
import { createUnreadable } from './unreadable.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY'] as const;
const callName = 'call';
const maxHeaderLength = 16 * 1024; // bytes, of the address and all headers together
const largeBody = 8 * 1024; // characters; Node would copy a text once more to put the headers before it

/** The web framework's instance: named here, so that no other folder knows the framework. */
export type WebServer = FastifyInstance;

/** The web server: every endpoint under `/` and `/api`, with one shape for all that goes wrong. */
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
    return503OnClosing: false, // requests on open connections are still served while stopping
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: maxHeaderLength }, // as long as it gets: judging an id is its schema's work
    genReqId: () => publicId('req', newId('req')),
    http: { maxHeaderSize: maxHeaderLength, headersTimeout: 10_000, requireHostHeader: false },
    // Before any hook has run: an address that is no URL.
    frameworkErrors: (error, request, reply) => {
      reply.headers(commonHeaders(request.id));
      sendFailure(program, error, request, reply);
    },
    clientErrorHandler: (_error, socket) => unreadable.refuse(socket),
  });
  server.server.maxConnections = http.maxConnections;
  // Node would refuse an unknown Expect in a shape that is not ours; it may as well be ignored.
  server.server.on('checkExpectation', (request, response) =>
    server.server.emit('request', request, response),
  );
  // Node would end the connection without a word.
  server.server.on('connect', (_request, socket) => unreadable.refuse(socket));
  server.addHttpMethod('QUERY', { overrideExisting: true }); // as if it had no body: Fastify would look at its type
  server.removeAllContentTypeParsers();
  // What type a body has is judged in body.ts. The usual one is named, since Fastify remembers who reads a named type only.
  const anyType = ['application/json', '*'];
  server.addContentTypeParser(anyType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.decorateRequest(slotName, null);
  server.decorateRequest(callName, null);
  server.addHook('onRequest', (request, reply, done) => {
    request.setDecorator(slotName, guards.admission.track(reply.raw));
    unreadable.track(request.raw.socket, reply.raw);
    reply.headers(commonHeaders(request.id));
    const wrong = headFault(request.raw);
    done(wrong ? badRequest([wrong]) : undefined);
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
        if (endpoint.method !== 'GET') await auditRefusedWrite(call.ctx, call.route, error);
        throw error;
      }
    },
  });
}

/** A known address with a method it lacks: 405 that says which ones there are. */
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

/** What Node lets pass, or would refuse in a shape that is not ours: other versions, and RFC 9112, 3.2, on Host. */
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

/** The head of an answer, and its body, which is for the framework to send. */
function prepare(reply: FastifyReply, response: HttpResponse): string | Buffer {
  reply.code(response.status).type('application/json; charset=utf-8');
  if (response.headers) reply.headers(response.headers);
  const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body);
  return body.length < largeBody ? body : Buffer.from(body);
}

function sendFailure(program: Program, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = failure(error, request.id, program.baseUrl(), program.log);
  void reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(body));
}
