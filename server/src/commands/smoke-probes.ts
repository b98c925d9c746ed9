import { randomUUID } from 'node:crypto';
import type { SandboxFile } from '../start/sandbox-file.ts';
import { accountProbes, depositProbes, paymentProbes, requestProbes, walletProbes } from './smoke-money.ts';
import { peopleProbes, type Probe } from './smoke-people.ts';

type Parties = SandboxFile['parties'];

/**
 * Returns a valid request to every endpoint of a sandbox, in an order in which they all succeed. What they leave behind hinders no
 * repetition.
 */
export function probes({ main, customer, restrictedDelegate }: Parties): Probe[] {
  const party = { type: 'party_id', value: customer.partyId };
  const inReview = {
    route: 'POST /payments', // the petty cash agent has a limit, which covers no other currency
    send: { amount: 1, currency: 'EUR', counterparty: party },
    as: main.limitedAgentKey,
  };
  const decide = { as: main.approverApiKey };
  const { agentId, externalAccountId } = main;
  const limited = { as: restrictedDelegate.apiKey }; // a party whose limits affect no other request
  return [
    ...paymentProbes(customer),
    inReview,
    { route: 'GET /approvals' },
    { route: 'GET /approvals/:approvalId' },
    { route: 'POST /approvals/:approvalId/approve', ...decide },
    inReview,
    { route: 'GET /approvals' },
    { route: 'POST /approvals/:approvalId/deny', send: { reason: 'Smoke' }, ...decide },
    { route: 'POST /transfers/withdraw/preview', send: { amount: 100, externalAccountId } },
    { route: 'POST /transfers/withdraw', send: { amount: 100, externalAccountId } },
    { route: 'GET /transfers' },
    { route: 'GET /transfers/:transferId' },
    { route: 'POST /transfers/:transferId/cancel' },
    ...depositProbes(externalAccountId),
    ...accountProbes(),
    ...walletProbes(main.walletId),
    ...requestProbes(party, { as: customer.apiKey }),
    ...authorityProbes(agentId),
    {
      route: 'POST /agents/:agentId/customers',
      send: { recipients: [party], permissions: ['payments.read'] },
      ids: { agentId: main.limitedAgentId },
    },
    { route: 'GET /agents/invitations' },
    { route: 'DELETE /agents/invitations/:invitationId' },
    ...answers(main, customer),
    { route: 'GET /agents/:agentId/customers', ids: { agentId } },
    ...webhookProbes(),
    ...peopleProbes(),
    { route: 'PUT /parties/me/limits', send: { limits: { perDay: 1_000_000 } }, ...limited },
    { route: 'GET /parties/me/limits', ...limited },
    { route: 'GET /parties/me/usage', ...limited },
    { route: 'DELETE /parties/me/limits', ...limited },
    { route: 'POST /parties/me/freeze', ...limited },
    { route: 'POST /parties/me/unfreeze', ...limited },
    { route: 'POST /simulations/clock/advance', send: { seconds: 1 } },
    { route: 'GET /simulations/clock' },
    { route: 'GET /simulations/mailbox' },
    ...['/', '/healthz', '/readyz', '/errors', '/openapi.json', '/docs', '/llms.txt', '/sign-in'].map(
      (path) => ({
        route: `GET ${path}`,
      }),
    ),
  ];
}

/** The requests about keys, programs and agents; what they create, they revoke. */
function authorityProbes(agentId: string): Probe[] {
  return [
    { route: 'POST /api-keys', send: { name: 'Smoke', scopes: ['payments.read'] } },
    { route: 'GET /api-keys/:apiKeyId' },
    { route: 'POST /api-keys/:apiKeyId/rotate' },
    { route: 'DELETE /api-keys/:apiKeyId' },
    { route: 'GET /api-keys' },
    { route: 'GET /oauth-grants' },
    { route: 'GET /oauth-grants/:oauthGrantId' },
    { route: 'DELETE /oauth-grants/:oauthGrantId' },
    { route: 'PATCH /agents/:agentId', send: {}, ids: { agentId } },
    { route: 'POST /agents', send: { name: 'Smoke' } },
    { route: 'GET /agents/:agentId' },
    { route: 'GET /agents/:agentId/usage' },
    { route: 'POST /agents/:agentId/rules/backtest', send: { payments: 10, rules: null }, ids: { agentId } },
    { route: 'POST /agents/:agentId/suspend' },
    { route: 'POST /agents/:agentId/resume' },
    { route: 'POST /agent-keys', send: { agentId } },
    { route: 'POST /agent-keys/:agentKeyId/rotate' },
    { route: 'DELETE /agent-keys/:agentKeyId' },
    { route: 'GET /agent-keys' },
    { route: 'DELETE /agents/:agentId' },
    { route: 'GET /agents' },
    { route: 'GET /audit-log' },
    { route: 'GET /agents/:agentId/activity', query: { instanceId: 'smoke' }, ids: { agentId } },
  ];
}

