import { randomUUID } from 'node:crypto';
import { checkContract } from './contract.ts';
import type { Reply } from './reply.ts';

export type Resource = {
  type: string;
  id: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: { type: string; id: string } | null }>;
};
export type ErrorEntry = {
  status: string;
  code: string;
  title: string;
  detail: string;
  source?: { pointer?: string; parameter?: string; header?: string };
  links: { about: string };
  meta: { supportId: string };
};
export type Pagination = { hasMore: boolean; nextCursor: string | null };

export type Request = {
  key?: string | null;
  /** Those that are undefined are not sent. */
  headers?: Record<string, string | undefined>;
  /** An object is sent as JSON, text and bytes as they stand. */
  body?: unknown;
};

/**
 * One HTTP request, with everything about it as a caller sees it. Whatever an endpoint answers is compared with what the
 * OpenAPI document says of it.
 */
export async function call(
  baseUrl: string,
  method: string,
  path: string,
  request: Request = {},
): Promise<Reply> {
  const { key, body } = request;
  const headers = Object.entries({
    Authorization: key ? `Bearer ${key}` : undefined,
    'Content-Type': body === undefined ? undefined : 'application/json',
    ...request.headers,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const response = await fetch(baseUrl + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: asBody(body) }),
  });
  const reply = { status: response.status, headers: response.headers, text: await response.text() };
  checkContract(method, path, reply);
  return reply;
}

function asBody(body: unknown): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body;
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
}

/** The one resource of an answer. */
export function resource(reply: Reply): Resource {
  return (JSON.parse(reply.text) as { data: Resource }).data;
}

/** The resources of a list. */
export function resources(reply: Reply): Resource[] {
  return (JSON.parse(reply.text) as { data: Resource[] }).data;
}

/** Where a page of a list ends, in either of the two spellings. */
export function pagination(reply: Reply): Pagination {
  type Underscored = { has_more: boolean; next_cursor: string | null };
  const { meta } = JSON.parse(reply.text) as { meta: { pagination: Pagination | Underscored } };
  const found = meta.pagination;
  return 'has_more' in found ? { hasMore: found.has_more, nextCursor: found.next_cursor } : found;
}

export function errors(reply: Reply): ErrorEntry[] {
  return (JSON.parse(reply.text) as { errors?: ErrorEntry[] }).errors ?? [];
}

export function attributes(values: object): { data: { attributes: object } } {
  return { data: { attributes: values } };
}

/** POST /payments with a fresh idempotency key, unless the headers bring one. */
export function pay(
  baseUrl: string,
  key: string,
  values: object,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const body = attributes(values);
  return call(baseUrl, 'POST', '/payments', {
    key,
    body,
    headers: { 'Idempotency-Key': randomUUID(), ...headers },
  });
}

/** The codes of an error answer. */
export function codes(reply: Reply): string[] {
  return errors(reply).map((error) => error.code);
}

/** Where the faults of an error answer are. */
export function places(reply: Reply): Array<string | undefined> {
  return errors(reply).map(({ source }) => source?.pointer ?? source?.parameter ?? source?.header);
}

/** What an error answer says, in one value to compare: status, codes, places. */
export function refusal(reply: Reply): [number, string[], Array<string | undefined>] {
  return [reply.status, codes(reply), places(reply)];
}

/** An answer's body without what differs from request to request. */
export function withoutRequestId(reply: Reply): string {
  return reply.text.replaceAll(reply.headers.get('Request-Id') ?? 'none', 'req_');
}

/** A time of milliseconds as the attributes show it that go by the second. */
export function inSeconds(time: unknown): string {
  return String(time).replace(/\.[0-9]{3}Z$/, 'Z');
}
