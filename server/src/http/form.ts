import type { IncomingHttpHeaders } from 'node:http';
import { badRequest, fault } from '../errors.ts';

const formType = 'application/x-www-form-urlencoded';
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Refuses a form that a page of another site sent. Browsers say where a request comes from in `Sec-Fetch-Site` or, on a
 * plain connection to another machine, in `Origin` only. What says neither does not come from a browser of today.
 */
export function refuseForeignForm(headers: IncomingHttpHeaders): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined ? hostOf(headers.origin) === headers.host : site === 'same-origin') return;
  throw fault(
    'forbidden',
    'This form was not sent from a page of this server. Open the page and send it again.',
  );
}

function hostOf(origin: string | undefined): string | null {
  return origin !== undefined && URL.canParse(origin) ? new URL(origin).host : null;
}

/** Refuses a body that is no form (415), before any of it is read. */
export function checkFormType(headers: IncomingHttpHeaders): void {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  if (type.trim() === formType) return;
  throw fault('unsupported_media_type', `Send the form as ${formType}.`, { header: 'Content-Type' });
}

/** Returns the fields of a form. Throws a 400 if it is not UTF-8. */
export function readForm(bytes: unknown): URLSearchParams {
  try {
    return new URLSearchParams(utf8.decode(bytes instanceof Uint8Array ? bytes : new Uint8Array()));
  } catch {
    throw badRequest([{ code: 'invalid_value', detail: 'The form is not UTF-8.' }]);
  }
}
