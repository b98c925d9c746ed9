import { get, post } from '../http/endpoint.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { single } from '../http/envelope.ts';
import { singleShape } from '../http/shapes.ts';
import { advanceClock } from './advance-clock.ts';
import { readClock } from './read-clock.ts';
import { clockShape } from './resource.ts';
import { advanceClockAttributes } from './schema.ts';

export const simulationRoutes: Endpoint[] = [
  get('/simulations/clock', {
    summary: 'Read the clock',
    description: "The sandbox's clock: timestamps, expiries and limits go by it.",
    response: singleShape(clockShape),
    scope: 'party.read',
    sandboxOnly: true,
    run: async (ctx) => single(await readClock(ctx)),
  }),
  post('/simulations/clock/advance', {
    summary: 'Move the clock',
    description: `Moves the sandbox's clock forward, for everybody in this sandbox. When it answers, what fell due has been done:
invitations and approvals have expired, unclaimed payments have gone back, the bank has reported. It goes no further
than the year 9998.`,
    response: singleShape(clockShape),
    example: { seconds: 86_400 },
    scope: 'party.update',
    agents: 'refused',
    sandboxOnly: true,
    idempotency: 'accepted',
    type: 'clock',
    attributes: advanceClockAttributes,
    run: (ctx, { attributes, keyed }) => advanceClock(ctx, attributes, keyed),
  }),
];
