import { type Endpoint, get, remove } from '../../http/endpoint.ts';
import { page } from '../../http/pages.ts';
import { exampleId, exampleTime, listShape, singleShape } from '../../http/shapes.ts';
import { readGrant } from './get.ts';
import { listGrantsBefore } from './queries.ts';
import { removeGrant } from './remove.ts';
import { oauthGrantShape, removedOauthGrantShape } from './resource.ts';
import { oauthGrantPath, oauthGrantsQuery } from './schema.ts';
import { oauthGrantResource } from './view.ts';

export const oauthGrantRoutes: Endpoint[] = [
  get('/oauth-grants', {
    summary: 'List OAuth grants',
    description: `Returns what people of your party let programs do by OAuth, newest first, including grants that have
ended. Each names the program, and the agent or the user as which it acts. Filter by \`status\`.`,
    response: listShape(oauthGrantShape),
    scope: 'api_keys.read',
    agents: 'refused',
    query: oauthGrantsQuery,
    run: (ctx, { query }) => page(ctx, 'oauthGrants', query, listGrantsBefore, oauthGrantResource),
  }),
  get('/oauth-grants/:oauthGrantId', {
    summary: 'Get an OAuth grant',
    response: singleShape(oauthGrantShape),
    refuses: ['oauth_grant_not_found'],
    scope: 'api_keys.read',
    agents: 'refused',
    params: oauthGrantPath,
    run: (ctx, { params }) => readGrant(ctx, params.oauthGrantId),
  }),
  remove('/oauth-grants/:oauthGrantId', {
    summary: 'End an OAuth grant',
    shows: {
      attributes: { status: 'REVOKED', revokedAt: exampleTime, revokedBy: exampleId('usr') },
    },
    description: `Ends a grant of your party for good, at once and on all servers: the program's tokens are refused from
then on. It may be the grant of this request. Only an owner may end a grant by which a program acts as an owner. Ending it
again returns the same response.`,
    response: removedOauthGrantShape,
    refuses: ['forbidden', 'oauth_grant_not_found'],
    scope: 'api_keys.delete',
    params: oauthGrantPath,
    run: (ctx, { params }) => removeGrant(ctx, params.oauthGrantId),
  }),
];
