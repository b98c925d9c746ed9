import { checkContract } from './contract.ts';

/** A response as a client sees it. */
export type Reply = { status: number; headers: Headers; text: string };
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
  /** Undefined headers are not sent. */
  headers?: Record<string, string | undefined>;
  /** Objects are sent as JSON, strings and bytes unchanged. */
  body?: unknown;
};

/**
 * Sends one HTTP request and returns the response as a client sees it. Compares the response with the OpenAPI
 * document.
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
    redirect: 'manual',
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

/** Returns the single resource of a response. Throws if the response is an error. */
export function resource(reply: Reply): Resource {
  const { data } = JSON.parse(reply.text) as { data?: Resource };
  if (data === undefined) throw new Error(`Expected a resource, not ${reply.status} ${reply.text}`);
  return data;
}

/** Returns the resources of a list. */
export const resources = (reply: Reply): Resource[] => (JSON.parse(reply.text) as { data: Resource[] }).data;

/** Returns the pagination of a list, in either of its two spellings. */
export function pagination(reply: Reply): Pagination {
  type Underscored = { has_more: boolean; next_cursor: string | null };
  const { meta } = JSON.parse(reply.text) as { meta: { pagination: Pagination | Underscored } };
  const found = meta.pagination;
  return 'has_more' in found ? { hasMore: found.has_more, nextCursor: found.next_cursor } : found;
}

export const errors = (reply: Reply): ErrorEntry[] =>
  (JSON.parse(reply.text) as { errors?: ErrorEntry[] }).errors ?? [];

export function attributes(values: object): { data: { attributes: object } } {
  return { data: { attributes: values } };
}

/** Returns the codes of an error response. */
export const codes = (reply: Reply): string[] => errors(reply).map((error) => error.code);

/** Returns the sources of an error response. */
export const places = (reply: Reply): Array<string | undefined> =>
  errors(reply).map(({ source }) => source?.pointer ?? source?.parameter ?? source?.header);

/** Returns status, codes and sources of an error response, as one value to compare. */
export function refusal(reply: Reply): [number, string[], Array<string | undefined>] {
  return [reply.status, codes(reply), places(reply)];
}

/** Returns the body without the request id, the only part that differs between requests. */
export const withoutRequestId = (reply: Reply): string =>
  reply.text.replaceAll(reply.headers.get('Request-Id') ?? 'none', 'req_');

/** Truncates a time in milliseconds to seconds, as some attributes show it. */
export const inSeconds = (time: unknown): string => String(time).replace(/\.[0-9]{3}Z$/, 'Z');
