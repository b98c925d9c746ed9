import { atSomeCommit, remoteFault } from '../fault.ts';

export const serverFreeze = remoteFault({
  name: 'server-freeze',
  what: 'SIGSTOP of the server at a COMMIT, for up to 12 s; SIGCONT',
  hitsServer: true,
  hold_ms: [500, 12_000],
  inject: async (world, random) => {
    await atSomeCommit(world, random, () => world.program().signal('SIGSTOP'));
    return async () => world.program().signal('SIGCONT');
  },
});
