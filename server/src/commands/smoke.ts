import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '../start/app.ts';
import { readConfig } from '../config.ts';
import type { SandboxFile } from '../start/sandbox-file.ts';
import { accountProbes, depositProbes, paymentProbes, requestProbes, walletProbes } from './smoke-money.ts';
import { type Ids, peopleProbes, type Probe } from './smoke-people.ts';

type Parties = SandboxFile['parties'];

/**
 * `npm run smoke [-- sandbox.json]`: one valid request to every endpoint of a running sandbox; exits with 1 if one
 * fails.
 */
async function main(): Promise<void> {
  const path = process.argv[2] ?? join(readConfig().dataDir, 'sandbox.json');
  const { baseUrl, parties } = JSON.parse(await readFile(path, 'utf8')) as SandboxFile;
  const all = probes(parties);
  const ids: Ids = {};
  for (const probe of all) await run(baseUrl, { as: parties.main.apiKey, ...probe }, ids);
  const covered = new Set(all.map(({ route }) => route));
  for (const { method, path } of endpoints) {
    if (!covered.has(`${method} ${path}`))
      print('WRONG  –   ', `${method} ${path} has no request in the smoke test`);
  }
}

function probes({ main, customer, restrictedDelegate }: Parties): Probe[] {
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
    ...['/healthz', '/readyz', '/errors', '/openapi.json', '/docs', '/llms.txt', '/sign-in'].map((path) => ({
      route: `GET ${path}`,
    })),
  ];
}

/** The requests about keys and agents; what they create, they revoke. */
function authorityProbes(agentId: string): Probe[] {
  return [
    { route: 'POST /api-keys', send: { name: 'Smoke', scopes: ['payments.read'] } },
    { route: 'GET /api-keys/:apiKeyId' },
    { route: 'POST /api-keys/:apiKeyId/rotate' },
    { route: 'DELETE /api-keys/:apiKeyId' },
    { route: 'GET /api-keys' },
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
    { route: 'GET /agents/:agentId/activity', query: 'instanceId=smoke', ids: { agentId } },
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

async function run(baseUrl: string, { route, query = '', send, as, ids }: Probe, known: Ids): Promise<void> {
  const [method = '', template = ''] = route.split(' ');
  const path = template.replaceAll(/:(\w+)/g, (_all, name: string) => ids?.[name] ?? known[name] ?? 'none');
  const response = await fetch(`${baseUrl}${path}?${query}`, {
    method,
    headers: {
      Authorization: `Bearer ${as}`,
      'Idempotency-Key': randomUUID(),
      ...(send && { 'Content-Type': 'application/json' }),
    },
    ...(send && { body: bodyOf(send, known) }),
  });
  const text = await response.text();
  const succeeded = response.status === statusOf(route);
  print(`${succeeded ? 'ok   ' : 'WRONG'}  ${response.status}`, succeeded ? route : `${route}\n  ${text}`);
  if (succeeded && text.startsWith('{"data":')) storeIds(text, known);
}

/** Returns the body with the attributes, and what was last read in place of its names. */
function bodyOf(attributes: object, known: Ids): string {
  const read = (_all: string, name: string): string => known[name] ?? '';
  return JSON.stringify({ data: { attributes } })
    .replaceAll(/:(token|walletId)\b/g, read)
    .replace('":amounts"', known['amounts'] ?? '');
}

/** Returns the status of success. Paths that are not API endpoints return 200. */
function statusOf(route: string): number {
  return endpoints.find(({ method, path }) => route === `${method} ${path}`)?.status ?? 200;
}

type Shown = {
  type: string;
  id: string;
  attributes: { paymentLinkUrl?: string; text?: string | null; amounts?: number[] };
  relationships?: { transaction?: { data: { id: string } } };
};

/** The parameters that are not named after the type of the resource. */
const parameters: Ids = {
  customer: 'partyId',
  customerInvitation: 'invitationId',
  invitation: 'invitationId',
  microDeposits: 'externalAccountId',
};

/** Stores the ids of a response, or of the first item of a list, for the requests that follow. */
function storeIds(text: string, known: Ids): void {
  const { data } = JSON.parse(text) as { data: Shown | Shown[] };
  const shown = Array.isArray(data) ? data[0] : data;
  if (!shown) return;
  known[parameters[shown.type] ?? `${shown.type}Id`] = shown.id;
  known['transaction_id'] = shown.relationships?.transaction?.data.id ?? known['transaction_id'] ?? '';
  const { paymentLinkUrl, text: mail, amounts } = shown.attributes;
  if (amounts) known['amounts'] = JSON.stringify(amounts);
  const answered = /(?:\/(?:invitations|join|claims)\/|^)([\w-]{32})$/m.exec(mail ?? '')?.[1];
  known['token'] = answered ?? paymentLinkUrl?.split('/').at(-1) ?? known['token'] ?? '';
}

function print(outcome: string, what: string): void {
  process.stdout.write(`${outcome}  ${what}\n`);
  if (outcome.startsWith('WRONG')) process.exitCode = 1;
}

await main();
