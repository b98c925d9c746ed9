import type { Program } from '../../context.ts';
import { type Guards, takeAnonymousToken } from '../../http/handle.ts';
import type { WebServer } from '../../http/server.ts';
import { oauthResources, oauthScopes, type OauthResource } from '../../scopes.ts';
import { deviceGrant } from './provider.ts';
import { addressOf } from './resources.ts';

const protectedPath = '/.well-known/oauth-protected-resource';
const offered = oauthScopes.filter((scope) => scope !== 'full_access');

/** Returns where a part of this server says which authorization server it trusts, for the challenge of a 401. */
export function metadataUrl({ baseUrl }: Pick<Program, 'baseUrl'>, resource: OauthResource): string {
  const { origin, pathname } = new URL(baseUrl());
  return `${origin}${protectedPath}${pathname.replace(/\/$/, '')}/${resource}`;
}

/**
 * Adds what programs read before they ask: which authorization server each part of this server trusts (RFC 9728), and what
 * that server can do (RFC 8414). Behind a proxy that adds a path, it has to lead here from the root of the origin too.
 */
export function addMetadata(server: WebServer, program: Program, guards: Guards): void {
  const add = (url: string, about: () => object): void => {
    server.get(url, async (request, reply) => {
      takeAnonymousToken(guards, request, reply);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(about()));
    });
  };
  add(protectedPath, () => resourceMetadata(program, 'mcp'));
  for (const resource of oauthResources)
    add(`${protectedPath}/${resource}`, () => resourceMetadata(program, resource));
  add('/.well-known/oauth-authorization-server', () => serverMetadata(program));
}

function resourceMetadata(program: Program, resource: OauthResource): object {
  const baseUrl = program.baseUrl();
  return {
    resource: addressOf(baseUrl, resource),
    resource_name: 'Purser',
    authorization_servers: [baseUrl],
    scopes_supported: offered,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/docs`,
  };
}

function serverMetadata(program: Program): object {
  const baseUrl = program.baseUrl();
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/oauth/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    registration_endpoint: `${baseUrl}/oauth/register`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    device_authorization_endpoint: `${baseUrl}/oauth/device/authorize`,
    scopes_supported: offered,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    service_documentation: `${baseUrl}/docs`,
  };
}
