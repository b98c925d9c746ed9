import { healsItself, remoteFault } from './fault.ts';
import type { Fault } from './fault.ts';
import type { Moment } from './traps.ts';

const cuts = 10;

/** Cuts one connection after the other at this moment of its COMMIT. */
export function cutCommits(name: string, moment: Moment, what: string): Fault {
  return remoteFault({
    name,
    what: `${cuts} ${what}`,
    strike: async ({ proxy }, random) => {
      for (let cut = 0; cut < cuts; cut += 1) {
        await proxy.atCommit({ moment }, (link) => link.cut(random.pick(['end', 'reset'])));
      }
      return healsItself;
    },
  });
}
