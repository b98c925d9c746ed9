import { atSomeCommit, remoteFault } from '../fault.ts';

export const databaseRestart = remoteFault({
  name: 'database-restart',
  what: 'fast or immediate shutdown of PostgreSQL at a COMMIT; restarted up to 3 s later',
  hold_ms: [0, 3_000],
  inject: async (world, random) => {
    const { stop, start } = world.cluster;
    const how = random.pick(['fast', 'immediate'] as const);
    let stopped = Promise.resolve();
    await atSomeCommit(world, random, () => {
      stopped = stop(how);
    });
    await stopped;
    return start;
  },
});
