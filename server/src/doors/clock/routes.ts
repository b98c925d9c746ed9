import { type Endpoint, get, post } from '../../http/endpoint.ts';
import { single } from '../../http/envelope.ts';
import { singleShape } from '../../http/shapes.ts';
import { advanceClock, readClock } from './clock.ts';
import { clockShape } from './resource.ts';
import { advanceClockAttributes } from './schema.ts';

export const simulationRoutes: Endpoint[] = [
  get('/simulations/clock', {
    summary: 'Retrieve the clock',
    description: "Returns the time of the sandbox's clock, which timestamps, expiries and limits use.",
    response: singleShape(clockShape),
    scope: 'party.read',
    ownReads: 'same',
    sandboxOnly: true,
    run: async (ctx) => single(await readClock(ctx)),
  }),
  post('/simulations/clock/advance', {
    summary: 'Advance the clock',
    description: `Moves the sandbox's clock forward for all parties in this sandbox. Before the response, the work that
became due is done: invitations and approvals expire, unclaimed payments are returned, and the bank reports outcomes.
What takes longer than 15 s goes on after the response; a replay waits for it again.
The clock cannot be moved beyond the year 9998.`,
    response: singleShape(clockShape),
    example: { seconds: 86_400 },
    scope: 'party.update',
    sandboxOnly: true,
    type: 'clock',
    attributes: advanceClockAttributes,
    run: (ctx, { attributes }) => advanceClock(ctx, attributes),
  }),
];
