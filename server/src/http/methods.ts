import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { fault } from '../errors.ts';
import { type Guards, takeAnonymousToken } from './handle.ts';

const methods = METHODS.filter((method) => method !== 'CONNECT'); // Node does not treat CONNECT as a request

/**
 * Teaches the server all methods that Node can read, and collects the methods of each address that is added afterwards.
 * The returned function adds the 405 with `Allow` for all other methods; it is called once, after all routes.
 */
export function collectMethods(server: FastifyInstance, guards: Guards): () => void {
  const allowed = new Map<string, Set<string>>();
  for (const method of methods) {
    // Without a body, whose type the framework would check. The usual methods keep theirs.
    if (!server.supportedMethods.includes(method) || method === 'QUERY') {
      server.addHttpMethod(method, { overrideExisting: true });
    }
  }
  server.addHook('onRoute', ({ method, url }) => {
    const known = allowed.get(url) ?? new Set();
    for (const each of [method].flat()) known.add(each);
    allowed.set(url, known);
  });
  return () => {
    for (const [url, known] of allowed) {
      const listed = [...known].toSorted();
      server.route({
        method: methods.filter((method) => !known.has(method)),
        url,
        onRequest: async (request, reply) => {
          takeAnonymousToken(guards, request, reply);
          reply.header('Allow', listed.join(', '));
          throw fault('method_not_allowed', `Use ${listed.join(' or ')} here.`);
        },
        handler: async () => undefined,
      });
    }
  };
}
