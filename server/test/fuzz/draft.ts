import { randomUUID } from 'node:crypto';
import type { Operation, Schema } from './document.ts';
import { readingFaults } from './strictness.ts';
import { misfit, parameterMisfit } from './validator.ts';

/** A request in parts, before it is encoded as bytes. */
export type Draft = {
  operation: Operation;
  /** The credential; null sends none. */
  key: string | null;
  path: Readonly<Record<string, string>>;
  query: ReadonlyArray<readonly [string, string]>;
  headers: ReadonlyArray<readonly [string, string]>;
  /** A JSON value that may contain `rawJson` values; undefined sends no body. */
  body: unknown;
};

/** Returns the same request under a new idempotency key. */
export function renewed(draft: Draft): Draft {
  const headers = draft.headers.map(([name, value]) =>
    name === 'Idempotency-Key' ? ([name, randomUUID()] as const) : ([name, value] as const),
  );
  return { ...draft, headers };
}

/** A position in a request, as the `source` of an error names it. */
export type Place =
  | { pointer: string; parameter?: never; header?: never }
  | { parameter: string; pointer?: never; header?: never }
  | { header: string; pointer?: never; parameter?: never };

const [open, close] = ['\u{e000}', '\u{e001}'];

/** A body value that is written with exactly these characters, which need not be valid JSON. */
export const rawJson = (text: string): string => open + text + close;

/** Returns the body as JSON text. */
export function bodyText(body: unknown): string {
  const text = JSON.stringify(body);
  return text.replaceAll(new RegExp(`"${open}(.*?)${close}"`, 'gsu'), (_all, inner: string) =>
    String(JSON.parse(`"${inner}"`)),
  );
}

/** Returns the request as bytes. */
export const bytesOf = (draft: Draft): Buffer =>
  messageOf(draft, draft.body === undefined ? null : Buffer.from(bodyText(draft.body)));

/** Returns the request as bytes with another body; null for none. */
export function messageOf(draft: Draft, body: Buffer | null): Buffer {
  const { operation, key, headers } = draft;
  const lines = [
    `${operation.method} ${targetOf(draft)} HTTP/1.1`,
    'Host: purser.test',
    'Connection: close',
    ...(key === null ? [] : [`Authorization: Bearer ${key}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(lines.join('\r\n')), body ?? Buffer.alloc(0)]);
}

/** Returns the request target: path and query. */
export function targetOf({ operation, path, query }: Draft): string {
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encoded(path[name] ?? ''));
  const pairs = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Returns what the document does not allow about a request, as text; empty for a valid request. */
export function documentFaults(draft: Draft): string[] {
  const { operation, path, query } = draft;
  const sent = (name: string, place: 'path' | 'query' | 'header'): string[] => {
    if (place === 'path') return [path[name] ?? ''];
    if (place === 'query') return query.filter(([known]) => known === name).map(([, value]) => value);
    return headerValues(draft, name);
  };
  const ofParameters = operation.parameters.flatMap((parameter) => {
    const values = sent(parameter.name, parameter.in);
    if (values.length > 1) return [`${parameter.name} is sent twice`];
    if (values[0] === undefined) return parameter.required ? [`${parameter.name} is missing`] : [];
    const reason = parameterMisfit(parameter, values[0]);
    return reason === '' ? [] : [`${parameter.name} ${reason}`];
  });
  const known = new Set(operation.parameters.map(({ name }) => name));
  const unknown = operation.method === 'GET' ? [] : query.filter(([name]) => !known.has(name));
  return [...ofParameters, ...unknown.map(([name]) => `${name} is unknown`), ...bodyFaults(draft)];
}

/**
 * Returns the values of a header without surrounding white space, which is not part of them (RFC 9110, 5.5).
 */
export function headerValues({ headers }: Draft, name: string): string[] {
  const same = headers.filter(([known]) => known.toLowerCase() === name.toLowerCase());
  return same.map(([, value]) => value.replaceAll(/^[ \t]+|[ \t]+$/g, ''));
}

function bodyFaults({ operation, body }: Draft): string[] {
  if (operation.body === null) return [];
  const text = body === undefined ? '' : bodyText(body);
  if (text === '') return operation.body.isRequired ? ['the body is missing'] : [];
  return textFaults(operation.body.schema, text);
}

/** Returns the same for the text of a body. */
export function textFaults(schema: Schema, text: string): string[] {
  try {
    const reason = misfit(schema, JSON.parse(text));
    return [...(reason === '' ? [] : [reason]), ...readingFaults(text)];
  } catch {
    return ['the body is not JSON'];
  }
}
