import { givenRows, textArray, uuidArray } from '../../db/arrays.ts';
import type { Load, Lock } from './load-step.ts';
import { feeRail } from '../model/fees.ts';
import type { Needs } from './needs.ts';
import {
  approvalOf,
  type ApprovalRow,
  type Counter,
  type CounterId,
  counterKey,
  type Payment,
  transferOf,
  type TransferRow,
} from '../model/records.ts';
import type { Id } from '../../lib/id.ts';
import type { ExternalAccount, RailOrder } from '../model/rail-order.ts';
import type { PaymentRequest } from '../model/payment-request.ts';
import * as tables from '../model/tables.ts';
import { selectList } from '../model/tables.ts';
import type { AddressClaim, LoadedState, Wallet } from '../model/state.ts';
import { firstPayeeOf } from '../model/waiting.ts';

// Statements that lock and load the money and what waits for it. load.ts puts them in order.

// Made once: a batch loads from most of these tables.
const columns = {
  wallets: selectList(tables.wallets),
  limitCounters: selectList(tables.limitCounters, 'c'),
  paymentRequests: selectList(tables.paymentRequests),
  payments: selectList(tables.payments),
  transfers: selectList(tables.transfers),
  railOrders: selectList(tables.railOrders),
  approvals: selectList(tables.approvals),
};

/**
 * Locks and loads the wallets of payers and payees in the batch's currencies, except closed ones, in the order of an
 * index by party.
 * Ordered by id, a plan made while the table was small might read the whole table in that order.
 */
export function wallets(needs: Needs, lock: Lock): Load | null {
  const byContact = [...needs.contacts.values()];
  const ofOwners = (name: string, owners: string, values: Load['values'] = []): Load => ({
    name,
    text: `SELECT ${columns.wallets} FROM wallets
           WHERE status <> 'closed' AND currency = ANY ($1::text[]) AND party_id = ANY (${owners})
           ORDER BY party_id, currency, id ${lock('FOR NO KEY UPDATE')}`,
    values: [textArray([...needs.currencies]), uuidArray([...needs.wallets]), ...values],
    into: addWallets,
  });
  // All owners are known where the parties of payees are cached: nothing is looked up then.
  if (byContact.length + needs.recipientAgents.size === 0) {
    return needs.wallets.size === 0 ? null : ofOwners('engine_load_wallets', '$2::uuid[]');
  }
  return ofOwners(
    'engine_load_wallets_of_payees',
    `ARRAY(
       SELECT unnest($2::uuid[])
       UNION ALL
       SELECT c.party_id FROM unnest($3::text[], $4::text[]) AS n (kind, value)
         CROSS JOIN LATERAL (SELECT * FROM contacts k WHERE k.kind = n.kind AND k.value = n.value LIMIT 1) c
       UNION ALL
       SELECT a.party_id FROM unnest($5::uuid[]) AS n (agent_id)
         CROSS JOIN LATERAL (SELECT * FROM agents k WHERE k.id = n.agent_id LIMIT 1) a)`,
    [
      textArray(byContact.map(({ kind }) => kind)),
      textArray(byContact.map(({ value }) => value)),
      uuidArray([...needs.recipientAgents]),
    ],
  );
}

/** Loads whose the wallets are that requests name, and in which currency: neither ever changes. */
export function namedWallets(needs: Needs): Load | null {
  if (needs.namedWallets.size === 0) return null;
  return {
    name: 'engine_load_named_wallets',
    text: `SELECT id, party_id, currency FROM wallets WHERE id = ANY ($1::uuid[]) AND NOT is_receivable`,
    values: [uuidArray([...needs.namedWallets])],
    into(state, rows: Array<Pick<Wallet, 'id' | 'partyId' | 'currency'>>) {
      for (const row of rows) state.namedWallets.set(row.id, row);
    },
  };
}

/**
 * Locks and loads the clearing accounts of rails, after the parties' wallets. The transaction gets its id here, even
 * if there is no row to lock yet: an export waits only for transactions with an id (`db/clock.ts`).
 */
export function clearing(needs: Needs, lock: Lock): Load | null {
  const wanted = [...needs.clearing.values()];
  if (wanted.length === 0) return null;
  return {
    name: 'engine_load_clearing',
    text: `SELECT ${columns.wallets} FROM wallets
           WHERE party_id IS NULL AND rail = ANY ($1::text[]) AND currency = ANY ($2::text[])
             AND pg_current_xact_id() IS NOT NULL
           ORDER BY rail, currency ${lock('FOR NO KEY UPDATE')}`,
    values: [textArray(wanted.map(({ rail }) => rail)), textArray(wanted.map(({ currency }) => currency))],
    into: addWallets,
  };
}

