import { atSomeCommit, remoteFault } from '../fault.ts';

export const postmasterFreeze = remoteFault({
  name: 'postmaster-freeze',
  what: 'SIGSTOP of the postmaster and all sessions cut: new ones get no response for up to 6 s; SIGCONT',
  hold_ms: [500, 6_000],
  inject: async (world, random) => {
    const pid = world.cluster.postmaster();
    await atSomeCommit(world, random, () => {
      process.kill(pid, 'SIGSTOP');
      world.proxy.cutAll();
    });
    return async () => process.kill(pid, 'SIGCONT');
  },
});
