import type { Changes, Event } from './changes.ts';
import type { AuditRow } from './record-audit.ts';
import type { Counter } from './records.ts';
import { approvalSteps, auditSteps, eventSteps, mailSteps, transferSteps } from './store-notes.ts';
import type { Step } from './submission.ts';
import {
  bigints,
  booleans,
  bytes,
  dates,
  insert,
  smallints,
  texts,
  tids,
  times,
  updateLocked,
  updateByKey,
  uuids,
} from './rows.ts';
import type { Wallet } from './state.ts';
import { wakeText, wakeValues } from './wake.ts';

/**
 * The statements that write what a batch decided. Rows are sorted by their keys where other servers may write the
 * same ones, so that two batches wait for each other in one order and never deadlock.
 */
export function storeSteps(changes: Changes): Step[] {
  return [
    ...parties(changes),
    ...openedWallets(changes),
    ...changedWallets(changes),
    ...counters(changes),
    ...payments(changes),
    ...changedPayments(changes),
    ...transferSteps(changes),
    ...movements(changes),
    ...approvalSteps(changes),
    ...counterparties(changes),
    ...eventSteps(eventLines(changes)),
    ...mailSteps(changes.mails),
    ...auditSteps(auditLines(changes)),
    ...answers(changes),
    ...wakes(changes),
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
      opened_on_demand: booleans(([wallet]) => wallet.partyId !== null),
      created_at: times(([, at]) => at),
    },
  );
}

function ownerOf(wallet: Wallet): string {
  return wallet.partyId ?? wallet.rail ?? '';
}

function changedWallets({ changedWallets: changed }: Changes): Step[] {
  return updateLocked('wallets', [...changed], {
    tid: tids((wallet) => wallet.tid ?? null),
    posted: bigints((wallet) => wallet.posted),
    held: bigints((wallet) => wallet.held),
  });
}

/** One under a key that another server committed meanwhile is a unique violation: see batch.ts. */
function payments(changes: Changes): Step[] {
  const inOrder = sortedBy(changes.payments, (payment) => payment.initiatorPartyId + payment.idempotencyKey);
  return insert('payments', inOrder, {
    id: uuids((payment) => payment.id),
    status: texts((payment) => payment.status),
    amount: bigints((payment) => payment.amount),
    currency: texts((payment) => payment.currency),
    description: texts((payment) => payment.description),
    payer_party_id: uuids((payment) => payment.payerPartyId),
    payee_party_id: uuids((payment) => payment.payeePartyId),
    initiator_party_id: uuids((payment) => payment.initiatorPartyId),
    payer_wallet_id: uuids((payment) => payment.payerWalletId),
    payee_wallet_id: uuids((payment) => payment.payeeWalletId),
    agent_id: uuids((payment) => payment.agentId),
    recipient_agent_id: uuids((payment) => payment.recipientAgentId),
    credential_id: uuids((payment) => payment.credentialId),
    user_id: uuids((payment) => payment.userId),
    instance_id: texts((payment) => payment.instanceId),
    request_id: uuids((payment) => payment.requestId),
    idempotency_key: texts((payment) => payment.idempotencyKey),
    fingerprint: bytes((payment) => payment.fingerprint),
    reviewed: booleans((payment) => payment.reviewed),
    created_at: times((payment) => payment.createdAt),
    updated_at: times((payment) => payment.updatedAt),
    accepted_at: times((payment) => payment.acceptedAt),
    due_at: times((payment) => payment.dueAt),
  });
}

function changedPayments({ changedPayments: changed }: Changes): Step[] {
  return updateByKey('payments', [...changed], {
    id: uuids((payment) => payment.id),
    status: texts((payment) => payment.status),
    payer_wallet_id: uuids((payment) => payment.payerWalletId),
    payee_wallet_id: uuids((payment) => payment.payeeWalletId),
    updated_at: times((payment) => payment.updatedAt),
    accepted_at: times((payment) => payment.acceptedAt),
    due_at: times((payment) => payment.dueAt),
  });
}

/** A new counter that another server has made meanwhile is a unique violation: see batch.ts. */
function counters({ counters: all }: Changes): Step[] {
  const spent = {
    day: dates<Counter>((counter) => counter.day),
    spent_in_day: bigints<Counter>((counter) => counter.spentInDay),
    spent_in_month: bigints<Counter>((counter) => counter.spentInMonth),
  };
  const fresh = [...all].filter((counter) => counter.tid === null);
  return [
    ...insert(
      'limit_counters',
      sortedBy(fresh, (counter) => counter.ownerId),
      { owner_id: uuids((counter) => counter.ownerId), ...spent },
    ),
    ...updateLocked(
      'limit_counters',
      [...all].filter((counter) => counter.tid !== null),
      { tid: tids((counter) => counter.tid), ...spent },
    ),
  ];
}

function movements(changes: Changes): Step[] {
  return insert('movements', changes.movements, {
    transaction_id: uuids((movement) => movement.transactionId),
    step: smallints((movement) => movement.step),
    kind: texts((movement) => movement.kind),
    source_wallet_id: uuids((movement) => movement.source.wallet.id),
    source_place: texts((movement) => movement.source.place),
    destination_wallet_id: uuids((movement) => movement.destination.wallet.id),
    destination_place: texts((movement) => movement.destination.place),
    amount: bigints((movement) => movement.amount),
    currency: texts((movement) => movement.currency),
    created_at: times((movement) => movement.createdAt),
  });
}

function counterparties(changes: Changes): Step[] {
  const pairs = sortedBy(changes.counterparties, (pair) => pair.payerPartyId + pair.payeePartyId);
  const columns = {
    payer_party_id: uuids<(typeof pairs)[number]>((pair) => pair.payerPartyId),
    payee_party_id: uuids<(typeof pairs)[number]>((pair) => pair.payeePartyId),
  };
  return insert('counterparties', pairs, columns, 'ON CONFLICT DO NOTHING');
}

/** Money that went straight to its recipient is the event of its payment: the movement is its line, in the view `events`. */
function eventLines({ events }: Changes): Event[] {
  return events.filter(
    ({ resource, from, to }) => resource !== 'payment' || from !== null || to !== 'COMPLETED',
  );
}

/** A payment that was made says by itself who made it: its row is its line, in the view `audit_log`. */
function auditLines({ audits, payments: made }: Changes): AuditRow[] {
  const said = new Set(made.map(({ requestId }) => requestId));
  return audits.filter(({ requestId }) => !said.has(requestId));
}

/** Inserted once, finished. A key that another server committed meanwhile is a unique violation: see batch.ts. */
function answers(changes: Changes): Step[] {
  return insert(
    'idempotency_keys',
    sortedBy(changes.answers, (answer) => answer.partyId + answer.key),
    {
      party_id: uuids((answer) => answer.partyId),
      route: texts((answer) => answer.route),
      key: texts((answer) => answer.key),
      fingerprint: bytes((answer) => answer.fingerprint),
      status: smallints((answer) => answer.status),
      body: texts((answer) => answer.body),
      created_at: times((answer) => answer.createdAt),
    },
  );
}

/**
 * Last, since waiting for another server's wake must not keep it waiting for anything of this batch. Through one job, since
 * each is a row that is locked: the worker ends several in one statement, in the order in which they were done, and
 * would meet a batch that holds two of them in a deadlock.
 */
function wakes({ wakes: tasks }: Changes): Step[] {
  const [task, ...others] = tasks;
  if (!task) return [];
  return [
    {
      name: 'engine_wake',
      text: wakeText,
      values: wakeValues(others.length > 0 ? 'everything' : task),
    },
  ];
}

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
}
