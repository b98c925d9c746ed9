import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Program } from '../context.ts';
import { PurserError, fault } from '../errors.ts';
import { newId, publicId } from '../lib/id.ts';
import { failure } from './fail.ts';
import { type Ending, logUnreadable, type Observe } from './log.ts';

const givenUp = 'HPE_INVALID_EOF_STATE'; // the client has ended the connection in the middle of a request

type Tracked = { response: ServerResponse; requestId: string };

/**
 * Refuses data that is not readable as HTTP, or that does not arrive in time, with a complete response, and closes the
 * connection. `track` is called for every readable request. While such a request is in progress, unreadable data behind
 * it gets no response: the client would take it for the response to the request, and a payment that is made would look
 * refused.
 */
export function createUnreadable(program: Program, observe: Observe) {
  // The last two requests of each connection. Responses are sent in order, and the last request may be incomplete.
  const lastRequests = new WeakMap<Duplex, Tracked[]>();
  const refused = new WeakSet<Duplex>();
  const endings = new WeakMap<ServerResponse, Ending>();
  return {
    track(socket: Duplex, response: ServerResponse, requestId: string): void {
      const last = { response, requestId };
      const requests = lastRequests.get(socket);
      if (!requests) lastRequests.set(socket, [last]);
      else if (requests.push(last) > 2) requests.shift();
    },
    refuse(socket: Duplex, code?: string): void {
      if (refused.has(socket)) return;
      refused.add(socket);
      const requests = lastRequests.get(socket) ?? [];
      const pending = requests.findLast(
        ({ response }) => response.req.complete && !response.writableFinished,
      );
      const incomplete = requests.findLast(({ response }) => !response.req.complete);
      if (pending) {
        pending.response.once('close', () => socket.end());
      } else if (!socket.writable || incomplete?.response.headersSent || isSilent(socket)) {
        socket.destroy(); // the client is gone, has its response, or has sent no request
      } else {
        const problem = code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooLate() : unreadable();
        const requestId = incomplete?.requestId ?? publicId('req', newId('req'));
        socket.end(responseTo(program, problem, requestId));
        if (incomplete) {
          endings.set(incomplete.response, code === givenUp ? 'aborted' : problem.status);
        } else {
          logUnreadable(program.log, requestId, problem.status);
          observe('unknown', undefined, problem.status, 0);
        }
      }
    },
    /** Returns how a request ended that did not arrive completely, if it did not. */
    endingOf: (response: ServerResponse): Ending | undefined => endings.get(response),
  };
}

export type Unreadable = ReturnType<typeof createUnreadable>;

function isSilent(socket: Duplex): boolean {
  return (socket as Socket).bytesRead === 0;
}

function unreadable(): PurserError {
  const detail = 'The request is not readable as HTTP/1.1.';
  return new PurserError([{ code: 'invalid_value', detail }], { status: 400 });
}

function tooLate(): PurserError {
  return fault('request_timeout', 'The request did not arrive in time. Nothing was done.');
}

function responseTo(program: Program, problem: PurserError, requestId: string): string {
  const { body: shown } = failure(problem, requestId, program.baseUrl(), program.log);
  const body = `${JSON.stringify(shown)}\n`;
  const head = [
    `HTTP/1.1 ${problem.status} ${problem.status === 408 ? 'Request Timeout' : 'Bad Request'}`,
    `Request-Id: ${requestId}`,
    'Content-Type: application/json; charset=utf-8',
  ];
  return [...head, `Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close', '', body].join('\r\n');
}
