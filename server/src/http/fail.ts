import type { Logger } from 'pino';
import { errorTable, fault, type Fault, PurserError } from '../errors.ts';

export type Failure = { status: number; headers: Record<string, string>; body: object };

/** Returns the response for any thrown error. An error that is not meant for clients is logged and becomes a 500. */
export function failure(error: unknown, requestId: string, baseUrl: string, log: Logger): Failure {
  const known = error instanceof PurserError ? error : fromFramework(error);
  if (!known) log.error({ requestId, err: error }, 'request failed');
  const shown = known ?? fault('server_error', 'Something went wrong on our side; it was logged.');
  if (known?.status === 503)
    log.warn({ requestId, code: known.faults[0].code, reason: reasonOf(known) }, 'unavailable');
  const headers: Record<string, string> = {};
  if (shown.retryAfter_s !== undefined) headers['Retry-After'] = String(shown.retryAfter_s);
  if (shown.status === 401) headers['WWW-Authenticate'] = 'Bearer'; // RFC 9110, 11.6.1
  const errors = shown.faults.map((each) => describe(each, shown.status, requestId, baseUrl));
  return { status: shown.status, headers, body: { errors } };
}

/** Returns a fault as an error object of a response. */
export function describe(
  { code, detail, source, reasons }: Fault,
  status: number,
  requestId: string,
  baseUrl: string,
): object {
  return {
    status: String(status),
    code,
    title: errorTable[code].title,
    detail,
    ...(source ? { source } : {}),
    links: { about: `${baseUrl}/errors/${code}` },
    meta: { supportId: requestId, ...(reasons ? { reasons } : {}) },
  };
}

/** Returns the error for a request that Fastify itself refused while reading it, or null for any other error. */
function fromFramework(error: unknown): PurserError | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'ECONNRESET':
      return fault('invalid_json', 'The body did not arrive as announced.');
    case 'FST_ERR_BAD_URL':
      return new PurserError([{ code: 'invalid_value', detail: 'The path is not a valid URL.' }], {
        status: 400,
      });
    case 'FST_ERR_MAX_PARAM_LENGTH':
    case 'FST_ERR_NOT_FOUND':
      return fault('not_found', 'Nothing answers at this address.');
    default:
      return null;
  }
}

function reasonOf(error: PurserError): string {
  return error.cause instanceof Error ? error.cause.message : '';
}
