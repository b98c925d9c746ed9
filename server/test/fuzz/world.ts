import { newAgentKey, newApiKey } from '../support/agents.ts';
import { claimTokenOf, receivedPayment } from '../support/claims.ts';
import { attributes, call, resource, resources } from '../support/http.ts';
import { invite, inviteOne, tokenOf } from '../support/invitations.ts';
import { waitingPayment, withdraw } from '../support/moves.ts';
import { freshTransfer } from './transfers.ts';
import { foreignPeople, freshPerson, ownPeople } from './people.ts';
import { askFor, askToNobody } from '../support/payment-requests.ts';
import { connect } from '../support/oauth.ts';
import { invite as invitePerson } from '../support/party-invitations.ts';
import { fundedWallet, newWallet } from '../support/wallets.ts';
import { foreignWatched, freshWebhook, ownWatched } from './watched.ts';
import {
  main,
  byId,
  customer,
  stranger,
  restrictedDelegate,
  newEmail,
  to,
  startServer,
  type TestServer,
} from '../support/server.ts';
import { type Document, type Operation, readDocument } from './document.ts';

/** Ids by their prefix, or by the name of the only parameter they are valid for. */
export type Ids = Readonly<Record<string, string>>;

/** A server with a resource of every kind, its document, and the ids that requests can name. */
export type World = TestServer & {
  document: Document;
  /** Ids of the main party's resources. */
  own: Ids;
  /** A wallet of the customer from which the main party may pay. */
  payingWalletId: string;
  /** Ids of another party's resources, which the main party may not see. */
  foreign: Ids;
  /** Tokens that answer invitations, by the first segment of the path. */
  tokens: Ids;
  /** The path parameters of a valid request, new ones when the request can succeed only once. */
  target: (operation: Operation) => Promise<Ids>;
  /** A key that may perform the operation; null if a token does. */
  keyFor: (operation: Operation) => string | null;
};

const settings = {
  // A request slot that is not released must be noticed soon.
  PURSER_MAX_IN_FLIGHT: '60',
  PURSER_MAX_IN_FLIGHT_PER_PARTY: '30',
  PURSER_ANONYMOUS_RATE_PER_SECOND: '1000000',
  PURSER_ANONYMOUS_RATE_BURST: '10000000',
  PURSER_SANDBOX_SETTLE_MS: '999999999', // no withdrawal settles while two states of the database are compared
};

/** Starts the server and creates the resources that requests name. */
export async function makeWorld(): Promise<World> {
  const server = await startServer(settings);
  const document = await readDocument(server.baseUrl);
  const mine = await makeOwn(server);
  return {
    ...server,
    document,
    own: mine,
    payingWalletId: customer.walletId,
    foreign: await makeForeign(server),
    tokens: await makeTokens(server),
    target: async (operation) => ({ ...mine, ...(await freshTarget(server, operation)) }),
    keyFor: ({ id, isByToken }) => (isByToken ? null : keyOf(id)),
  };
}

function keyOf(operation: string): string {
  if (/^(un)?freezeParty$/.test(operation)) return restrictedDelegate.apiKey; // the others' requests have to succeed
  if (operation === 'approveApproval') return main.approverApiKey;
  return /^(update|suspend|resume)Delegation$/.test(operation) ? customer.apiKey : main.apiKey;
}

async function makeOwn(server: TestServer): Promise<Ids> {
  const waiting = await waitingPayment(server);
  return {
    pay: waiting.payment.id,
    txn: `txn_${waiting.payment.id.slice(4)}`,
    trf: resource(await withdraw(server)).id,
    apr: waiting.id,
    ...(await ownWatched(server, waiting.id)),
    agt: main.agentId,
    agk: (await newAgentKey(server, main.agentId)).keyId,
    apy: (await newApiKey(server)).id,
    ogr: resources(await server.get('/oauth-grants'))[0]?.id ?? '',
    eac: main.externalAccountId,
    wal: await fundedWallet(server, 100_000),
    sourceWalletId: main.walletId,
    prq: (await askToNobody(server, main.apiKey)).id,
    adi: await invitationTo(server, main),
    dlg: await delegationOf(server, customer.partyId),
    ...(await ownPeople(server)),
    pty: stranger.partyId,
    partyId: customer.partyId,
    customerPartyId: customer.partyId,
  };
}

