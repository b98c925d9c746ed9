import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Fault } from '../errors.ts';
import { parseId } from '../lib/id.ts';
import type { Id } from '../lib/id.ts';
import { hasAtMost, isPrintable } from '../lib/text.ts';

const maxInstanceLength = 1024;
const keyForm = /^[\x20-\x7e]{1,255}$/;

/**
 * Returns the bearer token, or null. The name of the scheme is case-insensitive (RFC 9110). The token of a browser
 * session is none: it counts in its cookie only.
 */
export function bearerToken(headers: IncomingHttpHeaders): string | null {
  const token = /^Bearer +([^\s]+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null;
  return token?.startsWith(sessionHead) ? null : token;
}

const sessionHead = 'ss_';

/** Returns the value of this cookie if it has the head of a browser session's token, or null. */
export function sessionToken(headers: IncomingHttpHeaders, cookieName: string): string | null {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${cookieName}=`))?.slice(cookieName.length + 1);
  return value?.startsWith(sessionHead) ? value : null;
}

/** Returns the agent and the session that the headers name. Adds faults to the list. */
export function readAgentHeaders(
  message: IncomingMessage,
  faults: Fault[],
): { agentId: Id<'agt'> | null; instanceId: string | null } {
  const agent = single(message.headers['x-agent-id']);
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

/** Returns the idempotency key, or null. A missing key is a fault only if it is required. Adds faults to the list. */
export function readIdempotencyKey(
  message: IncomingMessage,
  need: 'required' | 'accepted' | 'none',
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
  }
  return key;
}

/**
 * Returns whether `Accept` names `text/csv`, and nothing with a higher quality (RFC 9110, 12.5.1). Everything else gets
 * JSON: a client that accepts neither finds out by the type of the response.
 */
export function namesCsv(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((part) => part.startsWith('q='))?.slice(2);
    return { type, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
  const csv = ranges.find(({ type }) => type === 'text/csv')?.quality ?? 0;
  return csv > 0 && ranges.every(({ quality }) => quality <= csv);
}

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