/** Loads what accounts of fees have, without a lock: every payment with a fee adds to them. */
export function collectedFees({ collectedFees: currencies }: Needs): Load | null {
  if (currencies.size === 0) return null;
  return {
    name: 'engine_load_collected_fees',
    text: `SELECT currency, posted FROM wallets WHERE party_id IS NULL AND rail = $1 AND currency = ANY ($2::text[])`,
    values: [feeRail, textArray([...currencies])],
    into(state, rows: Array<Pick<Wallet, 'currency' | 'posted'>>) {
      for (const { currency, posted } of rows) state.collectedFees.set(currency, posted);
    },
  };
}

function addWallets(state: LoadedState, rows: Wallet[]): void {
  for (const row of rows) {
    const owner = row.partyId ?? row.rail ?? '';
    const loaded = state.wallets.get(owner);
    if (loaded) loaded.push(row);
    else state.wallets.set(owner, [row]);
  }
}

const givenCounters = givenRows({ spender_id: 'uuid', owner_party_id: 'uuid', currency: 'text' });

/** Locks and loads limit counters, unless an agent that the batch locks spends: two servers may count at the same time. */
export function counters(needs: Needs, lock: Lock): Load | null {
  const wanted = wantedCounters(needs, false);
  const inOrder = wanted.toSorted((a, b) => (counterKey(a) < counterKey(b) ? -1 : 1));
  return countersLoad('engine_load_counters', inOrder, lock('FOR NO KEY UPDATE'));
}

/**
 * Loads the counters of agents that the batch has locked. Whoever writes one holds the lock of its agent; a lock on each
 * counter as well would cost a quarter of what reading and writing it does.
 */
export function agentCounters(needs: Needs): Load | null {
  return countersLoad('engine_load_agent_counters', wantedCounters(needs, true), '');
}

function wantedCounters({ counters: all, actingAgents }: Needs, ofLockedAgents: boolean): CounterId[] {
  return [...all.values()].filter(({ spenderId }) => actingAgents.has(spenderId) === ofLockedAgents);
}

function countersLoad(name: string, wanted: readonly CounterId[], lock: string): Load | null {
  if (wanted.length === 0) return null;
  return {
    name,
    text: `SELECT ${columns.limitCounters} FROM ${givenCounters} AS n
           CROSS JOIN LATERAL (SELECT * FROM limit_counters k WHERE k.spender_id = n.spender_id
             AND k.owner_party_id = n.owner_party_id AND k.currency = n.currency LIMIT 1 ${lock}) c`,
    values: [
      uuidArray(wanted.map(({ spenderId }) => spenderId)),
      uuidArray(wanted.map(({ ownerPartyId }) => ownerPartyId)),
      textArray(wanted.map(({ currency }) => currency)),
    ],
    into(state, rows: Counter[]) {
      for (const row of rows) state.counters.set(counterKey(row), row);
    },
  };
}

/** Locks and loads the payment requests that payments fulfil. */
export function paymentRequests(needs: Needs, lock: Lock): Load | null {
  if (needs.paymentRequests.size === 0) return null;
  return {
    name: 'engine_load_payment_requests',
    text: `SELECT ${columns.paymentRequests} FROM payment_requests WHERE id = ANY($1::uuid[]) ORDER BY id ${lock('FOR NO KEY UPDATE')}`,
    values: [uuidArray([...needs.paymentRequests])],
    into(state, rows: PaymentRequest[]) {
      for (const row of rows) state.paymentRequests.set(row.id, row);
    },
  };
}

/** Locks and loads the payments that may change. */
export function payments(needs: Needs, lock: Lock): Load | null {
  if (needs.payments.size === 0) return null;
  return {
    name: 'engine_load_payments',
    text: `SELECT ${columns.payments} FROM payments WHERE id = ANY($1::uuid[]) ORDER BY id ${lock('FOR NO KEY UPDATE')}`,
    values: [uuidArray([...needs.payments])],
    into(state, rows: Payment[]) {
      for (const row of rows) state.payments.set(row.id, row);
    },
  };
}

/**
 * Locks and loads what the payees of payments have claimed, after the payments: one that was in review before the batch
 * waited for it has its payee only then. The payee of one that still is in review is whoever its address leads to, or
 * led to before it was taken over: the batch may approve it before it cancels it, and may have read the address before
 * the claim.
 */
