import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Program } from '../context.ts';
import { type Fault, fault } from '../errors.ts';
import { refusalError } from '../engine/model/outcomes.ts';
import { readJson } from './body.ts';
import { failure } from './fail.ts';
import { type Call, callName, contextOf, type Guards, identify, keyRoute, slotOf } from './handle.ts';
import { checkAnnouncement, refuseFaults } from './head.ts';
import { refuse } from './refuse.ts';
import type { WebServer } from './server.ts';
import { recheck } from './streams.ts';

/** A request that was admitted, for a handler that speaks the interface of `fetch`. */
export type FetchCall = {
  ctx: Context;
  /** Its head, without a body; aborted when the client has left. */
  request: Request;
  /** Its body, read as strictly as every other. */
  body: unknown;
  query: Readonly<Record<string, unknown>>;
  /** Gives the place of the request back, before it waits for long. */
  leave: () => void;
  /** Authenticates the client again. Null if its key, or its agent, has ended. */
  recheck: () => Promise<Context | null>;
};

/** `challenge` is the value of `WWW-Authenticate` of a 401. */
export type FetchRoute = {
  url: `/${string}`;
  challenge: () => string;
  handle: (call: FetchCall) => Promise<Response>;
};

/**
 * Adds a POST route whose protocol a library speaks. Its requests pass the same guards as all others before the library
 * sees them: credential, rate, places, length and type of the body. A page of another site is refused (403).
 */
export function addFetchRoute(server: WebServer, program: Program, guards: Guards, route: FetchRoute): void {
  const { url, challenge, handle } = route;
  server.route({
    method: 'POST',
    url,
    config: keyRoute,
    onRequest: async (request, reply) => {
      refuseForeignOrigin(request, new URL(program.baseUrl()).origin);
      const faults: Fault[] = [];
      const from = { mayUseCache: false, resource: 'mcp' } as const;
      const { authenticated } = await identify(guards, request, reply, faults, from);
      refuseFaults(faults);
      checkAnnouncement(request.headers);
      const ctx = contextOf(program, request, authenticated);
      if (!ctx.actor.agentIsKnown) throw refusalError('agent_inactive');
      request.setDecorator(callName, { ctx } satisfies Pick<Call, 'ctx'>);
    },
    handler: async (request, reply) => {
      const { ctx } = request.getDecorator<{ ctx: Context }>(callName);
      const leaving = new AbortController();
      if (reply.raw.closed) leaving.abort();
      else reply.raw.once('close', () => leaving.abort());
      const response = await handle({
        ctx,
        request: headOf(program, url, request, leaving.signal),
        body: readJson(request.body),
        query: request.query as Record<string, unknown>,
        leave: () => guards.admission.leave(slotOf(request)),
        recheck: () => recheck(guards, request.headers, ctx),
      });
      return send(reply, response);
    },
    errorHandler: (error, request, reply) => {
      refuse(guards.admission, slotOf(request), { error, request, reply }, () => {
        const { status, headers, body } = failure(error, request.id, program.baseUrl(), program.log);
        if (status === 401) headers['WWW-Authenticate'] = challenge();
        void reply
          .code(status)
          .headers(headers)
          .type('application/json; charset=utf-8')
          .send(`${JSON.stringify(body)}\n`);
      });
    },
  });
}

/** Refuses a request that a browser sends for a page of another origin, a port included. Programs send no `Origin`. */
function refuseForeignOrigin({ headers }: FastifyRequest, own: string): void {
  if (headers.origin === undefined || headers.origin === own) return;
  throw fault('forbidden', 'A page of another site may not call this.', { header: 'Origin' });
}

/** Headers that the library reads. It gets no other, the credential least of all. */
const passedOn = /^(accept|content-type|last-event-id|mcp-.+|x-mcp-.+)$/;

function headOf(program: Program, url: string, { headers }: FastifyRequest, signal: AbortSignal): Request {
  const passed = Object.entries(headers).flatMap(([name, value]): Array<[string, string]> =>
    passedOn.test(name) && value !== undefined ? [[name, String(value)]] : [],
  );
  return new Request(program.baseUrl() + url, { method: 'POST', headers: passed, signal });
}

async function send(reply: FastifyReply, response: Response): Promise<Readable | string> {
  const type = response.headers.get('content-type') ?? '';
  reply.code(response.status);
  if (type !== '') reply.type(type);
  const challenge = response.headers.get('www-authenticate');
  if (challenge !== null) reply.header('WWW-Authenticate', challenge);
  if (!type.startsWith('text/event-stream') || !response.body) return await response.text();
  reply.header('X-Accel-Buffering', 'no');
  return Readable.fromWeb(response.body);
}
