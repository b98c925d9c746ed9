import { randomUUID } from 'node:crypto';
import { newAddress } from '../support/server.ts';
import { sentTerms } from '../support/payment-terms.ts';
import type { Reply } from '../support/http.ts';
import type { Endpoint } from './endpoints.ts';
import { identifiers, type World } from './world.ts';
import { clientAt } from '../support/client.ts';

/** A valid request of the main party, or of another one with its key. */
export type Sample = {
  path: string;
  key?: string;
  attributes?: Record<string, unknown>;
  headers?: Record<string, string | undefined>;
};

/**
 * Returns valid requests to an endpoint, which together show every nullable value both as null and as a
 * value.
 */
export function samplesOf({ number, path }: Endpoint, world: World): [Sample, ...Sample[]] {
  const make = samples[number];
  return make ? make(world) : [{ path }];
}

/** Sends a request with a new idempotency key. `change` takes precedence over the sample. */
export function send(
  { baseUrl, parties }: World,
  { method }: Endpoint,
  sample: Sample,
  change: Partial<Sample> = {},
): Promise<Reply> {
  const { path, key, attributes: values, headers } = { ...sample, ...change };
  return clientAt(baseUrl, key ?? parties.main.apiKey).send(method, path, values, {
    'Idempotency-Key': method === 'GET' ? undefined : randomUUID(),
    ...headers,
  });
}

const tags = { order: '1001' };
const permissions = ['payments.create', 'payments.read'];
const transactionOf = (id: string): string => `/transactions/txn_${id.slice(4)}`;

const samples: Record<number, (world: World) => [Sample, ...Sample[]]> = {
  1: () => [{ path: '/api-keys', attributes: { name: 'Spec', scopes: ['payments.read'], tags } }],
  2: ({ parties: { main, customer } }) => {
    const path = `/agents/${main.agentId}/customers`;
    const recipients = identifiers(customer.partyId).map(([type, value]) => ({ type, value }));
    const unusable = { type: 'email', value: 'nonsense' };
    return [
      { path, attributes: { recipients, permissions } },
      {
        path: `/agents/${main.limitedAgentId}/customers`,
        attributes: {
          recipients: [...recipients, unusable],
          permissions,
          limits: { perTransaction: 5 },
          expiresAt: '2999-01-01T00:00:00+02:00',
          tags,
        },
      },
    ];
  },
  3: ({ parties: { main } }) => {
    // The petty cash agent keeps its limit, because other tests depend on it.
    const path = `/agents/${main.limitedAgentId}`;
    const limits = { perTransaction: 10_000, perDay: 20_000, perMonth: 30_000 };
    return [
      { path, attributes: {} },
      { path, attributes: { limits: null, description: null } },
      { path, attributes: { rules: { currencies: { allow: ['USD'] } } } },
      { path, attributes: { rules: null } },
      { path, attributes: { walletIds: [main.walletId] } },
      { path, attributes: { walletIds: null } },
      { path, attributes: { limits, description: 'Buys stamps', name: 'Petty cash' } },
      { path, attributes: { limits: { perTransaction: 10_000 } } },
    ];
  },
  4: ({ parties: { main } }) => {
    const path = '/transfers/withdraw';
    const values = { amount: 1, externalAccountId: main.externalAccountId };
    const agent = { 'X-Agent-ID': main.limitedAgentId, 'X-Instance-ID': 'spec' };
    return [
      { path, attributes: values },
      { path, attributes: { ...values, currency: 'EUR', description: 'Out', tags } },
      { path, attributes: { ...values, amount: 10_001 }, headers: agent },
    ];
  },
  5: ({ parties: { main, customer, stranger } }) => {
    const path = '/payment-requests';
    const payers = identifiers(customer.partyId).map(([type, value]) => ({ type, value }));
    const more = { description: 'For a book', payerName: 'Payer', currency: 'EUR' };
    const requests = payers.map((payer) => ({ path, attributes: { amount: 5, payer, ...more } }));
    const ofAgent = { path, attributes: { amount: 5, payer: payers[0], tags }, key: main.agentKey };
    const toAgent = { path, attributes: { amount: 5, payer: { type: 'agent_id', value: stranger.agentId } } };
    return [{ path, attributes: { amount: 5, payer: payers[0] } }, ...requests, ofAgent, toAgent];
  },
  7: ({ parties: { main, delegate } }) => [
    { path: '/transfers?limit=100' },
    { path: `/transfers?partyId=${main.partyId}&limit=1`, key: delegate.apiKey },
  ],
  8: () => [{ path: '/payment-requests' }, { path: '/payment-requests?limit=1' }],
  6: () => [{ path: '/agent-keys' }, { path: '/agent-keys?limit=1' }],
  9: ({ parties: { delegate } }) => [
    { path: '/customers' },
    { path: '/customers?limit=1' },
    { path: '/customers', key: delegate.apiKey },
  ],
  10: () => [{ path: '/transactions?limit=100' }, { path: '/transactions?limit=1' }],
  11: ({ parties: { main, delegate } }) => [
    { path: `/agents/${main.agentId}/customers` },
    { path: `/agents/${main.agentId}/customers?limit=1` },
    { path: `/agents/${delegate.agentId}/customers`, key: delegate.apiKey },
  ],
  12: () => {
    const entries = ['nonsense', newAddress()].map((email) => ({ email, role: 'MEMBER' }));
    return [
      { path: '/party-invitations', attributes: { invitations: entries } },
      { path: '/party-invitations', attributes: { invitations: entries.slice(0, 1), expiresInDays: 1 } },
    ];
  },
  13: ({ payments, parties: { main, delegate } }) => [
    ...sampleOf(`/payments/${payments.unclaimed}`),
    ...Object.values(payments).map((id) => ({ path: `/payments/${id}` })),
    { path: `/payments/${payments.received}?partyId=${main.partyId}`, key: delegate.apiKey },
  ],
  14: () => [
    { path: '/approvals' },
    { path: '/approvals?limit=1' },
    ...['approved', 'denied', 'canceled'].map((status) => ({ path: `/approvals?status=${status}` })),
  ],
  15: () => [{ path: '/counterparties' }, { path: '/counterparties?limit=1' }],
  16: ({ payments, deposit, withdrawal }) => [
    ...sampleOf(transactionOf(payments.unclaimed)),
    ...[...Object.values(payments), deposit, withdrawal].map((id) => ({ path: transactionOf(id) })),
  ],
  17: ({ parties: { main } }) => [{ path: `/external-accounts/${main.externalAccountIdToRemove}` }],
  18: () => [{ path: '/party-invitations' }, { path: '/party-invitations?limit=1' }],
  19: ({ parties: { main, customer, stranger } }) => {
    const path = '/payments';
    const forCustomer = { customerPartyId: customer.partyId };
    return [
      { path, attributes: to('party_id', stranger.partyId) },
      {
        path,
        attributes: { ...to('agent_id', stranger.agentId), ...sentTerms, currency: 'EUR' },
      },
      { path, attributes: to('email', 'nobody@example.com') },
      { path, attributes: { ...to('party_id', stranger.partyId), ...forCustomer }, key: main.agentKey },
      {
        path,
        attributes: { ...to('party_id', stranger.partyId), amount: 10_001 },
        key: main.limitedAgentKey,
      },
    ];
  },
};

const to = (type: string, value: string) => ({ amount: 1, counterparty: { type, value } });
const sampleOf = (path: string): [Sample] => [{ path }];
