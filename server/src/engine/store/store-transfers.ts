import type { Changes } from '../model/changes.ts';
import { transferRow } from '../model/records.ts';
import type { Step } from '../model/step.ts';
import { railOrders, transfers } from '../model/tables.ts';
import { insertRows, updateRows } from './rows.ts';

export function transferSteps(changes: Changes): Step[] {
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
