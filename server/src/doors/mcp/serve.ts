import type { Program } from '../../context.ts';
import type { Endpoint } from '../../http/endpoint.ts';
import { addFetchRoute } from '../../http/fetch-route.ts';
import type { Guards } from '../../http/handle.ts';
import type { WebServer } from '../../http/server.ts';
import { metadataUrl } from '../oauth/metadata.ts';
import { createProtocol } from './protocol.ts';

/**
 * Adds `POST /mcp`, by which models use the API: under the same keys, guards, limits and rules, and never to approve, make
 * keys or change what bounds an agent.
 */
export function addMcp(
  server: WebServer,
  program: Program,
  guards: Guards,
  { endpoints, isStopping }: { endpoints: readonly Endpoint[]; isStopping: () => boolean },
): void {
  const challenge = (): string => `Bearer resource_metadata="${metadataUrl(program, 'mcp')}"`;
  addFetchRoute(server, program, guards, {
    url: '/mcp',
    challenge,
    handle: createProtocol({ guards, endpoints, isStopping }, program.log, challenge),
  });
}
