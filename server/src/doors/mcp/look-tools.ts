import { z } from 'zod';
import type { ApprovalResource } from '../../authority/approvals/resource.ts';
import { findCounterparties, type FoundCounterparty } from '../../authority/counterparties/find.ts';
import type { CustomerResource } from '../../authority/customers/resource.ts';
import type { ExternalAccountResource } from '../../money/external-accounts/resource.ts';
import type { TransactionResource } from '../../money/transactions/resource.ts';
import { publicId } from '../../lib/id.ts';
import { currency, id, pageOf, paging, text, time } from './arguments.ts';
import type { Caller } from './caller.ts';
import { identityOf } from './identity.ts';
import { decimal, feeOf } from './money.ts';
import { isShown } from './preview.ts';
import { shownReason } from './reasons.ts';
import { refused } from './outcome.ts';
import { said } from './result.ts';
import { type Tool, tool } from './tool.ts';
import { untrusted } from './untrusted.ts';

const mostListed = '100';
const array = { type: 'array' };
const nextCursor = { type: ['string', 'null'] };

const readingAccounts = 'GET /external-accounts';

export const lookTools: readonly Tool[] = [
  tool({
    name: 'get_identity',
    title: 'Who am I',
    description: 'Your party, agent, limits and how much they leave, and rules.',
    toolsets: ['look'],
    effect: 'read',
    needs: [],
    takes: {},
    gives: { party_id: { type: 'string' }, limits: array, spendable: { type: 'object' }, rules: array },
    run: async (caller) => said(await identityOf(caller)),
  }),
  tool({
    name: 'get_balance',
    title: 'Balance',
    description: 'What the wallets have, and the bank accounts.',
    toolsets: ['look'],
    effect: 'read',
    needs: ['GET /wallets'],
    takes: { currency: currency.unwrap().optional() },
    gives: { wallets: array, external_accounts: array },
    run: (caller, { currency: wanted }) => balance(caller, wanted),
  }),
  tool({
    name: 'find_counterparty',
    title: 'Find a counterparty',
    description: 'Searches names, e-mail addresses and ids of whom your party has paid or been paid by.',
    toolsets: ['look'],
    effect: 'read',
    needs: ['GET /counterparties'],
    takes: { query: text(128), limit: paging.limit },
    gives: { counterparties: array },
    run: async (caller, { query, limit }) => {
      if (caller.ctx.actor.readsOwn)
        return refused('This agent reads what is its own only, and counterparties are those of its party.');
      const found = await findCounterparties(caller.ctx, query, limit);
      return said({ counterparties: found.map((each) => shownCounterparty(caller, each)) });
    },
  }),
  tool({
    name: 'list_transactions',
    title: 'List transactions',
    description: 'Newest first; a page may be short although another follows.',
    toolsets: ['look'],
    effect: 'read',
    needs: ['GET /transactions'],
    takes: {
      direction: z.enum(['inbound', 'outbound'], 'must be inbound or outbound').optional(),
      since: time.optional(),
      until: time.optional(),
      customer_id: id('pty').optional(),
      ...paging,
    },
    gives: { transactions: array, next_cursor: nextCursor },
    run: async (caller, { direction, since, until, customer_id: partyId, limit, cursor }) => {
      const query = { ...pageOf({ limit, cursor }), ...(partyId && { partyId }) };
      const { data, nextCursor: next } = await caller.page('GET /transactions', query);
      const isWanted = ({ attributes }: TransactionResource) =>
        (!direction || attributes.direction.toLowerCase() === direction) &&
        isWithin(attributes.createdAt, since, until);
      const last = data.at(-1);
      const isOver = since !== undefined && last !== undefined && isBefore(last.attributes.createdAt, since);
      const shown = data.filter(isWanted).map((each) => shownTransaction(caller, each));
      return said({ transactions: shown, next_cursor: isOver ? null : next });
    },
  }),
  tool({
    name: 'list_approvals',
    title: 'List approvals',
    description: 'What waits for a person, why, and the link for the person.',
    toolsets: ['look'],
    effect: 'read',
    needs: ['GET /approvals'],
    takes: {
      status: z.enum(['pending', 'approved', 'denied', 'canceled'], 'must be a status').default('pending'),
      ...paging,
    },
    gives: { approvals: array, next_cursor: nextCursor },
    run: async (caller, { status, limit, cursor }) => {
      const query = { status, ...pageOf({ limit, cursor }) };
      const { data, nextCursor: next } = await caller.page('GET /approvals', query);
      return said({ approvals: data.map((each) => listedApproval(caller, each)), next_cursor: next });
    },
  }),
  tool({
    name: 'list_customers',
    title: 'List customers',
    description: 'Who let your party act for them, and within which limits.',
    toolsets: ['look'],
    effect: 'read',
    needs: ['GET /customers'],
    takes: paging,
    gives: { customers: array, next_cursor: nextCursor },
    run: async (caller, { limit, cursor }) => {
      const { data, nextCursor: next } = await caller.page('GET /customers', pageOf({ limit, cursor }));
      return said({ customers: data.map((each) => shownCustomer(caller, each)), next_cursor: next });
    },
  }),
];

