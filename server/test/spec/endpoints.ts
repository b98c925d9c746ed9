import * as money from './resources-money.ts';
import * as read from './resources-read.ts';
import * as made from './resources.ts';
import type { Rule } from './rules.ts';
import { bodies, type Body } from './bodies.ts';
import * as is from './words.ts';

/** A query parameter: an id with this prefix, one of these words, or an email address; and its default. */
export type Query = { id: string } | { words: readonly string[]; default?: string } | { email: true };

/** An endpoint as its row has it: `number` 7 is that of specification, row E7. */
export type Endpoint = {
  number: number;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /**
   * The rule for `Idempotency-Key`: required where the specification marks it, ignored by specification, rows E1 and
   * E12, accepted by other writes.
   */
  key: 'required' | 'accepted' | 'ignored';
  /** Whether agents may use it, which the specification leaves open. */
  agents: 'allowed' | 'refused';
  status: 200 | 201;
  response: Rule;
  /** The prefix of the id in the path, and the code for an unknown id. */
  named?: { prefix: string; notFound: string };
  query?: Readonly<Record<string, Query>>;
  /** Set for a list, which accepts `limit` from 1 to 100, and `cursor`. */
  pages?: { byDefault: 20 | 50 };
  body?: Body;
};

const agent = { prefix: 'agt', notFound: 'agent_not_found' };
const write = { agents: 'allowed', key: 'required' } as const;
const reading = { method: 'GET', agents: 'allowed', key: 'ignored', status: 200 } as const;
const list = { ...reading, pages: { byDefault: 50 } } as const;
const states = ['pending', 'approved', 'denied', 'canceled'];
const invitationStates = ['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED']; // not specified

export const endpoints: readonly Endpoint[] = [
  {
    number: 1,
    method: 'POST',
    path: '/api-keys',
    key: 'ignored',
    agents: 'refused',
    status: 201,
    body: bodies.apiKey,
    response: is.single(made.newApiKey),
  },
  {
    ...write,
    number: 2,
    method: 'POST',
    path: '/agents/{agentId}/customers',
    agents: 'refused',
    status: 201,
    named: agent,
    body: bodies.customerInvitations,
    response: is.batch(made.customerInvitation, {
      emailFailures: is.listOf(is.text),
      alreadyConnected: is.beyond(is.listOf(is.text)),
    }),
  },
  {
    ...write,
    number: 3,
    method: 'PATCH',
    path: '/agents/{agentId}',
    agents: 'refused',
    status: 200,
    named: agent,
    body: bodies.agent,
    response: is.single(made.changedAgent),
  },
  {
    ...write,
    number: 4,
    method: 'POST',
    path: '/transfers/withdraw',
    status: 200,
    body: bodies.withdrawal,
    response: is.single(money.newWithdrawal),
  },
  {
    ...write,
    number: 5,
    method: 'POST',
    path: '/payment-requests',
    status: 201,
    body: bodies.paymentRequest,
    response: is.single(money.paymentRequest),
  },
  {
    ...list,
    number: 6,
    path: '/agent-keys',
    query: { agentId: { id: 'agt' } },
    response: is.page(made.agentKey),
  },
  {
    ...list,
    number: 7,
    path: '/transfers',
    query: { partyId: { id: 'pty' } },
    response: is.page(money.listedTransfer),
  },
  { ...list, number: 8, path: '/payment-requests', response: is.page(money.listedPaymentRequest) },
  { ...list, number: 9, path: '/customers', pages: { byDefault: 20 }, response: is.page(made.customer) },
  {
    ...list,
    number: 10,
    path: '/transactions',
    query: { type: { words: ['payment', 'transfer', 'all'], default: 'all' } },
    response: is.page(read.listedTransaction),
  },
  {
    ...list,
    number: 11,
    path: '/agents/{agentId}/customers',
    named: agent,
    response: is.page(made.customerOfAgent),
  },
  {
    number: 12,
    method: 'POST',
    path: '/party-invitations',
    key: 'ignored',
    agents: 'refused',
    status: 201,
    body: bodies.partyInvitations,
    response: is.batch(read.newInvitation, {
      failed: is.listOf(is.object({ email: is.text, error: is.text })),
    }),
  },
  {
    ...reading,
    number: 13,
    path: '/payments/{paymentId}',
    named: { prefix: 'pay', notFound: 'payment_not_found' },
    query: { partyId: { id: 'pty' } },
    response: is.single(money.readPayment),
  },
  {
    ...list,
    number: 14,
    path: '/approvals',
    query: { status: { words: states, default: 'pending' } },
    response: is.page(read.approval),
  },
  {
    ...list,
    number: 15,
    path: '/counterparties',
    query: { direction: { words: ['sent', 'received'] } },
    response: is.page(made.counterparty),
  },
  {
    ...reading,
    number: 16,
    path: '/transactions/{transaction_id}',
    named: { prefix: 'txn', notFound: 'transaction_not_found' },
    response: is.single(read.transaction),
  },
  {
    number: 17,
    method: 'DELETE',
    path: '/external-accounts/{externalAccountId}',
    key: 'accepted',
    agents: 'refused',
    status: 200,
    named: { prefix: 'eac', notFound: 'external_account_not_found' },
    response: is.single(made.removedExternalAccount, { deleted: is.boolean }),
  },
  {
    ...list,
    number: 18,
    path: '/party-invitations',
    query: { party_id: { id: 'pty' }, email: { email: true }, status: { words: invitationStates } },
    response: is.snakePage(read.listedInvitation),
  },
  {
    ...write,
    number: 19,
    method: 'POST',
    path: '/payments',
    key: 'accepted',
    status: 201,
    body: bodies.payment,
    response: is.single(money.newPayment),
  },
];

export const nameOf = ({ number, method, path }: Endpoint): string => `E${number} ${method} ${path}`;
