import { get, put, remove } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { noLimits } from '../http/limits.ts';
import { singleShape } from '../http/shapes.ts';
import { getPartyLimits } from './get-limits.ts';
import { partyLimitPolicyShape, removedPartyLimitPolicyShape } from './resource.ts';
import { partyLimitsAttributes } from './schema.ts';
import { removePartyLimits, setPartyLimits } from './set-limits.ts';
import { partyLimitPolicyResource } from './view.ts';

export const partyRoutes: Endpoint[] = [
  get('/parties/me/limits', {
    summary: "Read your party's limits",
    scope: 'party.read',
    response: singleShape(partyLimitPolicyShape),
    run: async (ctx) => single(partyLimitPolicyResource(await getPartyLimits(ctx))),
  }),
  put('/parties/me/limits', {
    summary: "Set your party's limits",
    description:
      'Puts these limits in the place of the present ones: what is left out or null is no limit. They hold for all that your party spends, also through its agents. What was spent in this UTC day and month counts.',
    scope: 'party.update',
    agents: 'refused',
    idempotency: 'accepted',
    type: 'partyLimitPolicy',
    attributes: partyLimitsAttributes,
    example: { limits: { perTransaction: 10_000, perDay: 50_000, perMonth: null } },
    response: singleShape(partyLimitPolicyShape),
    run: (ctx, { attributes, keyed }) => setPartyLimits(ctx, attributes.limits ?? noLimits, keyed),
  }),
  remove('/parties/me/limits', {
    summary: "Remove your party's limits",
    scope: 'party.update',
    agents: 'refused',
    idempotency: 'accepted',
    response: removedPartyLimitPolicyShape,
    run: (ctx, { keyed }) => removePartyLimits(ctx, keyed),
  }),
];
