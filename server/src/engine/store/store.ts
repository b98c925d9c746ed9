import type { Changes } from '../model/changes.ts';
import { auditSteps, eventSteps, mailSteps } from './store-journal.ts';
import { ruleHistorySteps } from './store-rule-history.ts';
import { newTagSteps } from './store-tags.ts';
import { taskStep } from './tasks.ts';
import { changedPaymentSteps, movementSteps, newPaymentSteps, refundSteps } from './store-payments.ts';
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
  limitCounters,
  paymentRequests,
  railOrders,
  transfers,
  wallets,
} from '../model/tables.ts';
import { approvalRow, transferRow } from '../model/records.ts';
import { arrayOf, int8, uuidArray } from '../../db/arrays.ts';

/**
 * Returns the statements that write the changes of a batch. Rows that other servers may write too are sorted by key, so
 * that two batches wait for each other in one order and never deadlock.
 */
export function storeSteps(changes: Changes): Step[] {
  return [
    ...parties(changes),
    ...openedWallets(changes),
    ...changedWallets(changes),
    ...counters(changes),
    ...ruleHistorySteps(changes),
    ...paymentRequestSteps(changes),
    ...newPaymentSteps(changes),
    ...changedPaymentSteps(changes),
    ...refundSteps(changes),
    ...transferSteps(changes),
    ...feePayoutSteps(changes),
    ...newTagSteps(changes),
    ...movementSteps(changes),
    ...approvalSteps(changes),
    ...counterparties(changes),
    ...eventSteps(eventLines(changes)),
    ...mailSteps(changes.mails),
    ...auditSteps(auditLines(changes)),
    ...responses(changes),
    ...feeSteps(changes),
    ...tasks(changes),
  ];
}

function parties(changes: Changes): Step[] {
  const found = sortedBy(changes.parties, ({ contact }) => contact.kind + contact.value);
  return [
    ...insert('parties', found, {
      id: uuids((party) => party.id),
      type: texts(() => 'PERSON'),
      status: texts(() => 'PROVISIONAL'),
      name: texts((party) => party.contact.value),
      email: texts((party) => (party.contact.kind === 'email' ? party.contact.value : null)),
      created_at: times((party) => party.createdAt),
      updated_at: times((party) => party.createdAt),
    }),
    ...insert('contacts', found, {
      kind: texts((party) => party.contact.kind),
      value: texts((party) => party.contact.value),
      party_id: uuids((party) => party.id),
      created_at: times((party) => party.createdAt),
    }),
    ...insert('claims', found, {
      party_id: uuids((party) => party.id),
      created_at: times((party) => party.createdAt),
    }),
  ];
}

function openedWallets({ openedWallets: opened }: Changes): Step[] {
  return insert(
    'wallets',
    sortedBy([...opened], ([wallet]) => ownerOf(wallet) + wallet.currency),
    {
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
    },
  );
}

function ownerOf(wallet: Wallet): string {
  return wallet.partyId ?? wallet.rail ?? '';
}

function changedWallets({ changedWallets: changed }: Changes): Step[] {
  return updateRows(wallets, [...changed], 'id', ['posted', 'held', 'datedTo_us']);
}

/** A new counter that another server has inserted meanwhile is a unique violation: see batch.ts. */
function counters({ newCounters, changedCounters }: Changes): Step[] {
  return [
    ...insertRows(
      limitCounters,
      sortedBy([...newCounters], ({ ownerId }) => ownerId),
    ),
    ...updateRows(limitCounters, [...changedCounters], 'ownerId', ['day', 'spentInDay', 'spentInMonth']),
  ];
}

function paymentRequestSteps({ changedPaymentRequests: changed }: Changes): Step[] {
  return updateRows(paymentRequests, [...changed], 'id', [
    'status',
    'payerPartyId',
    'paymentId',
    'updatedAt',
  ]);
}

function counterparties(changes: Changes): Step[] {
  const pairs = sortedBy(changes.counterparties, (pair) => pair.payerPartyId + pair.payeePartyId);
  const columns = {
    payer_party_id: uuids<(typeof pairs)[number]>((pair) => pair.payerPartyId),
    payee_party_id: uuids<(typeof pairs)[number]>((pair) => pair.payeePartyId),
  };
  return insert('counterparties', pairs, columns, (text) => `${text} ON CONFLICT DO NOTHING`);
}

/** A key that another server has committed meanwhile is a unique violation: see batch.ts. */
function responses(changes: Changes): Step[] {
  return insert(
    'idempotency_keys',
    sortedBy(changes.responses, (response) => response.partyId + response.key),
    {
      party_id: uuids((response) => response.partyId),
      route: texts((response) => response.route),
      key: texts((response) => response.key),
      fingerprint: bytes((response) => response.fingerprint),
      status: smallints((response) => response.status),
      body: texts((response) => response.body),
      created_at: times((response) => response.createdAt),
    },
  );
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

function transferSteps(changes: Changes): Step[] {
  return [
    ...insertRows(transfers, changes.transfers.map(transferRow)),
    ...updateRows(transfers, [...changes.changedTransfers].map(transferRow), 'id', [
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
    ]),
    ...insertRows(railOrders, changes.railOrders),
    ...updateRows(railOrders, [...changes.changedRailOrders], 'transferId', [
      'state',
      'reference',
      'bankName',
      'accountName',
      'accountType',
      'sealedNumber',
      'secretId',
      'cancelRequestedAt',
      'dueAt',
    ]),
  ];
}

function feePayoutSteps({ feePayouts: made }: Changes): Step[] {
  return insertRows(feePayouts, made);
}

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

function approvalSteps({ approvals: requested, changedApprovals }: Changes): Step[] {
  return [
    ...insertRows(approvals, requested.map(approvalRow)),
    ...updateRows(approvals, [...changedApprovals].map(approvalRow), 'id', [
      'status',
      'resolvedAt',
      'dueAt',
      'decidedBy',
      'decidedWith',
      'decisionReason',
      'updatedAt',
    ]),
  ];
}
