import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import { publicId } from '../lib/id.ts';
import type { Call } from './handle.ts';

const traceparent = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** How a request ended: the status of its response, or `aborted` if the client left before it was sent. */
export type Ending = number | 'aborted';

/** Observes each request when it has ended, for metrics. `url` is the pattern of its route, if it has one. */
export type Observe = (method: string, url: string | undefined, ending: Ending, duration_s: number) => void;

/**
 * Logs one line per request with a fixed list of fields. Bodies, addresses and account numbers are never among them
 * (guarantees, rule 18). Of the headers, only ids and the public prefix of the key are.
 */
export function logRequest(
  log: Logger,
  request: FastifyRequest,
  url: string | undefined,
  ending: Ending,
  duration_ms: number,
  call: Pick<Call, 'ctx'> | null,
): void {
  if (!log.isLevelEnabled('info')) return;
  const actor = call?.ctx.actor;
  const ended = ending === 'aborted' ? '"aborted":true' : `"status":${ending}`;
  const traceId = traceIdOf(request.headers['traceparent']);
  // Of what clients send, only the id of a conversation may have characters that JSON escapes.
  let fields = `,"requestId":"${request.id}","method":"${request.method}","route":"${url ?? 'unknown'}",${ended}`;
  fields += `,"duration_ms":${Math.round(duration_ms * 10) / 10}`;
  if (traceId !== undefined) fields += `,"traceId":"${traceId}"`;
  if (actor) {
    fields += `,"partyId":"${publicId('pty', actor.partyId)}","key":"${actor.keyPrefix}"`;
    if (actor.agentId) fields += `,"agentId":"${publicId('agt', actor.agentId)}"`;
    if (actor.instanceId !== null) fields += `,"instanceId":${JSON.stringify(actor.instanceId)}`;
  }
  writeInfo(log as Innards, fields, 'request');
}

const { symbols } = pino;
const info = 30; // as pino numbers its levels

/** What pino keeps in a logger, under symbols that it exports: how its lines begin, and where they go. */
type Innards = Logger & {
  readonly [symbols.lsCacheSym]: Readonly<Record<number, string>>;
  readonly [symbols.timeSym]: () => string;
  readonly [symbols.chindingsSym]: string;
  readonly [symbols.streamSym]: DestinationStream;
};

/**
 * Writes the line that pino would write of these fields, which are JSON already: pino asks of each field of each line what
 * it is, which took 5% of the processor time of a refusal.
 */
function writeInfo(log: Innards, fields: string, message: string): void {
  const start = `${log[symbols.lsCacheSym][info]}${log[symbols.timeSym]()}${log[symbols.chindingsSym]}`;
  log[symbols.streamSym].write(`${start}${fields},"msg":"${message}"}\n`);
}

/** Logs the line of a request that was refused before its method and path could be read. */
export function logUnreadable(log: Logger, requestId: string, status: number): void {
  log.info({ requestId, method: 'unknown', route: 'unknown', status }, 'request');
}

function traceIdOf(sent: string | string[] | undefined): string | undefined {
  return sent === undefined ? undefined : traceparent.exec(String(sent))?.[1];
}
