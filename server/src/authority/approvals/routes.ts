import { action, type Endpoint, get, type ShownParts } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { exampleId, exampleTime, listShape, singleShape } from '../../http/shapes.ts';
import { decideApproval } from './decide.ts';
import { getApproval } from './get.ts';
import { approvalShape, type ApprovalResource } from './resource.ts';
import { approvalPath, approvalsQuery, denyAttributes } from './schema.ts';
import { approvalResource } from './view.ts';
import { page } from '../../http/pages.ts';
import { listApprovalsBefore } from './queries.ts';
import { acquaint, unacquainted } from '../counterparties/acquaintance.ts';

const decision = {
  response: singleShape(approvalShape),
  scope: 'approvals.decide',
  type: 'approval',
  params: approvalPath,
} as const;

const decidedAs = (status: ApprovalResource['attributes']['status']): ShownParts => ({
  attributes: {
    status,
    resolvedAt: exampleTime,
    decidedBy: [
      { userId: exampleId('usr'), credentialId: exampleId('apy'), at: exampleTime, invitedByMaker: false },
    ],
  },
});

export const approvalRoutes: Endpoint[] = [
  get('/approvals', {
    summary: 'List approvals',
    description: `Returns the approvals, newest first, of payments that your party would pay or initiated, and of its
withdrawals. An approval is required when an amount exceeds a limit, or an agent breaks a rule that asks for one.
\`deciderPartyId\` decides, and reads all
\`reasons\`; the other party reads only reasons that come from the customer's grant, which both know. Without \`status\`,
only pending ones, also with \`targetId\`.`,
    response: listShape(approvalShape),
    scope: 'payments.read',
    ownReads: 'filtered',
    query: approvalsQuery,
    run: (ctx, { query }) =>
      page(
        ctx,
        'approvals',
        query,
        async (db, wanted) => {
          const found = await listApprovalsBefore(db, wanted);
          return wanted.own ? found.map(unacquainted) : acquaint(db, wanted.partyId, found);
        },
        (row) => approvalResource(row, ctx.actor),
      ),
  }),
  get('/approvals/:approvalId', {
    summary: 'Retrieve an approval',
    response: singleShape(approvalShape),
    refuses: ['approval_not_found'],
    scope: 'payments.read',
    ownReads: 'filtered',
    params: approvalPath,
    run: async (ctx, { params }) =>
      single(approvalResource(await getApproval(ctx, params.approvalId), ctx.actor)),
  }),
  action('/approvals/:approvalId/approve', {
    ...decision,
    idempotency: 'requirable',
    summary: 'Approve a payment or withdrawal',
    shows: decidedAs('approved'),
    description: `Only the party whose limit was exceeded can approve. The user who made the payment or withdrawal
cannot approve it, unless that user is an owner and no other user of the party may decide. If an agent made it with its
own key and it exceeds a limit of the party, neither can the user who made that key. What a rule about counterparties or
currencies refuses by now is 403 \`rule_broken\`. Where the party has only people approve who
have signed in (\`approvalPolicy\` of GET /parties/me), a key gets 403 \`sign_in_required\`. Where two users have to
approve, the first leaves the approval pending, with their name in \`decidedBy\`; a maker is neither of the two. The last
approval checks everything again, then runs the payment or withdrawal. If it cannot run, for example because funds are insufficient, the response
is 409 and the approval stays pending.`,
    refuses: [
      'forbidden',
      'sign_in_required',
      'rule_broken',
      'approval_not_found',
      'conflict',
      'amount_owed',
      'insufficient_funds',
      'party_frozen',
      'wallet_frozen',
      'external_account_not_usable',
    ],
    run: (ctx, { params }) => decideApproval(ctx, params.approvalId, { verdict: 'approve', reason: null }),
  }),
  action('/approvals/:approvalId/deny', {
    ...decision,
    summary: 'Deny a payment or withdrawal',
    shows: decidedAs('denied'),
    description: `Denies the payment or withdrawal and cancels its other pending approvals. Only the party whose limit
was exceeded can deny. No money was held, so none is released.`,
    refuses: ['forbidden', 'approval_not_found', 'conflict'],
    attributes: denyAttributes,
    example: { reason: 'Not in the budget of this quarter' },
    run: (ctx, { params, attributes }) =>
      decideApproval(ctx, params.approvalId, { verdict: 'deny', reason: attributes.reason }),
  }),
];
