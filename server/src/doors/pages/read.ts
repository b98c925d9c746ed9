import type { Context } from '../../context.ts';
import { PurserError } from '../../errors.ts';
import { callEndpoint, type EndpointCall } from '../../http/call-endpoint.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import type { Guards } from '../../http/handle.ts';
import { type Content, h } from './element.ts';

/** A resource as the API shows it. */
export type Shown = {
  id: string;
  attributes: Record<string, unknown>;
  relationships: Record<string, { data: { type: string; id: string } | null }>;
};

/** Returns the endpoint with this method and path. Throws if there is none: a fault of ours. */
export function endpointOf(
  endpoints: readonly Endpoint[],
  method: Endpoint['method'],
  path: string,
): Endpoint {
  const found = endpoints.find((each) => each.method === method && each.path === path);
  if (!found) throw new Error(`there is no ${method} ${path}`);
  return found;
}

/** Calls an endpoint for the user who is signed in, and returns the `data` of its response. */
export async function callFor<T>(
  guards: Guards,
  endpoint: Endpoint,
  session: Context,
  call: EndpointCall,
): Promise<T> {
  const { body } = await callEndpoint(guards, endpoint, session, call);
  return (typeof body === 'string' ? JSON.parse(body) : body).data as T;
}

/** Returns the first page of a list; empty if the user's role may not read it. */
export async function readList(
  guards: Guards,
  endpoints: readonly Endpoint[],
  session: Context,
  path: string,
  query: object,
): Promise<Shown[]> {
  try {
    return await callFor<Shown[]>(guards, endpointOf(endpoints, 'GET', path), session, { query });
  } catch (error) {
    if (error instanceof PurserError && error.status === 403) return [];
    throw error;
  }
}

/** How many entries of a list a page reads at most: what `limit` takes. */
export const mostListed = '100';

/** Returns what a page says under lists of which it may show a part only; nothing if all are whole. */
export function cutNote(key: string, ...lists: ReadonlyArray<readonly unknown[]>): Content | null {
  const isCut = lists.some((each) => each.length === Number(mostListed));
  return isCut ? h('p', { key, className: 'soft' }, 'The newest are shown; the API lists all.') : null;
}
