import type { ErrorEntry } from '../support/http.ts';
import type { Document, Operation } from './document.ts';
import type { Place } from './draft.ts';
import { misfit } from './validator.ts';
import type { Reply } from './wire.ts';

/** Of every address, also of those that are no endpoint. */
const general = new Set(['not_found', 'method_not_allowed']);

const formOfHeaders = {
  'request-id': /^req_[0-9a-f]{32}$/,
  'content-type': /^application\/json; charset=utf-8$/,
};

const headersOfStatus: Readonly<Record<number, string>> = {
  401: 'www-authenticate',
  405: 'allow',
  429: 'retry-after',
};

/**
 * What is wrong with a refusal as such. Where it is known whose it is, its codes must be among those that are documented
 * there.
 */
export function refusalFaults(document: Document, reply: Reply, operation: Operation | null): string[] {
  const { status, headers, text } = reply;
  if (status >= 500 || status < 400) return [`status ${status}: ${text}`];
  const reason = misfit(document.errors, readJson(text));
  if (reason !== '') return [`${status} without errors in shape: ${reason}`];
  const documented = operation ? (operation.refusals.get(status) ?? new Set()) : document.codes;
  const needed = headersOfStatus[status];
  const faults = commonFaults(reply);
  if (needed !== undefined && !headers.has(needed)) faults.push(`${status} without ${needed}`);
  for (const { code, detail, status: told, meta } of errorsOf(reply)) {
    if (told !== String(status)) faults.push(`an error with the status ${told}`);
    if (meta.supportId !== headers.get('request-id')) faults.push('a supportId that is not the Request-Id');
    if (!documented.has(code) && !general.has(code)) faults.push(`${status} ${code} is not documented`);
    if (detail === '') faults.push('an error without detail');
  }
  return faults;
}

/** What every answer of an endpoint has. */
export function commonFaults({ headers }: Reply): string[] {
  return Object.entries(formOfHeaders).flatMap(([name, form]) =>
    form.test(headers.get(name) ?? '') ? [] : [`the header ${name} is ${headers.get(name)}`],
  );
}

/** Does the error name the place, or one within it? Of a body that cannot be read nothing more can be said. */
export function pointsAt({ code, source }: ErrorEntry, place: Place): boolean {
  if (place.pointer === undefined) {
    return source?.parameter === place.parameter && source?.header === place.header;
  }
  if (code === 'invalid_json' || code === 'payload_too_large') return true;
  const pointer = source?.pointer;
  return pointer === place.pointer || (pointer?.startsWith(`${place.pointer}/`) ?? false);
}

/** The entries of a refusal. */
export function errorsOf({ text }: Reply): ErrorEntry[] {
  return (readJson(text) as { errors?: ErrorEntry[] } | null)?.errors ?? [];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
