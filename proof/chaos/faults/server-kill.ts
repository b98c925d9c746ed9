import { atSomeCommit, remoteFault } from '../fault.ts';

export const serverKill = remoteFault({
  name: 'server-kill',
  what: 'kill -9 of the server at a COMMIT; restarted',
  hitsServer: true,
  inject: async (world, random) => {
    await atSomeCommit(world, random, () => world.program().signal('SIGKILL'));
    return world.startServer;
  },
});
