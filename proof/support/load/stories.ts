import type { SandboxFile } from '../../../server/src/start/sandbox-file.ts';

/** What an answer tells of a thing. */
export type Thing = { id: string; attributes: Record<string, unknown> };

/** What a client can do. A write is null where it was not acknowledged; then its story ends. */
export type Client = {
  parties: SandboxFile['parties'];
  write: (path: string, apiKey: string, values?: object) => Promise<Thing | null>;
  /** The list at a path; empty where there was no answer. */
  list: (path: string, apiKey: string) => Promise<Thing[]>;
};

/** A few writes, one after the other, that a caller makes for one purpose. */
export type Story = (client: Client, turn: number) => Promise<unknown>;

const party = (value: string) => ({ type: 'party_id', value });

const pay: Story = ({ parties: { main, customer }, write }) =>
  write('/payments', main.apiKey, { amount: 3, counterparty: party(customer.partyId) });

const payBack: Story = ({ parties: { main, customer }, write }) =>
  write('/payments', customer.apiKey, { amount: 2, counterparty: party(main.partyId) });

const payForCustomer: Story = ({ parties: { main, customer, stranger }, write }) =>
  write('/payments', main.agentKey, {
    amount: 1,
    counterparty: party(stranger.partyId),
    customerPartyId: customer.partyId,
  });

const payGuest: Story = async ({ parties: { main }, write }, turn) => {
  const counterparty = { type: 'email', value: `guest-${turn % 50}@example.com` };
  const paid = await write('/payments', main.apiKey, { amount: 1, counterparty });
  if (paid && turn % 2 === 0) await write(`/payments/${paid.id}/cancel`, main.apiKey);
};

/** In a currency that the petty cash agent's limit does not cover, so that somebody has to decide. */
const payInReview: Story = async ({ parties: { main, stranger }, write, list }, turn) => {
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
  (amount: number): Story =>
  ({ parties: { main }, write }) =>
    write('/transfers/withdraw', main.apiKey, { amount, externalAccountId: main.externalAccountId });

const withdrawAndCancel: Story = async ({ parties: { main }, write }) => {
  const { externalAccountId } = main;
  const asked = await write('/transfers/withdraw', main.apiKey, { amount: 5, externalAccountId });
  if (asked) await write(`/transfers/${asked.id}/cancel`, main.apiKey);
};

/** A write that moves no money: a plain transaction, not the engine's. */
const requestPayment: Story = ({ parties: { main, customer }, write }) =>
  write('/payment-requests', main.apiKey, { amount: 7, currency: 'USD', payer: party(customer.partyId) });

/** By the bank's magic cents a withdrawal fails of 3, comes back of 23, and of 98 the bank's answer is lost. */
export const stories: readonly Story[] = [
  pay,
  payBack,
  withdraw(5),
  payGuest,
  payInReview,
  withdraw(3),
  payForCustomer,
  requestPayment,
  withdraw(23),
  payBack,
  withdrawAndCancel,
  withdraw(98),
  pay,
];