/** The requests about a webhook, whose receiver answers nothing; it is deleted at the end. */
function webhookProbes(): Probe[] {
  const events = ['party.frozen'];
  const range = { createdAfter: '2026-01-01T00:00:00Z', createdBefore: '2026-01-01T00:00:01Z' };
  return [
    { route: 'GET /events' },
    { route: 'GET /events/:eventId' },
    { route: 'POST /webhooks', send: { url: 'https://receiver.example.net/', enabledEvents: events } },
    { route: 'GET /webhooks' },
    { route: 'GET /webhooks/:webhookId' },
    { route: 'PATCH /webhooks/:webhookId', send: { description: 'Smoke' } },
    { route: 'POST /webhooks/:webhookId/rotate-secret' },
    { route: 'POST /webhooks/:webhookId/test' },
    { route: 'GET /webhooks/:webhookId/deliveries' },
    { route: 'POST /webhooks/:webhookId/events/:eventId/redeliver' },
    { route: 'POST /webhooks/:webhookId/redeliver', send: range },
    { route: 'DELETE /webhooks/:webhookId' },
  ];
}

/** Invitations to a customer and to new people, their answers, and what follows from them. */
function answers(main: Parties['main'], customer: Parties['customer']): Probe[] {
  const invite = (type: string, value: string): Probe => ({
    route: 'POST /agents/:agentId/customers',
    send: { recipients: [{ type, value }], permissions: ['payments.read'] },
    ids: { agentId: main.limitedAgentId },
  });
  const inviteByMail = (): Probe[] => [
    invite('email', `smoke-${randomUUID()}@example.com`),
    { route: 'POST /simulations/clock/advance', send: { seconds: 1 } }, // the mail is sent
    { route: 'GET /simulations/mailbox' },
  ];
  const unknown = { type: 'email', value: `smoke-${randomUUID()}@example.com` };
  const invited = { as: customer.apiKey };
  const received = { route: 'GET /customer-invitations/incoming', ...invited };
  return [
    invite('party_id', customer.partyId),
    received,
    { route: 'POST /customer-invitations/:invitationId/decline', ...invited },
    invite('party_id', customer.partyId),
    received,
    { route: 'POST /customer-invitations/:invitationId/accept', ...invited },
    ...inviteByMail(),
    { route: 'POST /invitations/:token/decline' },
    ...inviteByMail(),
    { route: 'POST /invitations/:token/accept', send: { name: 'Smoke' } },
    { route: 'POST /payments', send: { amount: 1, counterparty: unknown } },
    { route: 'POST /simulations/clock/advance', send: { seconds: 1 } }, // the mail is sent
    { route: 'GET /simulations/mailbox' },
    { route: 'POST /claims/:token/accept', send: { name: 'Smoke' } },
    { route: 'GET /delegations', ...invited },
    { route: 'GET /delegations/:delegationId', ...invited },
    { route: 'GET /delegations/:delegationId/usage', ...invited },
    { route: 'PATCH /delegations/:delegationId', send: {}, ...invited },
    { route: 'POST /delegations/:delegationId/suspend', ...invited },
    { route: 'POST /delegations/:delegationId/resume', ...invited },
    { route: 'GET /delegations' },
    { route: 'GET /customers' },
    { route: 'GET /customers/:partyId' },
    {
      route: 'DELETE /agents/:agentId/customers/:partyId',
      ids: { agentId: main.limitedAgentId },
    },
    { route: 'DELETE /customers/:partyId' },
    { route: 'DELETE /delegations/:delegationId' },
  ];
}
