import { randomUUID } from 'node:crypto';
import { newAgent, newApiKey } from '../support/agents.ts';
import type { Browser } from '../support/browser.ts';
import { claimTokenOf } from '../support/claims.ts';
import { addressToConfirm } from '../support/contacts.ts';
import { resource, resources } from '../support/http.ts';
import { inviteOne, tokenOf } from '../support/invitations.ts';
import { newMember } from '../support/members.ts';
import { invite } from '../support/party-invitations.ts';
import { main, customer, stranger, byId, newEmail, testKeyring, type TestServer } from '../support/server.ts';
import { linkByMail, signIn } from '../support/sign-in.ts';
import { newWebhook } from '../support/webhooks.ts';
import { mailboxPath } from '../../src/doors/pages/mailbox.ts';

/** A form of a page as a person sends it, and what gives the authority for it. */
export type Form = {
  path: string;
  fields: Record<string, string>;
  authority: 'session' | 'token' | 'nothing';
};

function session(path: string, fields: Record<string, string>): Form {
  return { path, fields: { key: randomUUID(), ...fields }, authority: 'session' };
}

const token = (path: string, fields: Record<string, string>): Form => ({ path, fields, authority: 'token' });

/** Makes something behind every form, and returns the forms, and a browser of an owner of the main party. */
export async function makeForms(server: TestServer): Promise<{ forms: Form[]; owner: Browser }> {
  const { email } = await newMember(server, 'OWNER');
  const owner = await signIn(server, email);
  const agent = await newAgent(server, { limits: { perTransaction: 100 } });
  const payee = byId(customer);
  const reviewOf = async (): Promise<string> => {
    await server.as(agent.key).pay({ amount: 2500, counterparty: payee });
    return `/review/${resources(await server.get('/approvals?limit=1'))[0]?.id}`;
  };
  const wanted = { verdict: 'pay', amount: '1250', currency: 'USD', source: main.walletId };
  const accept = { verdict: 'accept', name: 'Casey' };
  const { token: join } = await invite(server);
  const forms = [
    session(await payPath(server), wanted),
    session(await payPath(server), { verdict: 'decline' }),
    session(await reviewOf(), { verdict: 'approve' }),
    session(await reviewOf(), { verdict: 'deny', reason: 'Not now' }),
    session((await addressToConfirm(server)).path, {}),
    session(`/invited/${await invitedId(server)}`, { verdict: 'accept' }),
    session('/account/party', { partyId: customer.partyId }),
    session('/account/keys', { name: 'Laptop', may: 'read', days: '30' }),
    session('/account/freeze', { to: 'ACTIVE' }),
    session('/account/agent', { agentId: agent.id, to: 'ACTIVE' }),
    session('/account/key', { keyId: (await newApiKey(server)).id }),
    session('/account/approvals', { by: 'any', twoAbove: '' }),
    session('/account/limits', { perTransaction: '900000', perDay: '', perMonth: '' }),
    session('/account/bank', { verdict: 'add', accountName: 'Fuzz', iban: 'DE89370400440532013000' }),
    session('/account/withdraw', {
      walletId: main.walletId,
      externalAccountId: main.externalAccountId,
      amount: '12.50',
    }),
    session('/account/delegation', { delegationId: await delegationOf(server) }),
    session('/account/webhook', { webhookId: await disabledWebhook(server) }),
    session('/sign-out', { everywhere: 'true' }),
    token(await linkByMail(server, email), {}),
    token(`/claims/${await claimToken(server)}`, accept),
    token(`/invitations/${await tokenOf(server, await inviteOne(server, newAddress()))}`, accept),
    token(`/join/${join}`, accept),
    token(mailboxPath(testKeyring()), { email }),
    { path: '/sign-in', fields: { email, to: '/account' }, authority: 'nothing' } as const,
  ];
  return { forms, owner };
}

const newAddress = () => newEmail();

/** Returns the page of a request that asks the main party. */
async function payPath(server: TestServer): Promise<string> {
  const payer = byId(main);
  const asked = resource(await server.as(customer).post('/payment-requests', { amount: 1250, payer }));
  return new URL(String(asked.attributes['paymentLinkUrl'])).pathname;
}

async function invitedId(server: TestServer): Promise<string> {
  const values = { recipients: [byId(main)], permissions: ['payments.read'] };
  return (
    resources(await server.as(stranger).post(`/agents/${stranger.agentId}/customers`, values))[0]?.id ??
    'none'
  );
}

const delegationOf = async (server: TestServer): Promise<string> =>
  resources(await server.get('/delegations?direction=given&limit=1'))[0]?.id ?? 'none';

async function disabledWebhook(server: TestServer): Promise<string> {
  const id = await newWebhook(server);
  await server.sql("UPDATE webhooks SET status = 'DISABLED', disabled_reason = 'FAILING'");
  return id;
}

async function claimToken(server: TestServer): Promise<string> {
  const sent = { amount: 700, counterparty: newAddress(), description: 'Lunch' };
  return claimTokenOf(server, resource(await server.post('/payments', sent)));
}
