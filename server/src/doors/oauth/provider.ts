import { generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import type { Program } from '../../context.ts';
import { createRateLimiter } from '../../http/rate-limit.ts';
import { createStrangeFetch } from '../../gateways/strangers.ts';
import { newKey } from '../../lib/secret.ts';
import { createArtifacts } from './artifacts.ts';
import { isAdmitted } from './clients.ts';
import { addressOf, commandLine, resourceAt, scopesAt } from './resources.ts';

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

const minute_s = 60;
const day_s = 24 * 3600;

/** How long each thing holds, in seconds. */
const lifetimes = {
  AuthorizationCode: minute_s,
  Interaction: 30 * minute_s, // the sign-in goes by mail
  DeviceCode: 10 * minute_s,
  AccessToken: 60 * minute_s,
  RefreshToken: 30 * day_s, // from its last use on
};

/**
 * Creates the provider of OAuth: a library, which judges clients, codes, PKCE and redirects, on our tables. Who is signed in,
 * and what that person allows, the page of consent says.
 */
export function createProvider(
  program: Program,
  fetchBy = createStrangeFetch(program.config.webhooksToLoopback),
): Provider {
  const { keyring, config } = program;
  const baseUrl = program.baseUrl();
  const provider = new Provider(baseUrl, { ...configurationOf(program, baseUrl), fetch: fetchBy });
  provider.proxy = true;
  // A form of our own: no other token or key is ever taken for one, and tools that search for leaked secrets find it.
  Object.defineProperty(provider.AccessToken.prototype, 'generateTokenId', {
    value(this: { format?: string }) {
      this.format = 'opaque';
      return newKey('at', config.environment).secret;
    },
  });
  provider.keys = keyring.digests('cookies of oauth', baseUrl).map((digest) => digest.toString('base64url'));
  provider.on('server_error', (_context: KoaContextWithOIDC, error: Error) =>
    program.log.error({ err: error }, 'the provider of OAuth failed'),
  );
  return provider;
}

function configurationOf(program: Program, baseUrl: string): Configuration {
  return {
    adapter: createArtifacts(program),
    clients: [
      {
        client_id: commandLine,
        client_name: 'The command line of Purser',
        application_type: 'native',
        grant_types: [deviceGrant, 'refresh_token'],
        response_types: [],
        redirect_uris: [],
        token_endpoint_auth_method: 'none',
      },
    ],
    clientDefaults: {
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    jwks: { keys: [unusedKey()] },
    clientAuthMethods: ['none'],
    responseTypes: ['code'],
    scopes: ['offline_access'],
    claims: {},
    pkce: { required: () => true },
    cookies: { names: { session: '_oauth', interaction: '_oauth_consent', resume: '_oauth_resume' } },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      registration: '/oauth/register',
      revocation: '/oauth/revoke',
      code_verification: '/oauth/device',
      device_authorization: '/oauth/device/authorize',
      jwks: '/oauth/jwks',
    },
    ttl: { ...lifetimes, Grant: 365 * day_s, Session: 30 * minute_s, IdToken: minute_s },
    features: features(baseUrl),
    interactions: { url: (_ctx, { uid }) => consentPath(baseUrl, uid), policy: alwaysAsk() },
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    loadExistingGrant: ({ oidc: { result, provider } }) => {
      const grantId = result?.consent?.grantId;
      return grantId === undefined ? Promise.resolve(undefined) : provider.Grant.find(grantId);
    },
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    revokeGrantPolicy: () => true,
    renderError: (ctx, { error, error_description: detail }) => {
      ctx.type = 'json';
      ctx.body = { error, error_description: detail };
    },
  };
}

/** The library wants a key to sign with. It signs nothing here: tokens are opaque, and no flow of ours has an id token. */
function unusedKey(): JsonWebKey {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), use: 'sig' };
}

function consentPath(baseUrl: string, uid: string): string {
  return `${new URL(baseUrl).pathname.replace(/\/$/, '')}/oauth/consent/${uid}`;
}

function features(baseUrl: string): NonNullable<Configuration['features']> {
  const off = { enabled: false };
  return {
    devInteractions: off,
    userinfo: off,
    rpInitiatedLogout: off,
    dPoP: off,
    revocation: { enabled: true },
    registration: { enabled: true, initialAccessToken: false, issueRegistrationAccessToken: false },
    deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****', deviceInfo: deviceOf },
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      allowFetch: admitting(),
      allowClient: (_ctx, client) => isAdmitted(client),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, _client, asked) => {
        const [first] = asked === undefined ? [] : [asked].flat();
        return first ?? addressOf(baseUrl, 'mcp');
      },
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, indicator, client) => {
        const resource = resourceAt(baseUrl, indicator);
        if (!resource) throw new errors.InvalidTarget();
        return {
          scope: scopesAt(resource, client.clientId).join(' '),
          audience: addressOf(baseUrl, resource),
          accessTokenTTL: lifetimes.AccessToken,
          accessTokenFormat: 'opaque',
        };
      },
    },
  };
}

/** Documents that one client may have us read, and all together: each is a request to an address of its choice. */
const fetchesOfOne = { perSecond: 1 / 2, burst: 20 };
const fetchesOfAll = { perSecond: 5, burst: 100 };

function admitting(): (ctx: KoaContextWithOIDC | undefined) => boolean {
  const [takeOfOne, takeOfAll] = [createRateLimiter(fetchesOfOne), createRateLimiter(fetchesOfAll)];
  // Real time: the sandbox's clock refills nothing. What one is refused takes nothing from the others. Without a context,
  // one of our pages asks.
  return (ctx) => takeOfOne(ctx?.ip ?? 'pages', Date.now()).allowed && takeOfAll('all', Date.now()).allowed;
}

/** What the person sees of the device that shows a code: where its request came from. */
function deviceOf({ ip }: KoaContextWithOIDC): { ip: string } {
  return { ip };
}

/**
 * Asks the person at each request, whatever was allowed before: each grant is one decision, with an agent and limits of its
 * own.
 */
function alwaysAsk() {
  const policy = interactionPolicy.base();
  const asks = new interactionPolicy.Check(
    'always',
    'a person decides on each request',
    'interaction_required',
    ({ oidc }) => oidc.result?.consent === undefined,
  );
  policy.get('consent')?.checks.add(asks);
  return policy;
}
