import { boolean, list as some, listOf, text, underscoredListOf } from '../support/shapes.ts';
import { customerInvitationShape } from '../support/shapes-customers.ts';
import { counterpartyShape, removedExternalAccountShape } from '../support/shapes-parties.ts';
import { transactionShape } from '../support/shapes-payments.ts';
import { transferShape } from '../support/shapes-transfers.ts';
import { bodies, type Body } from './bodies.ts';
import * as shown from './resources.ts';

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
  response: object;
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
    response: { data: shown.newApiKey },
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
    response: {
      data: some(customerInvitationShape),
      meta: { emailFailures: some(text), alreadyConnected: some(text) },
    },
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
    response: { data: shown.changedAgent },
  },
  {
    ...write,
    number: 4,
    method: 'POST',
    path: '/transfers/withdraw',
    status: 200,
    body: bodies.withdrawal,
    response: { data: shown.newWithdrawal },
  },
  {
    ...write,
    number: 5,
    method: 'POST',
    path: '/payment-requests',
    status: 201,
    body: bodies.paymentRequest,
    response: { data: shown.paymentRequest },
  },
  {
    ...list,
    number: 6,
    path: '/agent-keys',
    query: { agentId: { id: 'agt' } },
    response: listOf(shown.agentKey),
  },
  {
    ...list,
    number: 7,
    path: '/transfers',
    query: { partyId: { id: 'pty' } },
    response: listOf(transferShape('withdrawal'), transferShape('deposit')),
  },
  { ...list, number: 8, path: '/payment-requests', response: listOf(...shown.listedPaymentRequests) },
  { ...list, number: 9, path: '/customers', pages: { byDefault: 20 }, response: listOf(shown.customer) },
  {
    ...list,
    number: 10,
    path: '/transactions',
    query: { type: { words: ['payment', 'transfer', 'all'], default: 'all' } },
    response: listOf(transactionShape('payment'), transactionShape('transfer')),
  },
  {
    ...list,
    number: 11,
    path: '/agents/{agentId}/customers',
    named: agent,
    response: listOf(shown.customerOfAgent),
  },
  {
    number: 12,
    method: 'POST',
    path: '/party-invitations',
    key: 'ignored',
    agents: 'refused',
    status: 201,
    body: bodies.partyInvitations,
    response: { data: some(shown.newInvitation), meta: { failed: some({ email: text, error: text }) } },
  },
  {
    ...reading,
    number: 13,
    path: '/payments/{paymentId}',
    named: { prefix: 'pay', notFound: 'payment_not_found' },
    query: { partyId: { id: 'pty' } },
    response: { data: shown.readPayment },
  },
  {
    ...list,
    number: 14,
    path: '/approvals',
    query: { status: { words: states, default: 'pending' } },
    response: listOf(shown.approval),
  },
  {
    ...list,
    number: 15,
    path: '/counterparties',
    query: { direction: { words: ['sent', 'received'] } },
    response: listOf(counterpartyShape),
  },
  {
    ...reading,
    number: 16,
    path: '/transactions/{transaction_id}',
    named: { prefix: 'txn', notFound: 'transaction_not_found' },
    response: { data: shown.transaction },
  },
  {
    number: 17,
    method: 'DELETE',
    path: '/external-accounts/{externalAccountId}',
    key: 'accepted',
    agents: 'refused',
    status: 200,
    named: { prefix: 'eac', notFound: 'external_account_not_found' },
    response: { data: removedExternalAccountShape, meta: { deleted: boolean } },
  },
  {
    ...list,
    number: 18,
    path: '/party-invitations',
    query: { party_id: { id: 'pty' }, email: { email: true }, status: { words: invitationStates } },
    response: underscoredListOf(shown.listedInvitation),
  },
  {
    ...write,
    number: 19,
    method: 'POST',
    path: '/payments',
    key: 'accepted',
    status: 201,
    body: bodies.payment,
    response: { data: shown.newPayment },
  },
];

export const nameOf = ({ number, method, path }: Endpoint): string => `E${number} ${method} ${path}`;
