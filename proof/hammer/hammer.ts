import { here } from '../support/program.ts';
import { readTransactions } from '../support/books.ts';
import { beginDay, takeBreak } from './breaks.ts';
import { letWork, newClients } from './clients.ts';
import { newModel } from './model/model.ts';
import { setLastingLimits } from './prepare.ts';
import type { ProfileName } from './profiles.ts';
import { randomOf } from './random.ts';
import type { Found, Run } from './run.ts';
import { searchSecrets } from './secrets.ts';
import type { Search } from './secrets.ts';
import { newStatistics } from './statistics.ts';
import { Violation } from './violation.ts';
import { closeWorld, openWorld } from './world/world.ts';
import { startKilling } from './kills.ts';

export type HammerOptions = {
  operations: number;
  clients: number;
  seed: number;
  servers: number;
  profile: ProfileName;
  kills: boolean;
  code?: string;
};

/** What a run came to. */
export type Result = {
  operations: number;
  seconds: number;
  violation: Found | null;
  counts: Map<string, Map<string, number>>;
  things: number;
  breaks: number;
  kills: number;
  search: Search;
};

/** Runs the workload against a program of its own, and compares at every break. Tells how far it is. */
export async function hammer(
  options: HammerOptions,
  show: (text: string) => void = () => undefined,
): Promise<Result> {
  const { operations, seed, servers, profile, code = here, clients: count } = options;
  const random = randomOf('world', seed);
  show('starting');
  const world = await openWorld({ code, servers, clients: count, random });
  try {
    const run: Run = {
      seed,
      world,
      model: newModel(),
      statistics: newStatistics(),
      kills: options.kills,
      killed: 0,
      operations: 0,
      violation: null,
    };
    await setLastingLimits(world, random);
    await beginDay(run);
    const stored = await readTransactions(world.administration.query);
    run.model.deposits = stored.length;
    const clients = newClients(count);
    const breakEvery = Math.max(500, Math.min(4_000, Math.ceil(operations / 3)));
    let working_ms = 0;
    let search: Search = { secrets: 0, characters: 0 };
    const ticker = setInterval(() => {
      show(`${run.operations} of ${operations} operations, break ${run.model.round + 1}`);
    }, 250);
    try {
      while (run.operations < operations && !run.violation) {
        const startedAt_ms = performance.now();
        const until = Math.min(operations, run.operations + breakEvery);
        const killing = options.kills ? startKilling(run, code) : null;
        await letWork(run, clients, { profile, until });
        await killing?.stop();
        working_ms += performance.now() - startedAt_ms;
        await atRest(run, () => takeBreak(run, code));
      }
      await atRest(run, async () => {
        search = await searchSecrets(run);
      });
    } finally {
      clearInterval(ticker);
    }
    return {
      operations: run.operations,
      seconds: working_ms / 1000,
      violation: run.violation,
      counts: run.statistics.counts(),
      things: run.model.things.size,
      breaks: run.model.round,
      kills: run.killed,
      search,
    };
  } finally {
    await closeWorld(world);
  }
}

async function atRest(run: Run, compare: () => Promise<void>): Promise<void> {
  if (run.violation) return;
  try {
    await compare();
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    const { operations: afterOperations } = run;
    run.violation = {
      violation: error,
      afterOperations,
      client: -1,
      turn: -1,
      kind: 'at rest',
      exchanges: [],
    };
  }
}
