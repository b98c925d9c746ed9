import { get } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { listShape } from '../http/shapes.ts';
import { listCounterparties } from './list.ts';
import { counterpartyShape } from './resource.ts';
import { counterpartiesQuery } from './schema.ts';

export const counterpartyRoutes: Endpoint[] = [
  get('/counterparties', {
    summary: 'List counterparties',
    description:
      "Whom the caller's party has paid or been paid by, newest party first. Refused payments do not count.",
    response: listShape(counterpartyShape),
    scope: 'payments.read',
    query: counterpartiesQuery,
    run: (ctx, { query }) => listCounterparties(ctx, query),
  }),
];
