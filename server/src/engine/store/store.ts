import { nameKey } from '../../lib/text.ts';
import type { Changes, ProvisionalParty } from '../model/changes.ts';
import { insertAuditLines, insertEvents, insertMails } from './store-journal.ts';
import { ruleHistorySteps } from './store-rule-history.ts';
import { newTagSteps } from './store-tags.ts';
import { taskStep } from './tasks.ts';
import { insertPaymentsAndMovements, insertRefunds, updatePayments } from './store-payments.ts';
import { auditLines, eventLines } from '../model/implied-rows.ts';
import type { Step } from '../model/step.ts';
import {
  bigints,
  booleans,
  bytes,
  insert,
  insertRows,
  smallints,
  sortedBy,
  texts,
  times,
  updateRows,
  uuids,
} from './rows.ts';
import type { Wallet } from '../model/state.ts';
import {
  approvals,
  feePayouts,
  writeOffs,
  limitCounters,
  paymentRequests,
  railOrders,
  transfers,
  wallets,
  widenPair,
} from '../model/tables.ts';
import { approvalRow, counterKey, transferRow } from '../model/records.ts';
import { arrayOf, int8, uuidArray } from '../../db/arrays.ts';

/**
 * Returns the statements that write the changes of a batch. Rows that other servers may write too are sorted by key, so
 * that two batches wait for each other in one order and never deadlock.
 */
export function storeSteps(changes: Changes): Step[] {
  return [
    ...parties(changes),
    ...insertWallets(sortedBy(changes.openedWallets, ([wallet]) => ownerOf(wallet) + wallet.currency)),
    ...updateWallets(changes.changedWallets),
    // A new counter that another server has inserted meanwhile is a unique violation: see batch.ts.
    ...insertCounters(sortedBy(changes.newCounters, counterKey)),
    ...updateCounters(changes.changedCounters),
    ...ruleHistorySteps(changes),
    ...updatePaymentRequests(changes.changedPaymentRequests),
    ...insertPaymentsAndMovements(changes),
    ...updatePayments(changes.changedPayments),
    ...insertRefunds(changes.refunds),
    ...insertTransfers(changes.transfers.map(transferRow)),
    ...updateTransfers([...changes.changedTransfers].map(transferRow)),
    ...insertRailOrders(changes.railOrders),
    ...updateRailOrders(changes.changedRailOrders),
    ...insertFeePayouts(changes.feePayouts),
    ...insertWriteOffs(changes.writeOffs),
    ...newTagSteps(changes),
    ...insertApprovals(changes.approvals.map(approvalRow)),
    ...updateApprovals([...changes.changedApprovals].map(approvalRow)),
    ...insertCounterparties(latePairs(changes)),
    ...insertEvents(eventLines(changes)),
    ...insertMails(changes.mails),
    ...insertAuditLines(auditLines(changes)),
    // A key that another server has committed meanwhile is a unique violation: see batch.ts.
    ...insertResponses(sortedBy(changes.responses, (response) => response.partyId + response.key)),
    ...feeSteps(changes),
    ...tasks(changes),
  ];
}

const insertParties = insert<ProvisionalParty>('parties', {
  id: uuids((party) => party.id),
  type: texts(() => 'PERSON'),
  status: texts(() => 'PROVISIONAL'),
  name: texts((party) => party.contact.value),
  name_key: texts((party) => nameKey(party.contact.value)),
  email: texts((party) => (party.contact.kind === 'email' ? party.contact.value : null)),
  created_at: times((party) => party.createdAt),
  updated_at: times((party) => party.createdAt),
});

const insertContacts = insert<ProvisionalParty>('contacts', {
  kind: texts((party) => party.contact.kind),
  value: texts((party) => party.contact.value),
  party_id: uuids((party) => party.id),
  created_at: times((party) => party.createdAt),
});

const insertClaims = insert<ProvisionalParty>('claims', {
  party_id: uuids((party) => party.id),
  created_at: times((party) => party.createdAt),
});

function parties(changes: Changes): Step[] {
  const found = sortedBy(changes.parties, ({ contact }) => contact.kind + contact.value);
  return [...insertParties(found), ...insertContacts(found), ...insertClaims(found)];
}

const insertWallets = insert<[wallet: Wallet, at: Date]>('wallets', {
  id: uuids(([wallet]) => wallet.id),
  party_id: uuids(([wallet]) => wallet.partyId),
  rail: texts(([wallet]) => wallet.rail),
  currency: texts(([wallet]) => wallet.currency),
  posted: bigints(([wallet]) => wallet.posted),
  held: bigints(([wallet]) => wallet.held),
  dated_to_us: bigints(([wallet]) => wallet.datedTo_us),
  opened_on_demand: booleans(([wallet]) => wallet.partyId !== null && !wallet.isReceivable),
  is_receivable: booleans(([wallet]) => wallet.isReceivable),
  created_at: times(([, at]) => at),
});

function ownerOf(wallet: Wallet): string {
  return wallet.partyId ?? wallet.rail ?? '';
}

const updateWallets = updateRows(wallets, ['id'], ['posted', 'held', 'datedTo_us']);