async function makeForeign(server: TestServer): Promise<Ids> {
  const payment = resource(await server.as(stranger).pay({ amount: 1, ...to(customer) }));
  const [transfer] = resources(await server.as(stranger).get('/transfers'));
  return {
    pay: payment.id,
    txn: `txn_${payment.id.slice(4)}`,
    ...(await foreignWatched(server, payment.id)),
    trf: transfer?.id ?? '',
    apr: await foreignApproval(server),
    agt: stranger.agentId,
    agk: (await newAgentKey(server.as(stranger), stranger.agentId)).keyId,
    apy: await foreignApiKey(server),
    ogr: await foreignGrant(server),
    eac: stranger.externalAccountId,
    wal: stranger.walletId,
    prq: (await askToNobody(server, stranger.apiKey)).id,
    adi: await invitationTo(server, customer),
    dlg: `dlg_${payment.id.slice(4)}`, // every delegation is one of the main party
    ...(await foreignPeople(server)),
    pty: stranger.partyId,
  };
}

/** Returns the id of an invitation by the stranger's agent. */
async function invitationTo(server: TestServer, { partyId }: { partyId: string }): Promise<string> {
  const recipient = { type: 'party_id', value: partyId };
  return resources(await invite(server, [recipient], {}, stranger))[0]?.id ?? '';
}

/** Returns the id of the delegation of a customer to the main party. */
async function delegationOf(server: TestServer, partyId: string): Promise<string> {
  const customer = resource(await server.get(`/customers/${partyId}`));
  return customer.relationships['delegation']?.data?.id ?? '';
}

/** Makes a new person the customer of the main party's agent. */
async function newCustomer(server: TestServer, address: { type: string; value: string }): Promise<Ids> {
  const token = await tokenOf(server, await inviteOne(server, address));
  const reply = await server.post(`/invitations/${token}/accept`, { name: 'Robin Reader' });
  const { meta } = JSON.parse(reply.text) as { meta: { partyId: string } };
  return { partyId: meta.partyId, dlg: await delegationOf(server, meta.partyId) };
}

/** An approval of the stranger: a payment over a limit that it sets temporarily. */
async function foreignApproval(server: TestServer): Promise<string> {
  const sendAsStranger = async (method: string, path: string, values?: object): Promise<void> => {
    const body = values && { body: attributes(values) };
    const reply = await call(server.baseUrl, method, path, { key: stranger.apiKey, ...body });
    if (reply.status >= 300) throw new Error(reply.text);
  };
  await sendAsStranger('PUT', '/parties/me/limits', { limits: { perTransaction: 1 } });
  await sendAsStranger('POST', '/payments', { amount: 2, ...to(customer) });
  await sendAsStranger('DELETE', '/parties/me/limits');
  const [approval] = resources(await server.as(stranger).get('/approvals'));
  return approval?.id ?? '';
}

const foreignApiKey = async (server: TestServer): Promise<string> =>
  resource(await server.as(stranger).post('/api-keys', { name: 'Foreign', scopes: ['payments.read'] })).id;

/** A grant of the stranger, which its owner gives to a program. */
async function foreignGrant(server: TestServer): Promise<string> {
  await connect(server, 'stranger@sandbox.purser.test');
  return resources(await server.as(stranger).get('/oauth-grants'))[0]?.id ?? '';
}

