import type { Actor, Party } from '../model/types.ts';
import type { HttpResponse } from '../../support/http.ts';
import type { Transaction } from './types.ts';
import { partiesOf } from './transactions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A successful write with an idempotency key. A retry must return exactly the same response. */
export type CompletedWrite = {
  as: Actor;
  method: Method;
  path: string;
  body: object | undefined;
  agentId: string | null;
  key: string;
  response: HttpResponse;
  round: number;
};

/** A purchase that a model named, by a key and an agent that it names: its payment, and what else the call said. */
export type Purchase = {
  as: Actor;
  agentId: string | null;
  purpose: string;
  asked: { to: string; amount: string; currency: string };
  paymentId: string;
};

/** The state that follows from all acknowledged requests. */
export type Model = {
  transactions: Map<string, Transaction>;
  /**
   * Transactions by status: in review, waiting to be claimed, processing at the bank. Stale entries are removed when
   * found.
   */
  inReview: Transaction[];
  pendingClaims: Transaction[];
  processing: Transaction[];
  /** Withdrawals, and transactions that had approvals: rare among all transactions, and needed for foreign probes. */
  withdrawals: Transaction[];
  reviewed: Transaction[];
  /** The parties that may see a resource, by its id: approvals and payment requests. */
  owners: Map<string, readonly Party[]>;
  completedWrites: CompletedWrite[];
  /** Purchases that models named, and which payment each became. */
  purchases: Purchase[];
  /** Amounts accepted in the current day and month, by `spendingKey`; and the approved part of them. */
  spent: Map<string, number>;
  approved: Map<string, number>;
  today: { day: string; month: string };
  /** Who has paid whom, by `paidKey`. */
  paid: Set<string>;
  /** How often an idempotency key was reused by another party or on another path. */
  keyUses: Map<string, number>;
  /** The number of deposits: those made directly in the database, drawn ones, and simulated ones. */
  deposits: number;
  /** The number of transfers between wallets of one party. */
  internalTransfers: number;
  secrets: Set<string>;
  /** Tokens of payment links. */
  links: Set<string>;
  /**
   * What applies a payment whose outcome only the database knows, by its token: a kill has cost the response, and its
   * retry was refused. It gets the stored payment, or null if nothing was done.
   */
  unsettled: Map<string, (stored: { id: string; status: string } | null) => void>;
  round: number;
};

const maxCompletedWrites = 400;

export function newModel(): Model {
  return {
    transactions: new Map(),
    inReview: [],
    pendingClaims: [],
    processing: [],
    withdrawals: [],
    reviewed: [],
    owners: new Map(),
    completedWrites: [],
    purchases: [],
    spent: new Map(),
    approved: new Map(),
    today: { day: '', month: '' },
    paid: new Set(),
    keyUses: new Map(),
    deposits: 0,
    internalTransfers: 0,
    secrets: new Set(),
    links: new Set(),
    unsettled: new Map(),
    round: 0,
  };
}

/** Records an acknowledged transaction. */
export function register(model: Model, transaction: Transaction): void {
  model.transactions.set(transaction.id, transaction);
  for (const party of new Set(partiesOf(transaction))) party.transactions.push(transaction);
  if (transaction.type === 'withdrawal') model.withdrawals.push(transaction);
  addToLists(model, transaction);
}

/** Lets the payee see a transaction that has just been accepted after a review. */
export function showToPayee(transaction: Transaction): void {
  const { payee, payer, maker } = transaction;
  if (payee && payee !== payer && payee !== maker.party) payee.transactions.push(transaction);
}

/** Adds a transaction to the list of its status, from which operations pick. */
export function addToLists(model: Model, transaction: Transaction): void {
  if (transaction.isExclusive) return;
  if (transaction.status === 'IN_REVIEW') model.inReview.push(transaction);
  if (transaction.status === 'PENDING_CLAIM') model.pendingClaims.push(transaction);
  if (transaction.status === 'PROCESSING') model.processing.push(transaction);
}

/** Stores a write for later retries. Once the list is full it replaces the entry at `index`, modulo the list's size. */
export function storeCompletedWrite(model: Model, write: CompletedWrite, index: number): void {
  if (model.completedWrites.length < maxCompletedWrites) model.completedWrites.push(write);
  else model.completedWrites[index % maxCompletedWrites] = write;
}

/** Stores a purchase that is asked for again later, as a write. */
export function storePurchase(model: Model, purchase: Purchase, index: number): void {
  if (model.purchases.length < maxCompletedWrites) model.purchases.push(purchase);
  else model.purchases[index % maxCompletedWrites] = purchase;
}

/** Adds an accepted amount to the spending of every party and agent whose limits may apply; −1 subtracts it. */
export function countSpending(model: Model, transaction: Transaction, sign: 1 | -1): void {
  if (transaction.acceptedOn === null) return;
  const { day, month } = model.today;
  for (const owner of spendersOf(transaction)) {
    for (const period of [day, month].filter((each) => transaction.acceptedOn?.startsWith(each))) {
      const key = spendingKey(owner, transaction.currency, period);
      model.spent.set(key, (model.spent.get(key) ?? 0) + sign * transaction.amount);
      if (transaction.wasReviewed)
        model.approved.set(key, (model.approved.get(key) ?? 0) + sign * transaction.amount);
    }
  }
}

/** Returns under which name it is kept that a party has paid another one. */
export function paidKey(payer: Party, payee: Party): string {
  return `${payer.id} ${payee.id}`;
}

/** Records that the payer of an accepted transaction has paid its payee. */
export function recordPaid(model: Model, { payer, payee }: Transaction): void {
  if (payee) model.paid.add(paidKey(payer, payee));
}

/** Returns under which name it is counted what an owner spends in a currency, in a day or a month. */
export function spendingKey(ownerId: string, currency: string, period: string): string {
  return `${ownerId} ${currency} ${period}`;
}

function spendersOf({ maker, payer }: Transaction): Set<string> {
  const { agent, party } = maker;
  const ofAgent = agent ? [agent.id, ...(payer === party ? [] : [underGrant(agent, payer)])] : [];
  return new Set([...ofAgent, party.id, payer.id]);
}

/** Returns under which name it is counted what an agent spends of a customer's money. */
export function underGrant(agent: { id: string }, customer: { id: string }): string {
  return `${agent.id} for ${customer.id}`;
}
