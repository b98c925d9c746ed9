import type { ErrorEntry } from '../support/http.ts';
import type { Document, Operation } from './document.ts';
import type { Place } from './draft.ts';
import { misfit } from './validator.ts';
import type { Reply } from './wire.ts';

/** Codes that every path may return, including those without an endpoint. */
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

/** Returns what is wrong with a refusal. If its operation is known, its codes must be documented there. */
export function refusalFaults(document: Document, reply: Reply, operation: Operation | null): string[] {
  const { status, headers, text } = reply;
  if (status >= 500 || status < 400) return [`status ${status}: ${text}`];
  const reason = misfit(document.errors, readJson(text));
  if (reason !== '') return [`${status} without errors in shape: ${reason}`];
  const documented = operation ? (operation.refusals.get(status) ?? new Set()) : document.codes;
  const needed = headersOfStatus[status];
  const faults = commonFaults(reply);
  if (needed !== undefined && !headers.has(needed)) faults.push(`${status} without ${needed}`);
  for (const { code, detail, status: entryStatus, meta } of errorsOf(reply)) {
    if (entryStatus !== String(status)) faults.push(`an error with the status ${entryStatus}`);
    if (meta.supportId !== headers.get('request-id')) faults.push('a supportId that is not the Request-Id');
    if (!documented.has(code) && !general.has(code)) faults.push(`${status} ${code} is not documented`);
    if (detail === '') faults.push('an error without a detail');
  }
  return faults;
}

/** Returns the faults in headers that every response of an endpoint has. */
export const commonFaults = ({ headers }: Reply): string[] =>
  Object.entries(formOfHeaders).flatMap(([name, form]) =>
    form.test(headers.get(name) ?? '') ? [] : [`the header ${name} is ${headers.get(name)}`],
  );

/** Returns whether an error points at the place or inside it. For an unreadable body no more can be said. */
export function pointsAt({ code, source }: ErrorEntry, place: Place): boolean {
  if (place.pointer === undefined) {
    return source?.parameter === place.parameter && source?.header === place.header;
  }
  if (code === 'invalid_json' || code === 'payload_too_large') return true;
  const pointer = source?.pointer;
  return pointer === place.pointer || (pointer?.startsWith(`${place.pointer}/`) ?? false);
}

/** Returns the errors of a refusal. */
export const errorsOf = ({ text }: Reply): ErrorEntry[] =>
  (readJson(text) as { errors?: ErrorEntry[] } | null)?.errors ?? [];

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