export function claims(needs: Needs, lock: Lock): Load | null {
  if (needs.claims.size === 0) return null;
  return {
    name: 'engine_load_claims',
    text: `SELECT p.id AS payment_id, c.claimed_at, (p.id = ANY (c.not_received) OR p.payer_party_id = c.taken_by) IS TRUE AS is_left_out
           FROM payments p JOIN claims c ON c.party_id = ${firstPayeeOf('p')}
           WHERE p.id = ANY($1::uuid[]) ORDER BY c.party_id ${lock('FOR NO KEY UPDATE OF c')}`,
    values: [uuidArray([...needs.claims])],
    into(state, rows: Array<AddressClaim & { paymentId: Id<'pay'> }>) {
      for (const { paymentId, ...claim } of rows) state.claims.set(paymentId, claim);
    },
  };
}

/** Locks and loads the transfers that may change. */
export function transfers(needs: Needs, lock: Lock): Load | null {
  if (needs.transfers.size === 0) return null;
  return {
    name: 'engine_load_transfers',
    text: `SELECT ${columns.transfers} FROM transfers WHERE id = ANY($1::uuid[]) ORDER BY id ${lock('FOR NO KEY UPDATE')}`,
    values: [uuidArray([...needs.transfers])],
    into(state, rows: TransferRow[]) {
      for (const row of rows) state.transfers.set(row.id, transferOf(row));
    },
  };
}

/** Locks and loads the rail orders of transfers. */
export function railOrders(needs: Needs, lock: Lock): Load | null {
  if (needs.railOrders.size === 0) return null;
  return {
    name: 'engine_load_rail_orders',
    text: `SELECT ${columns.railOrders} FROM rail_orders WHERE transfer_id = ANY($1::uuid[]) ORDER BY transfer_id ${lock('FOR NO KEY UPDATE')}`,
    values: [uuidArray([...needs.railOrders])],
    into(state, rows: RailOrder[]) {
      for (const row of rows) state.railOrders.set(row.transferId, row);
    },
  };
}

/** Locks and loads every approval of the targets. */
export function approvals(needs: Needs, lock: Lock): Load | null {
  if (needs.approvals.size === 0) return null;
  return {
    name: 'engine_load_approvals',
    text: `SELECT ${columns.approvals} FROM approvals WHERE target_id = ANY($1::uuid[]) ORDER BY id ${lock('FOR NO KEY UPDATE')}`,
    values: [uuidArray([...needs.approvals])],
    into(state, rows: ApprovalRow[]) {
      for (const row of rows) {
        const approval = approvalOf(row);
        const { id } = approval.target;
        state.approvals.set(id, [...(state.approvals.get(id) ?? []), approval]);
      }
    },
  };
}

/**
 * Loads how many payments and withdrawals of agents wait for approval. Those that ask for more are in batches that hold the
 * agent's lock.
 */
export function inReview({ inReview: agents }: Needs): Load | null {
  if (agents.size === 0) return null;
  return {
    name: 'engine_load_in_review',
    text: `SELECT n.agent_id, c.count FROM unnest($1::uuid[]) AS n (agent_id)
           CROSS JOIN LATERAL (SELECT count(DISTINCT a.target_id) FROM approvals a
             WHERE a.agent_id = n.agent_id AND a.status = 'pending' OFFSET 0) c`,
    values: [uuidArray([...agents])],
    into(state, rows: Array<{ agentId: string; count: bigint }>) {
      for (const { agentId, count } of rows) state.inReview.set(agentId, Number(count));
    },
  };
}

/**
 * Loads accounts at a bank, after the locks, so that the removal of an account is seen. Their own lock keeps only
 * `npm run admin -- reencrypt` waiting: an order copies a number.
 */
export function accounts(needs: Needs, lock: Lock): Load | null {
  if (needs.accounts.size === 0) return null;
  return {
    name: 'engine_load_accounts',
    text: `SELECT id, party_id, last_four, status, bank_name, account_name, account_type, sealed_number, secret_id
           FROM external_accounts WHERE id = ANY($1::uuid[]) ORDER BY id ${lock('FOR KEY SHARE')}`,
    values: [uuidArray([...needs.accounts])],
    into(state, rows: ExternalAccount[]) {
      for (const row of rows) state.accounts.set(row.id, row);
    },
  };
}
