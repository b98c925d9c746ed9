import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import findMyWay from 'find-my-way';
import { fault, type PurserError } from '../errors.ts';
import { type Guards, takeAnonymousToken } from './handle.ts';

/** A path as its routes name it, and the methods that it has, sorted. */
type Address = { url: string; methods: readonly string[] };

/**
 * Collects the addresses of the routes that are added afterwards, which are known once `complete` is called. A request for
 * a method that its address does not have finds no route; its address is looked up only then, since routes for all
 * methods that Node can read would take three quarters of the time in which a server starts.
 */
export function collectAddresses(server: FastifyInstance, guards: Guards, maxParamLength: number) {
  const added = new Map<string, Set<string>>();
  const router = findMyWay({ maxParamLength });
  const find = ({ url = '' }: FastifyRequest['raw']): Address | undefined =>
    router.find('GET', url)?.store as Address | undefined;
  server.addHook('onRoute', ({ method, url }) => {
    added.set(url, (added.get(url) ?? new Set()).union(new Set([method].flat())));
  });
  const refusal = (request: FastifyRequest, reply: FastifyReply): PurserError => {
    takeAnonymousToken(guards, request, reply);
    const address = find(request.raw);
    if (!address) return fault('not_found', 'Nothing answers at this address.');
    reply.header('Allow', address.methods.join(', '));
    return fault('method_not_allowed', `Use ${address.methods.join(' or ')} here.`);
  };
  return {
    /** Returns the path that a request asked for, as its routes name it; undefined if nothing is there. */
    urlOf: (request: FastifyRequest): string | undefined =>
      request.is404 ? find(request.raw)?.url : request.routeOptions.url,
    /**
     * Returns why a request is refused that no route takes: 405 with `Allow`, or 404 if its address does not exist. Throws
     * `rate_limited`.
     */
    refusal,
    /** Makes the addresses known. It is called once, after the last route is added. */
    complete: (): void => {
      const addresses = [...added].map(([url, methods]) => ({ url, methods: [...methods].toSorted() }));
      for (const address of addresses) router.on('GET', address.url, () => undefined, address);
      for (const { url, method } of taken(addresses)) {
        const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
          throw refusal(request, reply);
        };
        server.route({ method, url, onRequest, handler: async () => undefined });
      }
    },
  };
}

export type Addresses = ReturnType<typeof collectAddresses>;

/**
 * Returns the methods that an address does not have and another one would take for it: `/payments/preview` has no GET,
 * and `GET /payments/:paymentId` must not answer there.
 */
function taken(addresses: readonly Address[]): Array<{ url: string; method: string[] }> {
  const split = addresses.map((address) => ({ ...address, parts: address.url.split('/') }));
  return split.flatMap(({ url, methods, parts }) => {
    const others = split.filter((other) => other.url !== url && overlap(parts, other.parts));
    const method = new Set(others.flatMap((other) => other.methods)).difference(new Set(methods));
    return method.size === 0 ? [] : [{ url, method: [...method] }];
  });
}

/** Returns whether a path can match both of two patterns. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  return (
    one.length === other.length &&
    one.every((part, index) => part === other[index] || isFree(part) || isFree(other[index]))
  );
}

const isFree = (part = ''): boolean => part.startsWith(':');
