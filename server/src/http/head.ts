import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { badRequest, type ErrorSource, fault, type Fault } from '../errors.ts';
import { type Id, parseId } from '../lib/id.ts';
import { memoizeLast } from '../lib/memoize-last.ts';
import { nearest } from '../lib/nearest.ts';
import { networkOf, withoutPort } from '../lib/networks.ts';
import { hasAtMost, isPrintable } from '../lib/text.ts';
import { maxBodyLength, tooLarge } from './body.ts';
import type { Endpoint } from './endpoint.ts';
import { isLarge } from './large-bodies.ts';
import { keptForEver } from './purpose-keys.ts';
import { faultsOf } from './faults.ts';
import { sent, type SentToken } from './sent-token.ts';

// What the head of a request says, in the order in which it is read: its protocol, who sends it, the agent, the
// idempotency key, path and query, the form of the response, and the body that it announces.

const shownName = /^[\w[\]]{1,64}$/;
const sessionHead = 'ss_';
const maxInstanceLength = 1024;
const keyForm = /^[\x20-\x7e]{1,255}$/;
const bracketed = /^([a-z]+)\[(.*)\]$/su;
const jsonTypes = new Set(['application/json', 'application/vnd.api+json']);

/**
 * Returns the fault of a head that Node or the web framework accepts, reads as another text, or refuses in another form:
 * its HTTP version, a large body of a GET or HEAD, its Host header (RFC 9112, 3.2), or a query that is not percent-encoded
 * UTF-8. Null if it has none.
 */
export function headFault({
  httpVersion,
  rawHeaders,
  method,
  headers,
  url = '',
}: IncomingMessage): Fault | null {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') {
    return { code: 'invalid_value', detail: 'This is neither HTTP/1.1 nor HTTP/1.0.' };
  }
  if ((method === 'GET' || method === 'HEAD') && announcesLarge(headers)) {
    return { code: 'invalid_value', detail: 'A request of this method has no body, and none is read.' };
  }
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 4 && /^host$/i.test(name)) hosts += 1;
  }
  if (hosts === 1 || (hosts === 0 && httpVersion === '1.0')) return queryFault(url);
  const detail = 'HTTP/1.1 needs a Host header, and one only.';
  return { code: 'invalid_value', detail, source: { header: 'Host' } };
}

function queryFault(url: string): Fault | null {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return null;
  const found = url
    .slice(start + 1)
    .split('&')
    .find((each) => !isDecodable(each));
  if (found === undefined) return null;
  const [name = ''] = found.split('=');
  const unreadable: Fault = { code: 'invalid_value', detail: 'The query must be percent-encoded UTF-8.' };
  return shownName.test(name) ? { ...unreadable, source: { parameter: name } } : unreadable;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the address that a trusted proxy reports, or else that of the connection, as clients are counted. */
export function clientAddress(request: FastifyRequest): string {
  const { headers, socket } = request;
  // Read only then: the framework looks for proxies each time.
  if (headers['x-forwarded-for'] === undefined) return addressOf(socket.remoteAddress ?? '');
  const reported = withoutPort(request.ip);
  return networkOf(isIP(reported) === 0 ? (socket.remoteAddress ?? '') : reported);
}

const addressOf = memoizeLast((address: string) => networkOf(withoutPort(address)));

/**
 * Returns the bearer token, or null. The name of the scheme is case-insensitive (RFC 9110). The token of a browser
 * session is none: it counts in its cookie only.
 */
export function bearerToken(headers: IncomingHttpHeaders): string | null {
  const token = /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
  return token?.startsWith(sessionHead) ? null : token;
}

/** Returns the bearer token with its hash, or null. */
export function sentBearer(headers: IncomingHttpHeaders): SentToken | null {
  const token = bearerToken(headers);
  return token === null ? null : sent(token);
}

/** Returns the value of this cookie if it has the head of a browser session's token, or null. */
export function sessionToken(headers: IncomingHttpHeaders, cookieName: string): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return value?.startsWith(sessionHead) ? value : null;
}

const noAgent = { agentId: null, instanceId: null };

