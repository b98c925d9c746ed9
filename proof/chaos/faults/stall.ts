import { atSomeCommit, remoteFault } from '../fault.ts';

export const stall = remoteFault({
  name: 'stall',
  what: 'the network stalls at a COMMIT, for up to 9 s; then it delivers what it has buffered',
  hold_ms: [500, 9_000],
  inject: async (world, random) => {
    await atSomeCommit(world, random, () => world.proxy.change('stalled'));
    return async () => world.proxy.change('clear');
  },
});
