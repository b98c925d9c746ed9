import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Program } from '../context.ts';
import { PurserError } from '../errors.ts';
import { newId, publicId } from '../lib/id.ts';
import { failure } from './fail.ts';

/**
 * Refuses data that is not readable as HTTP, with a complete response, and closes the connection. `track` is called for
 * every readable request. While such a request is in progress, unreadable data behind it gets no response: the client
 * would take it for the response to the request, and a payment that is made would look refused.
 */
export function createUnreadable(program: Program) {
  // The last two responses of each connection. They are sent in order, and the request of the last may be incomplete.
  const lastResponses = new WeakMap<Duplex, readonly ServerResponse[]>();
  const refused = new WeakSet<Duplex>();
  return {
    track(socket: Duplex, response: ServerResponse): void {
      const previous = lastResponses.get(socket)?.at(-1);
      lastResponses.set(socket, previous ? [previous, response] : [response]);
    },
    refuse(socket: Duplex): void {
      if (refused.has(socket)) return;
      refused.add(socket);
      const pending = lastResponses
        .get(socket)
        ?.findLast(({ req, writableFinished }) => req.complete && !writableFinished);
      if (pending) pending.once('close', () => socket.end());
      else socket.end(response(program));
    },
  };
}

function response(program: Program): string {
  const requestId = publicId('req', newId('req'));
  const problem = new PurserError(
    [{ code: 'invalid_value', detail: 'The request is not readable as HTTP/1.1.' }],
    { status: 400 },
  );
  const { body: shown } = failure(problem, requestId, program.baseUrl(), program.log);
  const body = `${JSON.stringify(shown)}\n`;
  const head = [
    'HTTP/1.1 400 Bad Request',
    `Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
  ];
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body].join('\r\n');
}
