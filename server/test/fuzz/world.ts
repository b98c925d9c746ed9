import { randomUUID } from 'node:crypto';
import { attributes, call, resource, resources } from '../support/http.ts';
import type { Resource } from '../support/http.ts';
import { get, post, waitingPayment, withdraw } from '../support/moves.ts';
import { startServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';
import { readDocument } from './document.ts';
import type { Document, Operation } from './document.ts';

/** Ids by the prefix they begin with, or by the name of what only one of them is good for. */
export type Ids = Readonly<Record<string, string>>;

/** A server with something of everything in it, its document, and what requests can name. */
export type World = TestServer & {
  document: Document;
  /** What the main party has. */
  own: Ids;
  /** What somebody else has, and the main party may not see. */
  foreign: Ids;
  /** The path parameters of a good request, new where the request uses up what they name. */
  target: (operation: Operation) => Promise<Ids>;
  /** The key of a caller who may do it. */
  keyFor: (operation: Operation) => string;
};

const settings = {
  // A busy machine is no fault of a request's; a place that one of them does not give back is, and is soon missed.
  PURSER_ACQUIRE_TIMEOUT_MS: '30000',
  PURSER_LOCK_TIMEOUT_MS: '30000',
  PURSER_STATEMENT_TIMEOUT_MS: '30000',
  PURSER_MAX_IN_FLIGHT: '60',
  PURSER_MAX_IN_FLIGHT_PER_CREDENTIAL: '30',
  PURSER_ANONYMOUS_RATE_PER_SECOND: '1000000',
  PURSER_ANONYMOUS_RATE_BURST: '10000000',
  PURSER_SANDBOX_SETTLE_MS: '999999999', // nothing settles while two states of the database are compared
};

/** Starts the server and makes what the requests name. */
export async function makeWorld(): Promise<World> {
  const server = await startServer(settings);
  const document = await readDocument(server.baseUrl);
  const { main } = server.parties;
  const mine = await makeOwn(server);
  return {
    ...server,
    document,
    own: mine,
    foreign: await makeForeign(server),
    target: async (operation) => ({ ...mine, ...(await freshTarget(server, operation)) }),
    keyFor: ({ id }) => (id === 'approveApproval' ? main.approverApiKey : main.apiKey),
  };
}

async function makeOwn(server: TestServer): Promise<Ids> {
  const { main, customer, stranger } = server.parties;
  const waiting = await waitingPayment(server);
  return {
    pay: waiting.payment.id,
    txn: `txn_${waiting.payment.id.slice(4)}`,
    trf: resource(await withdraw(server)).id,
    apr: waiting.id,
    agt: main.agentId,
    eac: main.externalAccountId,
    pty: stranger.partyId,
    partyId: customer.partyId,
    customerPartyId: customer.partyId,
  };
}

async function makeForeign(server: TestServer): Promise<Ids> {
  const { customer, stranger } = server.parties;
  const counterparty = { type: 'party_id', value: customer.partyId };
  const asking = { key: stranger.apiKey };
  const payment = resource(await post(server, '/payments', { amount: 1, counterparty }, asking));
  const [transfer] = resources(await get(server, '/transfers', stranger.apiKey));
  return {
    pay: payment.id,
    txn: `txn_${payment.id.slice(4)}`,
    trf: transfer?.id ?? '',
    apr: await foreignApproval(server),
    agt: stranger.agentId,
    eac: stranger.externalAccountId,
    pty: stranger.partyId,
  };
}

/** The stranger's own: a payment over a limit that it sets itself for a moment. */
async function foreignApproval({ baseUrl, parties }: TestServer): Promise<string> {
  const { customer, stranger } = parties;
  const ask = async (method: string, path: string, values?: object): Promise<void> => {
    const body = values && { body: attributes(values) };
    const reply = await call(baseUrl, method, path, { key: stranger.apiKey, ...body });
    if (reply.status >= 300) throw new Error(reply.text);
  };
  await ask('PUT', '/parties/me/limits', { limits: { perTransaction: 1 } });
  const counterparty = { type: 'party_id', value: customer.partyId };
  await ask('POST', '/payments', { amount: 2, counterparty });
  await ask('DELETE', '/parties/me/limits');
  const [approval] = resources(await call(baseUrl, 'GET', '/approvals', { key: stranger.apiKey }));
  return approval?.id ?? '';
}

/** What some requests use up is made for each of them. */
async function freshTarget(server: TestServer, { id }: Operation): Promise<Ids> {
  const counterparty = { type: 'email', value: `${randomUUID()}@example.com` };
  const unclaimed = async (): Promise<Resource> =>
    resource(await post(server, '/payments', { amount: 1, counterparty }));
  switch (id) {
    case 'approveApproval':
    case 'denyApproval':
      return { apr: (await waitingPayment(server)).id };
    case 'cancelPayment':
      return { pay: (await unclaimed()).id };
    case 'cancelTransfer':
      return { trf: resource(await withdraw(server)).id };
    case 'deleteExternalAccount':
      return { eac: server.parties.main.externalAccountIdToRemove };
    default:
      return {};
  }
}

/** The operation of a method and path, as the document spells them. */
export function operationOf({ operations }: Document, name: string): Operation {
  const found = operations.find(({ method, path }) => `${method} ${path}` === name);
  if (!found) throw new Error(`the document lacks ${name}`);
  return found;
}

/**
 * Does what fell due by now, so that nothing of it happens later by itself; answers what the clock shows. A clock that has
 * come to its end stands still, but does what is due all the same.
 */
export async function settle(world: World): Promise<number> {
  await post(world, '/simulations/clock/advance', { seconds: 1 });
  const reply = await get(world, '/simulations/clock');
  if (reply.status !== 200) throw new Error(`there is no clock: ${reply.status} ${reply.text}`);
  return Date.parse(String(resource(reply).attributes['now']));
}