/** Returns the agent and the session that the headers name. Adds faults to the list. */
export function readAgentHeaders(
  message: IncomingMessage,
  faults: Fault[],
): { agentId: Id<'agt'> | null; instanceId: string | null } {
  const { headers } = message;
  if (headers['x-agent-id'] === undefined && headers['x-instance-id'] === undefined) return noAgent;
  const agent = single(headers['x-agent-id']);
  const instance = decoded(single(message.headers['x-instance-id']));
  const agentId = agent === undefined ? null : parseId('agt', agent);
  if (agent !== undefined && !agentId) {
    faults.push(headerFault('X-Agent-ID', 'must be agt_ and 32 lower-case hex digits'));
  }
  if (agent !== undefined && !instance) {
    faults.push(
      headerFault('X-Instance-ID', 'is required with X-Agent-ID: the id of the session or conversation'),
    );
  }
  if (isRepeated(message, 'x-instance-id')) {
    faults.push(headerFault('X-Instance-ID', 'must be sent once'));
  }
  if (instance !== undefined && !hasAtMost(maxInstanceLength, instance)) {
    faults.push(headerFault('X-Instance-ID', `must have at most ${maxInstanceLength} characters`));
  }
  if (instance !== undefined && !isPrintable(instance)) {
    faults.push(headerFault('X-Instance-ID', 'must have no control characters'));
  }
  return { agentId, instanceId: instance || null };
}

/** What the head asks of an endpoint. */
export type Asked = {
  params: unknown;
  query: unknown;
  /** The method, and the path with its parameters filled in. An idempotency key is unique within it. */
  route: string;
  /** The idempotency key, if one was sent and counts. */
  key: string | null;
  /** Whether the response is to be CSV. */
  prefersCsv: boolean;
};

/** Reads path, query and idempotency key. Throws a 400 with all faults of the head, those in `faults` included. */
export function readAsked(endpoint: Endpoint, request: FastifyRequest, faults: Fault[]): Asked {
  const sent = readBrackets(request.query as Record<string, unknown>);
  const key = readIdempotencyKey(request.raw, endpoint.idempotency, faults);
  const params = readParameters(endpoint.params, request.params, faults);
  const query = readParameters(endpoint.query, sent, faults);
  if (endpoint.method === 'GET') refuseUnknown(endpoint.query, sent, request.query as object, faults);
  else refuseQuery(request.query as object, faults);
  refuseFaults(faults);
  const route = routeOf(endpoint, request.params as Record<string, string>);
  const prefersCsv = endpoint.csv !== null && namesCsv(request.headers.accept);
  return { params, query, route, key, prefersCsv };
}

/** Throws a 400 with the faults that were found in a head, if any were. */
export function refuseFaults([first, ...others]: readonly Fault[]): void {
  if (first) throw badRequest([first, ...others]);
}

/** Returns the method, and the path without a prefix and with its parameters filled in. */
export function routeOf({ method, path }: Endpoint, params: Readonly<Record<string, string>>): string {
  if (!path.includes(':')) return `${method} ${path}`;
  return `${method} ${path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? '')}`;
}

/** Returns the idempotency key, or null. A missing key is a fault only if it is required. Adds faults to the list. */
export function readIdempotencyKey(
  message: IncomingMessage,
  need: Endpoint['idempotency'],
  faults: Fault[],
): string | null {
  if (need === 'none') return null;
  const key = single(message.headers['idempotency-key']);
  if (key === undefined) {
    if (need === 'required') {
      const detail = 'Send a new `Idempotency-Key` with each new intent, and the same one with a retry.';
      faults.push({ code: 'idempotency_key_required', detail, source: { header: 'Idempotency-Key' } });
    }
    return null;
  }
  if (isRepeated(message, 'idempotency-key')) {
    faults.push(headerFault('Idempotency-Key', 'must be sent once'));
  } else if (!keyForm.test(key)) {
    faults.push(headerFault('Idempotency-Key', 'must be 1 to 255 printable ASCII characters'));
  } else if (key.startsWith(keptForEver)) {
    faults.push(
      headerFault('Idempotency-Key', `must not begin with ${keptForEver}: such keys are the connector's`),
    );
  }
  return key;
}

/**
 * Returns the query parameters. `tag[order]=1001` is read as the member `order` of an object `tag`. A name that is also
 * sent without brackets keeps both values, in a list, which no schema accepts.
 */
function readBrackets(sent: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(sent);
  if (entries.length === 0 || !entries.some(([name]) => bracketed.test(name))) return sent;
  const read = new Map<string, unknown>();
  const objects = new Map<string, Array<[string, unknown]>>();
  for (const [name, value] of entries) {
    const [, outer, inner = ''] = bracketed.exec(name) ?? [];
    if (outer === undefined) read.set(name, value);
    else objects.set(outer, [...(objects.get(outer) ?? []), [inner, value]]);
  }
  for (const [outer, members] of objects) {
    const value: unknown = Object.fromEntries(members);
    read.set(outer, read.has(outer) ? [read.get(outer), value] : value);
  }
  return Object.fromEntries(read);
}

/** Returns the parameters of a path or a query as their schema reads them. Adds faults to the list. */
export function readParameters(schema: z.ZodType | null, sent: unknown, faults: Fault[]): unknown {
  if (!schema) return {};
  const parsed = schema.safeParse(sent);
  if (parsed.success) return parsed.data;
  faults.push(...faultsOf(parsed.error, sent, parameterOf));
  return undefined;
}

