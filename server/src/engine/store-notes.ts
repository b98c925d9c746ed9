import { newId } from '../lib/id.ts';
import type { Changes, Event } from './changes.ts';
import type { NewMail } from './queue-mail.ts';
import type { AuditRow } from './record-audit.ts';
import { bigints, insert, jsons, texts, times, updateByKey, uuids } from './rows.ts';
import type { Step } from './submission.ts';

// What fewer batches write than the tables of store.ts, and what is written about all of them, and about plain writes.

/** Transfers, and what a bank is asked for them. */
export function transferSteps(changes: Changes): Step[] {
  return [
    ...insert('transfers', changes.transfers, {
      id: uuids((transfer) => transfer.id),
      type: texts((transfer) => transfer.type),
      status: texts((transfer) => transfer.status),
      amount: bigints((transfer) => transfer.amount),
      currency: texts((transfer) => transfer.currency),
      description: texts((transfer) => transfer.description),
      party_id: uuids((transfer) => transfer.partyId),
      wallet_id: uuids((transfer) => transfer.walletId),
      external_account_id: uuids((transfer) => transfer.externalAccountId),
      external_account_mask: texts((transfer) => transfer.externalAccountMask),
      expected_available_at: times((transfer) => transfer.expectedAvailableAt),
      submitted_at: times((transfer) => transfer.submittedAt),
      settled_at: times((transfer) => transfer.settledAt),
      agent_id: uuids((transfer) => transfer.agentId),
      credential_id: uuids((transfer) => transfer.credentialId),
      user_id: uuids((transfer) => transfer.userId),
      instance_id: texts((transfer) => transfer.instanceId),
      created_at: times((transfer) => transfer.createdAt),
      updated_at: times((transfer) => transfer.updatedAt),
      accepted_at: times((transfer) => transfer.acceptedAt),
    }),
    ...updateByKey('transfers', [...changes.changedTransfers], {
      id: uuids((transfer) => transfer.id),
      status: texts((transfer) => transfer.status),
      wallet_id: uuids((transfer) => transfer.walletId),
      expected_available_at: times((transfer) => transfer.expectedAvailableAt),
      submitted_at: times((transfer) => transfer.submittedAt),
      settled_at: times((transfer) => transfer.settledAt),
      failure_code: texts((transfer) => transfer.failure?.code ?? null),
      failure_reason: texts((transfer) => transfer.failure?.reason ?? null),
      return_code: texts((transfer) => transfer.returned?.code ?? null),
      return_reason: texts((transfer) => transfer.returned?.reason ?? null),
      returned_at: times((transfer) => transfer.returned?.at ?? null),
      updated_at: times((transfer) => transfer.updatedAt),
      accepted_at: times((transfer) => transfer.acceptedAt),
    }),
    ...insert('rail_orders', changes.railOrders, {
      transfer_id: uuids((order) => order.transferId),
      rail: texts((order) => order.rail),
      outbound_key: texts((order) => order.outboundKey),
      state: texts((order) => order.state),
      due_at: times((order) => order.dueAt),
      created_at: times((order) => order.createdAt),
    }),
    ...updateByKey('rail_orders', [...changes.changedRailOrders], {
      transfer_id: uuids((order) => order.transferId),
      state: texts((order) => order.state),
      cancel_requested_at: times((order) => order.cancelRequestedAt),
      due_at: times((order) => order.dueAt),
    }),
  ];
}

/** Approvals, asked for and decided. */
export function approvalSteps(changes: Changes): Step[] {
  return [
    ...insert('approvals', changes.approvals, {
      id: uuids((approval) => approval.id),
      status: texts((approval) => approval.status),
      target_type: texts((approval) => approval.target.type),
      target_id: uuids((approval) => approval.target.id),
      decider_party_id: uuids((approval) => approval.deciderPartyId),
      payer_party_id: uuids((approval) => approval.payerPartyId),
      payee_party_id: uuids((approval) => approval.payeePartyId),
      initiator_party_id: uuids((approval) => approval.initiatorPartyId),
      reasons: jsons((approval) => JSON.stringify(approval.reasons)),
      created_at: times((approval) => approval.createdAt),
      updated_at: times((approval) => approval.updatedAt),
      resolved_at: times((approval) => approval.resolvedAt),
      due_at: times((approval) => approval.dueAt),
    }),
    ...updateByKey('approvals', [...changes.changedApprovals], {
      id: uuids((approval) => approval.id),
      status: texts((approval) => approval.status),
      updated_at: times((approval) => approval.updatedAt),
      resolved_at: times((approval) => approval.resolvedAt),
      due_at: times((approval) => approval.dueAt),
      decided_by: uuids((approval) => approval.decidedBy),
      decision_reason: texts((approval) => approval.decisionReason),
    }),
  ];
}

/** Changes of state. */
export function eventSteps(events: readonly Event[]): Step[] {
  return insert('event_lines', events, {
    id: uuids(() => newId('evt')),
    resource: texts((event) => event.resource),
    resource_id: uuids((event) => event.resourceId),
    from_status: texts((event) => event.from),
    to_status: texts((event) => event.to),
    created_at: times((event) => event.createdAt),
  });
}

/** Mail to be sent. */
export function mailSteps(mails: readonly NewMail[]): Step[] {
  return insert('mails', mails, {
    id: uuids(() => newId('mai')),
    party_id: uuids((mail) => mail.partyId),
    kind: texts((mail) => mail.kind),
    resource_id: uuids((mail) => mail.resourceId),
    recipient: texts((mail) => mail.recipient),
    status: texts(() => 'PENDING'),
    due_at: times((mail) => mail.now),
    created_at: times((mail) => mail.now),
  });
}

/** Lines of the audit log. */
export function auditSteps(audits: readonly AuditRow[]): Step[] {
  return insert('audit_lines', audits, {
    id: uuids(() => newId('aud')),
    at: times((audit) => audit.at),
    request_id: uuids((audit) => audit.requestId),
    party_id: uuids((audit) => audit.actor?.partyId ?? null),
    user_id: uuids((audit) => audit.actor?.userId ?? null),
    key_prefix: texts((audit) => audit.actor?.keyPrefix ?? null),
    agent_id: uuids((audit) => audit.actor?.agentId ?? null),
    instance_id: texts((audit) => audit.actor?.instanceId ?? null),
    action: texts((audit) => audit.action),
    target_id: uuids((audit) => audit.targetId),
    decision: texts((audit) => audit.decision),
    reason: texts((audit) => audit.reason),
  });
}
