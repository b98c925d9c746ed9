import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listApprovals } from './list.ts';
import { approvalsQuery } from './schema.ts';

export const approvalRoutes: Endpoint[] = [
  get('/approvals', {
    scope: 'payments.read',
    query: approvalsQuery,
    run: (ctx, { query }) => listApprovals(ctx, query),
  }),
];