async function balance(caller: Caller, wanted: string | undefined) {
  const { data } = await caller.page('GET /wallets', { limit: mostListed });
  const accounts = caller.may(readingAccounts)
    ? (await caller.page('GET /external-accounts', { limit: mostListed })).data
    : [];
  const wallets = data.filter(({ attributes }) => !wanted || attributes.currency === wanted);
  return said({
    wallets: wallets.map(({ id: walletId, attributes }) => ({
      id: walletId,
      available: decimal(attributes.balance.available, attributes.currency),
      held: decimal(attributes.balance.held, attributes.currency),
      currency: attributes.currency,
      status: attributes.status,
      default: attributes.isDefault,
    })),
    external_accounts: accounts.map(shownAccount),
  });
}

function shownAccount({ id: accountId, attributes }: ExternalAccountResource) {
  const { status, bankName: bank, accountName: name, lastFour: last_four } = attributes;
  return { id: accountId, status, ...untrusted({ bank, name, last_four }) };
}

function shownCounterparty(
  caller: Caller,
  { id: partyId, name, email, verified, paidBefore }: FoundCounterparty,
) {
  return {
    id: publicId('pty', partyId),
    verified,
    paid_before: paidBefore,
    ...(isShown(caller, paidBefore) && untrusted({ name, email })),
  };
}

function isWithin(at: string, since: string | undefined, until: string | undefined): boolean {
  return !(since && isBefore(at, since)) && !(until && !isBefore(at, until));
}

function isBefore(at: string, time_: string): boolean {
  return Date.parse(at) < Date.parse(time_);
}

function shownTransaction(
  caller: Caller,
  { id: transactionId, attributes, relationships }: TransactionResource,
) {
  const {
    amount,
    currency: code,
    status,
    direction,
    fee,
    transactionType,
    createdAt,
    description,
  } = attributes;
  return {
    id: transactionId,
    type: transactionType,
    direction: direction.toLowerCase(),
    status,
    amount: decimal(amount, code),
    currency: code,
    fee: feeOf(fee, code),
    payment_id: relationships.payment?.data.id ?? null,
    other_party_id:
      (direction === 'OUTBOUND'
        ? relationships.destinationParty.data.id
        : relationships.sourceParty.data?.id) ?? null,
    created_at: createdAt,
    ...(isShown(caller, direction === 'OUTBOUND' && status === 'COMPLETED') && untrusted({ description })),
  };
}

function listedApproval(caller: Caller, { id: approvalId, attributes }: ApprovalResource) {
  const { status, target, deciderPartyId, reasons, payee, createdAt, resolvedAt } = attributes;
  return {
    id: approvalId,
    status,
    [target.type === 'payment' ? 'payment_id' : 'transfer_id']: target.id,
    decider_party_id: deciderPartyId,
    link: `${caller.ctx.baseUrl()}/review/${approvalId}`,
    reasons: reasons.map(shownReason),
    created_at: createdAt,
    resolved_at: resolvedAt,
    ...(isShown(caller, payee !== null && payee.lastPaidAt !== null) &&
      untrusted({ payee_name: payee?.name, payee_address: payee?.address })),
  };
}

function shownCustomer(caller: Caller, { id: customerId, attributes }: CustomerResource) {
  const { delegation, agents, name, email } = attributes;
  return {
    id: customerId,
    status: delegation.status,
    permissions: delegation.permissions,
    agents: agents.map((each) => ({ id: each.id, status: each.status, limits_in_minor_units: each.limits })),
    ...(isShown(caller, false) && untrusted({ name, email })),
  };
}
