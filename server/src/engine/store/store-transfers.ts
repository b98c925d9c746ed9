import type { Changes } from '../model/changes.ts';
import type { Step } from '../model/step.ts';
import { bigints, insert, texts, times, updateByKey, uuids } from './rows.ts';

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
