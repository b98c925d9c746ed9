import { signalProcess } from '../../../server/src/db/embedded/proc.ts';
import { atSomeCommit, remoteFault } from '../fault.ts';

export const backendFreeze = remoteFault({
  name: 'backend-freeze',
  what: 'SIGSTOP of the backend that commits, with its locks held, for up to 9 s; SIGCONT',
  hold_ms: [500, 9_000],
  inject: async (world, random) => {
    let frozen = 0;
    await atSomeCommit(world, random, ({ backendPid }) => {
      frozen = backendPid;
      process.kill(backendPid, 'SIGSTOP');
    });
    return async () => signalProcess(frozen, 'SIGCONT');
  },
});
