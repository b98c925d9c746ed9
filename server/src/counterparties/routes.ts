import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listCounterparties } from './list.ts';
import { counterpartiesQuery } from './schema.ts';

export const counterpartyRoutes: Endpoint[] = [
  get('/counterparties', {
    scope: 'payments.read',
    query: counterpartiesQuery,
    run: (ctx, { query }) => listCounterparties(ctx, query),
  }),
];