const insertCounters = insertRows(limitCounters);
const updateCounters = updateRows(
  limitCounters,
  ['spenderId', 'ownerPartyId', 'currency'],
  ['day', 'spentInDay', 'spentInMonth'],
);

const updatePaymentRequests = updateRows(
  paymentRequests,
  ['id'],
  ['status', 'payerPartyId', 'paymentId', 'updatedAt'],
);

type PaidPair = { payerPartyId: string; payeePartyId: string; first: Date; last: Date };
type Pair = { payerPartyId: string; payeePartyId: string | null };
const pairOf = ({ payerPartyId, payeePartyId }: Pair): string => `${payerPartyId}${payeePartyId}`;

const insertCounterparties = insert<PaidPair>(
  'counterparties',
  {
    payer_party_id: uuids((pair) => pair.payerPartyId),
    payee_party_id: uuids((pair) => pair.payeePartyId),
    first_paid_at: times((pair) => pair.first),
    last_paid_at: times((pair) => pair.last),
  },
  widenPair,
);

/** Returns the pairs of payments that were accepted late, with when they were paid. */
function latePairs(changes: Changes): PaidPair[] {
  if (changes.counterparties.length === 0) return [];
  const late = new Set(changes.counterparties.map(pairOf));
  const paid = new Map<string, PaidPair>();
  for (const payment of [...changes.payments, ...changes.changedPayments]) {
    const { payerPartyId, payeePartyId, acceptedAt: at } = payment;
    if (payeePartyId === null || at === null || !late.has(pairOf(payment))) continue;
    const { first, last } = paid.get(pairOf(payment)) ?? { first: at, last: at };
    const widened = { first: at < first ? at : first, last: at > last ? at : last };
    paid.set(pairOf(payment), { payerPartyId, payeePartyId, ...widened });
  }
  return sortedBy(paid.values(), pairOf);
}

const insertResponses = insert<Changes['responses'][number]>('idempotency_keys', {
  party_id: uuids((response) => response.partyId),
  route: texts((response) => response.route),
  key: texts((response) => response.key),
  fingerprint: bytes((response) => response.fingerprint),
  status: smallints((response) => response.status),
  body: texts((response) => response.body),
  own_body: texts((response) => response.ownBody),
  created_at: times((response) => response.createdAt),
});

const insertTransfers = insertRows(transfers);
const updateTransfers = updateRows(
  transfers,
  ['id'],
  [
    'status',
    'walletId',
    'expectedAvailableAt',
    'failureCode',
    'failureReason',
    'returnCode',
    'returnReason',
    'returnedAt',
    'submittedAt',
    'settledAt',
    'acceptedAt',
    'updatedAt',
  ],
);

const insertRailOrders = insertRows(railOrders);
const updateRailOrders = updateRows(
  railOrders,
  ['transferId'],
  [
    'state',
    'reference',
    'bankName',
    'accountName',
    'accountType',
    'sealedNumber',
    'secretId',
    'cancelRequestedAt',
    'dueAt',
  ],
);

const insertFeePayouts = insertRows(feePayouts);
const insertWriteOffs = insertRows(writeOffs);

// An address that leads to no party is its payee's name.
const payeeNames = {
  payee_name: `coalesce(n.payee_name, (SELECT name FROM parties WHERE id = n.payee_party_id), n.payee_address)`,
};
const insertApprovals = insertRows(approvals, undefined, undefined, payeeNames);
const updateApprovals = updateRows(
  approvals,
  ['id'],
  [
    'status',
    'resolvedAt',
    'dueAt',
    'decidedBy',
    'decidedWith',
    'decisionReason',
    'announcedAt',
    'firstDecidedBy',
    'firstDecidedWith',
    'firstDecidedAt',
    'firstSignedIn',
    'updatedAt',
  ],
);

/**
 * Returns the UPDATE that adds what was collected to the accounts of fees. All payments with a fee meet at one row per
 * currency, so it is added to, not loaded: the row is locked only from here to the commit, after every other row.
 */
function feeSteps({ collectedFees }: Changes): Step[] {
  if (collectedFees.size === 0) return [];
  const collected = sortedBy([...collectedFees], ([account]) => account);
  return [
    {
      name: 'engine_collect_fees',
      text: `UPDATE wallets SET posted = wallets.posted + n.amount
             FROM unnest($1::uuid[], $2::bigint[]) AS n (id, amount) WHERE wallets.id = ANY (ARRAY[n.id])`,
      values: [
        uuidArray(collected.map(([account]) => account)),
        arrayOf(int8, collected, ([, amount]) => amount),
      ],
    },
  ];
}

/**
 * Enqueues tasks, as the last statement: it locks the row of a job that all servers share, and a batch that holds this
 * lock must wait for nothing else. Several tasks go through one job: the worker completes several jobs in one
 * statement, in the order in which they were done, and could deadlock with a batch that holds two of them.
 */
function tasks({ tasks: enqueued }: Changes): Step[] {
  const [task, ...others] = enqueued;
  if (!task) return [];
  return [taskStep(others.length > 0 ? 'everything' : task)];
}
