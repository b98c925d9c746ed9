import { action, get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { listShape, singleShape } from '../http/shapes.ts';
import { decideApproval } from './decide.ts';
import { getApproval } from './get.ts';
import { listApprovals } from './list.ts';
import { approvalShape } from './resource.ts';
import { approvalPath, approvalsQuery, denyAttributes } from './schema.ts';
import { approvalResource } from './view.ts';

const decision = {
  response: singleShape(approvalShape),
  scope: 'approvals.decide',
  agents: 'refused',
  idempotency: 'accepted',
  type: 'approval',
  params: approvalPath,
} as const;

export const approvalRoutes: Endpoint[] = [
  get('/approvals', {
    summary: 'List approvals',
    description: `What waits, or waited, for a decision because it was over a limit: payments that the caller's party would pay
or asked for, and its withdrawals. Newest first.`,
    response: listShape(approvalShape),
    scope: 'payments.read',
    query: approvalsQuery,
    run: (ctx, { query }) => listApprovals(ctx, query),
  }),
  get('/approvals/:approvalId', {
    summary: 'Read an approval',
    response: singleShape(approvalShape),
    refuses: ['approval_not_found'],
    scope: 'payments.read',
    params: approvalPath,
    run: async (ctx, { params }) => single(approvalResource(await getApproval(ctx, params.approvalId))),
  }),
  action('/approvals/:approvalId/approve', {
    ...decision,
    summary: 'Approve',
    description: `Only the party whose limit was exceeded decides, by a user other than the one who asked. The last approval that
is given runs the payment or withdrawal, after another look at everything; where the funds are short the answer is 409 and
the approval stays pending.`,
    refuses: [
      'forbidden',
      'approval_not_found',
      'conflict',
      'insufficient_funds',
      'wallet_frozen',
      'external_account_not_usable',
    ],
    run: (ctx, { params, keyed }) =>
      decideApproval(ctx, params.approvalId, { verdict: 'approve', reason: null }, keyed),
  }),
  action('/approvals/:approvalId/deny', {
    ...decision,
    summary: 'Deny',
    description:
      'Ends the payment or withdrawal, with its other approvals. Nothing was reserved, so nothing is released.',
    refuses: ['forbidden', 'approval_not_found', 'conflict'],
    attributes: denyAttributes,
    example: { reason: 'Not in the budget of this quarter' },
    run: (ctx, { params, attributes, keyed }) =>
      decideApproval(ctx, params.approvalId, { verdict: 'deny', reason: attributes.reason }, keyed),
  }),
];
