import type { Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { addFetchRoute } from '../../http/fetch-route.ts';
import { type Guards, takeAnonymousToken } from '../../http/handle.ts';
import type { WebServer } from '../../http/server.ts';
import { createProtocol } from './protocol.ts';

const metadataPath = '/.well-known/oauth-protected-resource/mcp';

/**
 * Adds `POST /mcp`, by which models use the API: under the same keys, guards, limits and rules, and never to approve, make
 * keys or change what bounds an agent. Also what it says of itself to who has no key (RFC 9728).
 */
export function addMcp(
  server: WebServer,
  program: Program,
  guards: Guards,
  { endpoints, isStopping }: { endpoints: readonly Endpoint[]; isStopping: () => boolean },
): void {
  addFetchRoute(server, program, guards, {
    url: '/mcp',
    challenge: () => `Bearer resource_metadata="${program.baseUrl()}${metadataPath}"`,
    handle: createProtocol({ guards, endpoints, isStopping }, program.log),
  });
  server.get(metadataPath, async (request, reply) => {
    takeAnonymousToken(guards, request, reply);
    const about = {
      resource: `${program.baseUrl()}/mcp`,
      resource_name: 'Purser',
      bearer_methods_supported: ['header'],
      resource_documentation: `${program.baseUrl()}/docs`,
    };
    return reply.type('application/json; charset=utf-8').send(about);
  });
}
