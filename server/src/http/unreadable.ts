import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Program } from '../context.ts';
import { PurserError } from '../errors.ts';
import { newId, publicId } from '../lib/id.ts';
import { failure } from './fail.ts';

/**
 * Refuses what cannot even be read as HTTP: a whole answer, then the connection ends. `note` is told of every request
 * that could be read. Where such a one is still being served, what follows it on its connection gets no answer: it would
 * be taken for the answer to the request, and call a payment refused that is made.
 */
export function createUnreadable(program: Program) {
  // The last two answers of a connection: they leave in order, and of the last one the request may be incomplete.
  const noted = new WeakMap<Duplex, readonly ServerResponse[]>();
  const refused = new WeakSet<Duplex>();
  return {
    track(socket: Duplex, response: ServerResponse): void {
      const before = noted.get(socket)?.at(-1);
      noted.set(socket, before ? [before, response] : [response]);
    },
    refuse(socket: Duplex): void {
      if (refused.has(socket)) return;
      refused.add(socket);
      const owed = noted
        .get(socket)
        ?.findLast(({ req, writableFinished }) => req.complete && !writableFinished);
      if (owed) owed.once('close', () => socket.end());
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
  const body = JSON.stringify(failure(problem, requestId, program.baseUrl(), program.log).body);
  const head = [
    'HTTP/1.1 400 Bad Request',
    `Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
  ];
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body].join('\r\n');
}
