import { type Fault, healsItself, remoteFault } from './fault.ts';
import type { Moment } from './traps.ts';

const cuts = 10;

/** Cuts several connections in turn at this moment of their COMMIT. */
export function cutCommits(name: string, moment: Moment, what: string): Fault {
  return remoteFault({
    name,
    what: `${cuts} ${what}`,
    inject: async ({ proxy }, random) => {
      for (let cut = 0; cut < cuts; cut += 1) {
        await proxy.atCommit({ moment }, (link) => link.cut(random.pick(['end', 'reset'])));
      }
      return healsItself;
    },
  });
}
