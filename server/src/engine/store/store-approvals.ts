import type { Changes } from '../model/changes.ts';
import type { Step } from '../model/step.ts';
import { insert, jsons, texts, times, updateByKey, uuids } from './rows.ts';

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
