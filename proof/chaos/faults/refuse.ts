import { atSomeCommit, remoteFault } from '../fault.ts';

export const refuse = remoteFault({
  name: 'refuse',
  what: 'all connections cut at a COMMIT and new ones refused, for up to 4 s',
  hold_ms: [500, 4_000],
  inject: async (world, random) => {
    let refused = Promise.resolve();
    await atSomeCommit(world, random, () => {
      refused = world.proxy.refuse();
    });
    await refused;
    return world.proxy.admit;
  },
});
