import { atSomeCommit, remoteFault } from '../fault.ts';

export const stall = remoteFault({
  name: 'stall',
  what: 'the network stops carrying at a COMMIT, for up to 9 s; then it brings what it has kept',
  hold_ms: [500, 9_000],
  strike: async (world, random) => {
    await atSomeCommit(world, random, () => world.proxy.change('stalled'));
    return async () => world.proxy.change('clear');
  },
});