/** Returns the parameter that a path leads to: `tag[order]` for a member of an object. */
function parameterOf([name, member]: readonly PropertyKey[]): ErrorSource {
  return { parameter: typeof member === 'string' ? `${String(name)}[${member}]` : String(name) };
}

/**
 * Adds a fault to the list if a write is sent a query parameter: it knows none, and naming the first one is enough.
 * Ignored, one like `dryRun=true` would do what the client only wants to try.
 */
export function refuseQuery(sent: object, faults: Fault[]): void {
  const [parameter] = Object.keys(sent);
  if (parameter === undefined) return;
  const detail = 'This request takes no query parameters. Nothing was done.';
  faults.push({ code: 'invalid_value', detail, source: { parameter } });
}

/**
 * Adds a fault for the first query parameter that a read does not know. Ignored, one like `state=FAILED` would list
 * everything.
 */
function refuseUnknown(schema: z.ZodType | null, read: object, sent: object, faults: Fault[]): void {
  const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const unknown = Object.keys(read).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const others =
    near === null ? 'This request takes none.' : `The nearest that this request knows is \`${near}\`.`;
  const parameter =
    Object.keys(sent).find((name) => name === unknown || name.startsWith(`${unknown}[`)) ?? unknown;
  faults.push({
    code: 'invalid_value',
    detail: `There is no such query parameter. ${others}`,
    source: { parameter },
  });
}

/**
 * Returns whether `Accept` names `text/csv`, and nothing with a higher quality (RFC 9110, 12.5.1). Everything else gets
 * JSON: a client that accepts neither finds out by the type of the response.
 */
function namesCsv(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith('q='))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const csv = ranges.find(({ type }) => type === 'text/csv')?.quality ?? 0;
  return csv > 0 && ranges.every(({ quality }) => quality <= csv);
}

/** Returns what the client of a stream says that it received last; null if it says nothing. Throws a 400. */
export function readLastEventId(headers: IncomingHttpHeaders, form: RegExp): string | null {
  const sent = headers['last-event-id'];
  if (sent === undefined || sent === '') return null;
  if (typeof sent === 'string' && form.test(sent)) return sent;
  const source = { header: 'Last-Event-ID' };
  const detail = '`Last-Event-ID` must be the id of the last event that the stream sent.';
  throw badRequest([{ code: 'invalid_value', detail, source }]);
}

export function announcesBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns whether a large body is announced, or chunks, which have no end. */
function announcesLarge({
  'content-length': length,
  'transfer-encoding': encoding,
}: IncomingHttpHeaders): boolean {
  return encoding !== undefined || (length !== undefined && isLarge(Number(length)));
}

/** Returns whether more of a body may arrive than is read in a moment. */
export function leavesLargeBody({ complete, headers }: IncomingMessage): boolean {
  return !complete && announcesLarge(headers);
}

/** Returns the announced length of a body in bytes, or null if it arrives in chunks. Throws `payload_too_large`. */
export function announcedLength({ 'content-length': length }: IncomingHttpHeaders): number | null {
  if (length === undefined) return null;
  if (Number(length) > maxBodyLength) throw tooLarge();
  return Number(length);
}

/** Refuses a body because of its announced length (413), or its type or encoding (415), before any of it is read. */
export function checkAnnouncement(headers: IncomingHttpHeaders): void {
  announcedLength(headers);
  if (!isJsonInUtf8(headers['content-type'] ?? '')) {
    throw fault('unsupported_media_type', 'Send the body as application/json in UTF-8.', {
      header: 'Content-Type',
    });
  }
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') {
    throw fault('unsupported_media_type', 'Send the body as it is, not compressed.', {
      header: 'Content-Encoding',
    });
  }
}

const isJsonInUtf8 = memoizeLast((contentType: string): boolean => {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  return jsonTypes.has(type.trim()) && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
});

/** Decodes a header as UTF-8 if it is valid UTF-8, as most clients send it; otherwise as Latin-1, as Node read it. */
function decoded(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
}

/** Returns whether a header was sent more than once. Node joins the values with a comma, which makes them ambiguous. */
function isRepeated(message: IncomingMessage, name: string): boolean {
  const isJoined = single(message.headers[name])?.includes(',') ?? false;
  return isJoined && (message.headersDistinct[name]?.length ?? 0) > 1;
}

/**
 * Returns a header as one value. Repeated headers are joined with a comma, as Node does; an id with a comma is invalid.
 */
function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}

function headerFault(header: string, rule: string): Fault {
  return { code: 'invalid_value', detail: `The header ${header} ${rule}.`, source: { header } };
}
