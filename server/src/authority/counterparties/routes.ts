import { type Endpoint, get } from '../../http/endpoint.ts';
import { listShape } from '../../http/shapes.ts';
import { listCounterparties } from './list.ts';
import { counterpartyShape } from './resource.ts';
import { counterpartiesQuery } from './schema.ts';

export const counterpartyRoutes: Endpoint[] = [
  get('/counterparties', {
    summary: 'List counterparties',
    description: `Returns the parties that your party has paid or been paid by, newest party first. A payment in review
counts for its payer, if its recipient is known; one that was denied or canceled in review does not.`,
    response: listShape(counterpartyShape),
    scope: 'payments.read',
    ownReads: 'refused',
    query: counterpartiesQuery,
    run: (ctx, { query }) => listCounterparties(ctx, query),
  }),
];
