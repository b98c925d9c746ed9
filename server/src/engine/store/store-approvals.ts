import type { Changes } from '../model/changes.ts';
import { approvalRow } from '../model/records.ts';
import type { Step } from '../model/step.ts';
import { approvals } from '../model/tables.ts';
import { insertRows, updateRows } from './rows.ts';

export function approvalSteps({ approvals: requested, changedApprovals }: Changes): Step[] {
  return [
    ...insertRows(approvals, requested.map(approvalRow)),
    ...updateRows(approvals, [...changedApprovals].map(approvalRow), 'id', [
      'status',
      'resolvedAt',
      'dueAt',
      'decidedBy',
      'decisionReason',
      'updatedAt',
    ]),
  ];
}
