import { randomInt, randomUUID } from 'node:crypto';
import type { SandboxFile } from '../start/sandbox-file.ts';
import type { Probe } from './smoke-people.ts';

type Parties = SandboxFile['parties'];

/** The requests about wallets: a new one gets money and gives it back. */
export function walletProbes(first: string): Probe[] {
  const send = { displayName: 'Smoke', currency: 'USD' };
  return [
    { route: 'POST /wallets', send },
    { route: 'GET /wallets/:walletId' },
    { route: 'GET /wallets/:walletId/statement' },
    {
      route: 'POST /transfers/internal',
      send: { sourceWalletId: first, destWalletId: ':walletId', amount: 5 },
    },
    {
      route: 'POST /transfers/internal',
      send: { sourceWalletId: ':walletId', destWalletId: first, amount: 5 },
    },
    { route: 'PATCH /wallets/:walletId', send: { displayName: 'Smoke test' } },
    { route: 'POST /wallets/:walletId/freeze' },
    { route: 'POST /wallets/:walletId/unfreeze' },
    { route: 'DELETE /wallets/:walletId' },
    { route: 'POST /wallets/:walletId/default', ids: { walletId: first } },
    { route: 'GET /wallets' },
  ];
}

/** Requests about payments to the customer, and to an unknown address. */
export function paymentProbes(customer: Parties['customer']): Probe[] {
  const party = { type: 'party_id', value: customer.partyId };
  const someone = { type: 'email', value: `smoke-${randomUUID()}@example.com` };
  return [
    { route: 'POST /payments/preview', send: { amount: 100, counterparty: party } },
    { route: 'POST /payments', send: { amount: 100, counterparty: party } },
    { route: 'GET /payments' },
    { route: 'GET /payments/:paymentId' },
    {
      route: 'POST /payments/:paymentId/refund',
      send: { amount: 1 },
      as: customer.apiKey,
    },
    { route: 'GET /transactions' },
    { route: 'GET /transactions/:transaction_id' },
    { route: 'GET /counterparties' },
    { route: 'POST /payments', send: { amount: 1, counterparty: someone } },
    { route: 'POST /payments/:paymentId/cancel' },
  ];
}

/** Money from a bank: what is drawn in and settled is returned, so that as much is left as before. */
export function depositProbes(externalAccountId: string): Probe[] {
  const draw: Probe = { route: 'POST /transfers/deposit', send: { amount: 100, externalAccountId } };
  return [
    draw,
    { route: 'POST /simulations/transfers/:transferId/settle' },
    { route: 'POST /simulations/transfers/:transferId/return', send: { code: 'R10' } },
    draw,
    { route: 'POST /simulations/transfers/:transferId/fail', send: { code: 'R02' } },
    { route: 'POST /simulations/deposits', send: { amount: 100 } },
  ];
}

export function requestProbes(payer: object, asPayer: Pick<Probe, 'as'>): Probe[] {
  const ask: Probe = { route: 'POST /payment-requests', send: { amount: 100, payer } };
  return [
    ask,
    { route: 'GET /payment-requests' },
    { route: 'GET /pay/:token' },
    { route: 'GET /payment-requests/incoming', ...asPayer },
    { route: 'GET /payment-requests/:paymentRequestId', ...asPayer },
    {
      route: 'POST /payment-requests/:paymentRequestId/fulfill/preview',
      send: { paymentSource: { type: 'wallet' } },
      ...asPayer,
    },
    {
      route: 'POST /payment-requests/:paymentRequestId/fulfill',
      send: { paymentSource: { type: 'wallet' }, expectedAmount: 100 },
      ...asPayer,
    },
    ask,
    { route: 'POST /payment-requests/:paymentRequestId/decline', ...asPayer },
    ask,
    { route: 'POST /payment-requests/:paymentRequestId/cancel' },
  ];
}

/** The requests about external accounts; what they link, they remove. */
export function accountProbes(): Probe[] {
  const accountNumber = String(randomInt(10 ** 13, 10 ** 14));
  const account = { type: 'us', routingNumber: '021000021', accountNumber, accountType: 'checking' };
  const simulated = '/simulations/external-accounts/:externalAccountId/micro-deposits';
  return [
    { route: 'POST /external-accounts', send: { accountName: 'Smoke', account } },
    { route: 'GET /external-accounts/:externalAccountId' },
    { route: `GET ${simulated}` },
    { route: 'POST /external-accounts/:externalAccountId/verify', send: { amounts: ':amounts' } },
    { route: 'GET /external-accounts' },
    { route: 'DELETE /external-accounts/:externalAccountId' },
  ];
}