async function makeTokens(server: TestServer): Promise<Ids> {
  const address = newEmail();
  const waiting = resource(await server.post('/payments', { amount: 1, counterparty: address }));
  return {
    invitations: await tokenOf(server, await inviteOne(server, address)),
    'party-invitations': (await invitePerson(server)).token,
    claims: await claimTokenOf(server, waiting),
  };
}

/** Lets main's agent act for the customer again, without rules and totals: under these only the agent may pay. */
async function renewGrant(server: TestServer): Promise<void> {
  const path = `/delegations/${await delegationOf(server, customer.partyId)}`;
  const renewed = { agentId: main.agentId, status: 'ACTIVE', limits: null, rules: null };
  const renew = () => server.as(customer).patch(path, { agents: [renewed] });
  if ((await renew()).status === 200) return;
  const { id } = await inviteOne(server, byId(customer));
  await server.as(customer).post(`/customer-invitations/${id}/accept`);
  const reply = await renew();
  if (reply.status !== 200) throw new Error(reply.text);
}

/** Creates the target of an operation that can succeed only once per target. */
async function freshTarget(server: TestServer, { id }: Operation): Promise<Ids> {
  const counterparty = newEmail();
  const unclaimed = async () => resource(await server.post('/payments', { amount: 1, counterparty }));
  switch (id) {
    case 'approveApproval':
    case 'denyApproval':
      return { apr: (await waitingPayment(server)).id };
    case 'createPayment':
    case 'previewCreatePayment':
    case 'updateDelegation':
      await renewGrant(server);
      return {};
    case 'cancelPayment':
      return { pay: (await unclaimed()).id };
    case 'createPaymentRefund':
      return { pay: (await receivedPayment(server)).id };
    case 'fulfillPaymentRequest':
    case 'previewFulfillPaymentRequest':
    case 'declinePaymentRequest':
      return { prq: (await askFor(server)).id };
    case 'cancelPaymentRequest':
      return { prq: (await askToNobody(server, main.apiKey)).id };
    case 'deleteAgentsInvitation':
      return { adi: (await inviteOne(server, counterparty)).id };
    case 'acceptCustomerInvitation':
    case 'declineCustomerInvitation':
      return { adi: await invitationTo(server, main) };
    case 'deleteAgentCustomer':
    case 'deleteCustomer':
    case 'deleteDelegation':
      return newCustomer(server, counterparty);
    case 'deleteExternalAccount':
      return { eac: main.externalAccountIdToRemove };
    case 'deleteAgent':
    case 'suspendAgent':
    case 'resumeAgent':
      return { agt: resource(await server.post('/agents', { name: 'Target' })).id };
    case 'deleteWallet':
      return { wal: await newWallet(server) };
    case 'freezeWallet':
    case 'unfreezeWallet':
      return { wal: await newWallet(server, { currency: 'GBP' }) }; // a party has 50 in a currency at most
    case 'defaultWallet':
      return { wal: main.walletId };
    case 'rotateAgentKey':
    case 'deleteAgentKey':
      return { agk: (await newAgentKey(server, main.agentId)).keyId };
    case 'acceptClaim':
      return { token: await claimTokenOf(server, await unclaimed()) };
    case 'acceptInvitation':
    case 'declineInvitation':
      return { token: await tokenOf(server, await inviteOne(server, counterparty)) };
    case 'rotateApiKey':
    case 'deleteApiKey':
      return { apy: (await newApiKey(server)).id };
    default:
      return (await freshTransfer(server, id)) ?? (await freshWebhook(server, id)) ?? freshPerson(server, id);
  }
}

/**
 * Runs all work that is due, so that none of it happens later, and returns the clock's time. A clock at its
 * maximum does not advance, but due work still runs.
 */
export async function settle(world: World): Promise<number> {
  await world.post('/simulations/clock/advance', { seconds: 1 });
  const reply = await world.get('/simulations/clock');
  if (reply.status !== 200) throw new Error(`the clock cannot be read: ${reply.status} ${reply.text}`);
  return Date.parse(String(resource(reply).attributes['now']));
}
