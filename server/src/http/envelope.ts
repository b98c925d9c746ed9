import { type Id, type IdPrefix, type PublicId, publicId } from '../lib/id.ts';
import type { HttpResponse } from './endpoint.ts';

export type Resource = { type: string; id: string; attributes: object; relationships?: object };

/** Returns a relationship to one resource, or to none if the id is null. */
export function related<T extends string, P extends IdPrefix, I extends Id<P> | null>(
  type: T,
  prefix: P,
  id: I,
): { data: { type: T; id: PublicId<P> } | Extract<I, null> } {
  const data = id === null ? null : { type, id: publicId<P>(prefix, id) };
  return { data: data as { type: T; id: PublicId<P> } | Extract<I, null> };
}

export function single(resource: Resource, status = 200): HttpResponse {
  return { status, body: { data: resource } };
}

export function singleWith(resource: Resource, meta: object): HttpResponse {
  return { status: 200, body: { data: resource, meta } };
}

/** Returns the response to a removal: the resource as it is afterwards. */
export function removed(resource: Resource): HttpResponse {
  return singleWith(resource, { deleted: true });
}

/** Returns a response with a page of a list; a null cursor means that it is the last page. */
export function list(resources: Resource[], nextCursor: string | null): HttpResponse {
  const pagination = { hasMore: nextCursor !== null, nextCursor };
  return { status: 200, body: { data: resources, meta: { pagination } } };
}

/** Returns the same for lists whose pagination has snake_case names in the specification: in both spellings. */
export function underscoredList(resources: Resource[], nextCursor: string | null): HttpResponse {
  const hasMore = nextCursor !== null;
  const pagination = { hasMore, nextCursor, has_more: hasMore, next_cursor: nextCursor };
  return { status: 200, body: { data: resources, meta: { pagination } } };
}
