import type { FastifyReply, FastifyRequest } from 'fastify';
import inject from 'light-my-request';
import type { RequestListener } from 'node:http';
import type { Program } from '../context.ts';
import { badRequest, PurserError } from '../errors.ts';
import type { Id } from '../lib/id.ts';
import { type PageFrame, sendPage } from './error-page.ts';
import { failure } from './fail.ts';
import { enter, type Guards, slotOf, takeAnonymousToken } from './handle.ts';
import { announcedLength, clientAddress } from './head.ts';
import { refuse } from './refuse.ts';
import type { WebServer } from './server.ts';

const longestBody = 16 * 1024; // bytes
const formType = 'application/x-www-form-urlencoded';

/** A request for a library that wants a server of its own: it gets the parts that it needs, and no more. */
export type LibraryRequest = {
  /** Of the client, as anonymous requests are counted. */
  address: string;
  path: string;
  query: URLSearchParams;
  /** At most 16 KiB. */
  body: string;
  /** Asks the library, as if this had come to it under the address of this server. */
  pass: (sent: { path: string; form?: URLSearchParams; json?: object }) => Promise<LibraryAnswer>;
};

export type LibraryAnswer = {
  status: number;
  headers: Readonly<Record<string, string | string[]>>;
  body: string;
};

/**
 * A route that a library answers. `asPage` makes a page of an answer that people see instead of a program; without it, errors
 * have the form of OAuth.
 */
export type LibraryRoute = {
  method: 'GET' | 'POST';
  url: `/${string}`;
  answer: (request: LibraryRequest) => Promise<LibraryAnswer>;
  asPage?: (refused: LibraryAnswer) => string;
};

/**
 * Adds routes whose protocol a library speaks that wants a server of its own. Their requests pass the guards of all that is
 * anonymous first, and the answers go out as all others do.
 */
export function addLibraryRoutes(
  server: WebServer,
  program: Program,
  guards: Guards,
  frame: PageFrame,
  { listener, routes }: { listener: () => Promise<RequestListener>; routes: readonly LibraryRoute[] },
): void {
  for (const { method, url, answer, asPage } of routes) {
    server.route({
      method,
      url,
      onRequest: async (request, reply) => admit(guards, request, reply),
      handler: async (request, reply) => {
        const answered = await answer(requestOf(program, request, listener));
        guards.admission.leave(slotOf(request));
        const { status, headers, body } = answered;
        if (asPage && status >= 400) return reply.code(status).headers(frame.headers).send(asPage(answered));
        return reply.code(status).headers(headers).send(body);
      },
      errorHandler: (error, request, reply) =>
        refuse(guards.admission, slotOf(request), { error, request, reply }, () =>
          asPage
            ? sendPage(program, frame, error, request, reply)
            : sendError(program, error, request, reply),
        ),
    });
  }
}

function admit(guards: Guards, request: FastifyRequest, reply: FastifyReply): void {
  enter(guards, request, null);
  takeAnonymousToken(guards, request, reply);
  if ((announcedLength(request.headers) ?? 0) > longestBody) throw tooLong();
  guards.admission.admit(slotOf(request), clientAddress(request) as Id<'pty'>); // each address is a party of its own
}

function tooLong(): PurserError {
  return new PurserError([{ code: 'payload_too_large', detail: `Send at most ${longestBody} bytes.` }]);
}

function requestOf(
  program: Program,
  request: FastifyRequest,
  listener: () => Promise<RequestListener>,
): LibraryRequest {
  const text = Buffer.from(bytesOf(request)).toString('utf8');
  // No text of ours has one, and no column of the database takes it.
  if (/%00|\0/.test(request.url + text))
    throw badRequest([{ code: 'invalid_value', detail: 'This has a NUL character in it.' }]);
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  return {
    address: clientAddress(request),
    path,
    query: new URLSearchParams(query),
    body: text,
    pass: async (sent) => passTo(await listener(), headersOf(program, request), sent),
  };
}

function bytesOf({ body }: FastifyRequest): Uint8Array {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  if (bytes.length > longestBody) throw tooLong();
  return bytes;
}

function headersOf(program: Program, request: FastifyRequest): Record<string, string> {
  const { host, protocol } = new URL(program.baseUrl());
  const { cookie, authorization } = request.headers;
  return {
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-for': clientAddress(request),
    ...(cookie !== undefined && { cookie }),
    ...(authorization !== undefined && { authorization }),
  };
}

const passedOn = new Set([
  'content-type',
  'location',
  'set-cookie',
  'cache-control',
  'pragma',
  'www-authenticate',
]);

async function passTo(
  listener: RequestListener,
  headers: Record<string, string>,
  { path: url, form, json }: Parameters<LibraryRequest['pass']>[0],
): Promise<LibraryAnswer> {
  const payload = form?.toString() ?? (json && JSON.stringify(json));
  const type = form ? formType : 'application/json';
  const response = await inject(listener, {
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers: { ...headers, ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  const sent = Object.entries(response.headers).flatMap(([name, value]) =>
    passedOn.has(name) && value !== undefined
      ? [[name, Array.isArray(value) ? value : String(value)] as const]
      : [],
  );
  return { status: response.statusCode, headers: Object.fromEntries(sent), body: response.payload };
}

/** What a program reads that our own guards refuse, in the form of OAuth (RFC 6749, 5.2). */
function sendError(program: Program, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, headers, body } = failure(error, request.id, program.baseUrl(), program.log);
  const [first] = (body as { errors: Array<{ detail: string }> }).errors;
  const said = { error: nameOf(status), error_description: first?.detail ?? '' };
  void reply.code(status).headers(headers).type('application/json; charset=utf-8').send(JSON.stringify(said));
}

function nameOf(status: number): string {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}
