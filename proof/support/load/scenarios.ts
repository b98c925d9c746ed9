import type { SandboxFile } from '../../../server/src/start/sandbox-file.ts';

/** A resource as a response shows it. */
export type Resource = { id: string; attributes: Record<string, unknown> };

/** The requests that a client can send. A write returns null where it was not acknowledged; its scenario then ends. */
export type Client = {
  parties: SandboxFile['parties'];
  write: (path: string, apiKey: string, values?: object) => Promise<Resource | null>;
  /** Returns the list at a path; empty where the request failed. */
  list: (path: string, apiKey: string) => Promise<Resource[]>;
};

/** A sequence of writes that a client sends for one purpose. */
export type Scenario = (client: Client, turn: number) => Promise<unknown>;

/** The name of the agents that clients create. */
export const agentName = 'Agent of the load';

const party = (value: string) => ({ type: 'party_id', value });

const pay: Scenario = ({ parties: { main, customer }, write }) =>
  write('/payments', main.apiKey, { amount: 3, counterparty: party(customer.partyId) });

const payBack: Scenario = ({ parties: { main, customer }, write }) =>
  write('/payments', customer.apiKey, { amount: 2, counterparty: party(main.partyId) });

const payForCustomer: Scenario = ({ parties: { main, customer, stranger }, write }) =>
  write('/payments', main.agentKey, {
    amount: 1,
    counterparty: party(stranger.partyId),
    customerPartyId: customer.partyId,
  });

const payGuest: Scenario = async ({ parties: { main }, write }, turn) => {
  const counterparty = { type: 'email', value: `guest-${turn % 50}@example.com` };
  const paid = await write('/payments', main.apiKey, { amount: 1, counterparty });
  if (paid && turn % 2 === 0) await write(`/payments/${paid.id}/cancel`, main.apiKey);
};

/** Pays in a currency that the petty cash agent's limit does not cover, so that the payment needs an approval. */
const payInReview: Scenario = async ({ parties: { main, stranger }, write, list }, turn) => {
  const counterparty = party(stranger.partyId);
  const paid = await write('/payments', main.limitedAgentKey, { amount: 1, currency: 'EUR', counterparty });
  if (!paid) return;
  const pending = await list('/approvals?limit=100&status=pending', main.apiKey);
  const approval = pending.find((each) => (each.attributes['target'] as { id: string }).id === paid.id);
  if (!approval) return;
  if (turn % 4 === 0) await write(`/payments/${paid.id}/cancel`, main.limitedAgentKey);
  else if (turn % 4 === 1)
    await write(`/approvals/${approval.id}/deny`, main.approverApiKey, { reason: 'No' });
  else await write(`/approvals/${approval.id}/approve`, main.approverApiKey);
};

const withdraw =
  (amount: number): Scenario =>
  ({ parties: { main }, write }) =>
    write('/transfers/withdraw', main.apiKey, { amount, externalAccountId: main.externalAccountId });

const withdrawAndCancel: Scenario = async ({ parties: { main }, write }) => {
  const { externalAccountId } = main;
  const withdrawal = await write('/transfers/withdraw', main.apiKey, { amount: 5, externalAccountId });
  if (withdrawal) await write(`/transfers/${withdrawal.id}/cancel`, main.apiKey);
};

/** A write that moves no money: it runs in a plain transaction, not in the engine. */
const requestPayment: Scenario = ({ parties: { main, customer }, write }) =>
  write('/payment-requests', main.apiKey, { amount: 7, currency: 'USD', payer: party(customer.partyId) });

/**
 * Pays a request from an account at the bank. The cents of the amount say whether the money arrives, and the request is
 * paid; does not arrive, and the request is open again; or arrives and is taken back later.
 */
const payFromAccount =
  (amount: number): Scenario =>
  async ({ parties: { main, customer }, write }) => {
    const asked = { amount, currency: 'USD', payer: party(main.partyId) };
    const request = await write('/payment-requests', customer.apiKey, asked);
    if (!request) return;
    const paymentSource = { type: 'external_account', externalAccountId: main.externalAccountId };
    await write(`/payment-requests/${request.id}/fulfill`, main.apiKey, { paymentSource });
  };

const drawDeposit =
  (amount: number): Scenario =>
  ({ parties: { main }, write }) =>
    write('/transfers/deposit', main.apiKey, { amount, externalAccountId: main.externalAccountId });

/** Gives a payment back in two parts, of which the second is all that is left. */
const refundInParts: Scenario = async (client, turn) => {
  const { parties, write } = client;
  const { main, customer } = parties;
  const paid = await write('/payments', main.apiKey, { amount: 3, counterparty: party(customer.partyId) });
  if (!paid || !(await write(`/payments/${paid.id}/refund`, customer.apiKey, { amount: 1 }))) return;
  if (turn % 2 === 0) await write(`/payments/${paid.id}/refund`, customer.apiKey, {});
};

/** Opens a wallet, moves money into it and freezes it. A party can have 50: then it is refused. */
const fillWallet: Scenario = async ({ parties: { main }, write, list }, turn) => {
  const wallets = await list('/wallets?currency=USD&limit=100', main.apiKey);
  const source = wallets.find(({ attributes }) => attributes['isDefault']);
  const opened = await write('/wallets', main.apiKey, { currency: 'USD' });
  if (!source || !opened) return;
  const between = { sourceWalletId: source.id, destWalletId: opened.id };
  await write('/transfers/internal', main.apiKey, { amount: 2, ...between });
  if (turn % 2 === 0) await write(`/wallets/${opened.id}/freeze`, main.apiKey);
};

/** Takes the power to act away from an agent of its own: what was acknowledged stays taken. */
const suspendAgent: Scenario = async ({ parties: { main }, write }) => {
  const agent = await write('/agents', main.apiKey, { name: agentName });
  if (agent) await write(`/agents/${agent.id}/suspend`, main.apiKey);
};

/**
 * All scenarios. The sandbox bank's magic amounts: it fails a withdrawal of 3, returns 23, and for 98 its response is
 * lost. It fails a deposit of 103, and takes 110 back after it has brought it in.
 */
export const scenarios: readonly Scenario[] = [
  pay,
  payBack,
  withdraw(5),
  payGuest,
  payFromAccount(100),
  payInReview,
  withdraw(3),
  payFromAccount(103),
  payForCustomer,
  requestPayment,
  refundInParts,
  suspendAgent,
  withdraw(23),
  payFromAccount(110),
  payBack,
  withdrawAndCancel,
  drawDeposit(110),
  fillWallet,
  withdraw(98),
  drawDeposit(198),
  pay,
];
