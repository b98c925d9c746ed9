import type { IdPrefix, Id, PublicId } from '../lib/id.ts';
import { publicId } from '../lib/id.ts';
import type { Answer } from './endpoint.ts';

/** A resource as answers carry it. */
export type Resource = { type: string; id: string; attributes: object; relationships?: object };

/** A relationship to one resource, or to none. */
export function related<P extends IdPrefix>(
  type: string,
  prefix: P,
  id: Id<P> | null,
): { data: { type: string; id: PublicId<P> } | null } {
  return { data: id === null ? null : { type, id: publicId(prefix, id) } };
}

/** An answer with one resource. */
export function single(resource: Resource, status = 200): Answer {
  return { status, body: { data: resource } };
}

/** An answer with a page of a list; no cursor means that it is the last one. */
export function list(resources: Resource[], nextCursor: string | null): Answer {
  const pagination = { hasMore: nextCursor !== null, nextCursor };
  return { status: 200, body: { data: resources, meta: { pagination } } };
}
