import type { Endpoint } from '../endpoint.ts';
import { headerParameters, responseHeaders } from './headers.ts';
import { operationOf, refusalReference, refusalResponse, type Responses, tagOf } from './operation.ts';
import { servicePaths } from './service-paths.ts';
import { createComponents } from './schemas.ts';
import { type DocumentedStream, streamOperationOf } from './stream-operation.ts';

const description = `Payments for parties and the agents that act for them.

**Requests and responses.** A request body is \`{"data": {"attributes": {…}}}\`, a response \`{"data": …}\`, and an
error response \`{"errors": […]}\` with one entry per fault. Every endpoint is also available under \`/api\`. Unknown
attributes and unknown query parameters are refused. \`HEAD\` works wherever \`GET\` does. If a path does not support a
method, the response is 405 with the header \`Allow\`.

**Bodies** are \`application/json\` or \`application/vnd.api+json\` in UTF-8, not compressed, with unique names, at most
32 levels deep and with at most 2,000 values. Numbers must be written as integers: 1, not 1.0 or 1e0. Amounts are integers in minor units.

**Lists** are sorted from newest to oldest. To get the next page, send \`meta.pagination.nextCursor\` as \`cursor\` (in
\`GET /party-invitations\`, \`next_cursor\`).

**Changes.** New attributes, error codes and endpoints may be added at any time.`;

const tagDescriptions: Readonly<Record<string, string>> = {
  agents: 'Software agents that act for your party, and the customers for whom they act.',
  'agent-keys': 'Keys that belong to one agent.',
  'api-keys': 'Keys of your party, each with its scopes.',
  'oauth-grants': 'What people of your party let programs do by OAuth.',
  approvals: 'Payments and withdrawals over a limit, which wait for a decision.',
  'audit-log': 'What your party and its agents did and were refused.',
  claims: 'Money that waits for an address.',
  counterparties: 'Parties that your party has paid or been paid by.',
  'customer-invitations': 'Invitations to your party, to let agents of other parties act for it.',
  customers: 'Parties that delegated to your party.',
  delegations: 'What customers permit to other parties and their agents.',
  events: 'What happened to the resources that your party may read.',
  'external-accounts': 'Bank accounts of your party.',
  invitations: 'Answers to invitations by people without an account.',
  parties: 'Your party and its limits.',
  'party-invitations': 'Invitations of people to your party.',
  'payment-requests': 'Requests to be paid, each with a link for the payer.',
  payments: 'Payments from one party to another.',
  service: 'What belongs to the server itself: it needs no key.',
  simulations: "The sandbox's clock and mailbox.",
  transactions: 'Payments, refunds and transfers in one list.',
  transfers: 'Deposits, withdrawals, and transfers between wallets of your party.',
  wallets: 'Wallets of your party, and their balances.',
  webhooks: 'Addresses to which Purser sends the events of your party.',
};

/** What the document describes: the endpoints and streams of a server, and whether it serves metrics. */
export type Described = {
  endpoints: readonly Endpoint[];
  streams: readonly DocumentedStream[];
  metrics: boolean;
};

/** Returns the OpenAPI document of what a server has, without its URL. */
export function openApiDocument({ endpoints, streams, metrics }: Described): object {
  const components = createComponents();
  const responses: Responses = {};
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, components, responses);
  }
  for (const stream of streams) {
    paths[stream.endpoint.path] = { get: streamOperationOf(stream, components, responses) };
  }
  const service = servicePaths(
    { metrics },
    (status, codes) => refusalReference(status, codes, components, responses),
    (status, codes) => refusalResponse(status, codes, components),
  );
  const tags = [...new Set(endpoints.map(tagOf)), 'service'].toSorted();
  return {
    openapi: '3.1.1',
    info: {
      title: 'Purser',
      version: '0.1.0', // of server/package.json; a test compares
      description,
      contact: { name: 'The operator of this server' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    tags: tags.map((name) => ({ name, description: tagDescriptions[name] })),
    paths: { ...sorted(paths), ...service },
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key (`sk_pur_…`) or an agent key (`ak_pur_…`). Each operation names its required scope.',
        },
      },
      parameters: headerParameters,
      headers: responseHeaders,
      schemas: sorted(components.schemas),
      responses: sorted(responses),
    },
  };
}

function sorted<T>(entries: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
