import { here } from '../support/program.ts';
import { readTransactions } from '../support/books.ts';
import { startDay, runCheckpoint } from './checkpoints.ts';
import { compareBookkeeping } from './compare-stored.ts';
import { runClients, newClients } from './clients.ts';
import { addHooks } from './hooks.ts';
import { newModel } from './model/model.ts';
import { setFixedLimits } from './prepare.ts';
import type { ProfileName } from './profiles.ts';
import { randomOf } from './random.ts';
import type { FoundViolation, Run } from './run.ts';
import { fewReviews } from './operations/reviews.ts';
import { narrowSettings, startHostile } from './hostile.ts';
import { type Search, searchSecrets } from './secrets.ts';
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

/** The result of a run. */
export type Result = {
  operations: number;
  seconds: number;
  violation: FoundViolation | null;
  counts: Map<string, Map<string, number>>;
  transactions: number;
  checkpoints: number;
  kills: number;
  search: Search;
};

const settingsOf: { [P in ProfileName]?: Readonly<Record<string, string>> } = {
  hostile: narrowSettings,
  reviews: fewReviews,
};

/** Starts servers, runs the workload against them, and compares at every checkpoint. Reports progress to `show`. */
export async function hammer(
  options: HammerOptions,
  show: (text: string) => void = () => undefined,
): Promise<Result> {
  const { operations, seed, servers, profile, code = here, clients: count } = options;
  const random = randomOf('world', seed);
  const statistics = newStatistics();
  show('starting');
  const isHostile = profile === 'hostile';
  const world = await openWorld({
    code,
    servers,
    clients: count,
    random,
    record: (outcome) => statistics.record('deliver', outcome),
    settings: settingsOf[profile] ?? {},
  });
  try {
    const run: Run = {
      seed,
      world,
      model: newModel(),
      statistics,
      kills: options.kills,
      killed: 0,
      refusedKeys: new Set(),
      events: new Map(),
      operations: 0,
      violation: null,
    };
    await setFixedLimits(world, random);
    await startDay(run);
    await whileStopped(run, () => addHooks(run));
    const stored = await readTransactions(world.administration.query);
    run.model.deposits = stored.length;
    const clients = newClients(count);
    const checkpointInterval = Math.max(500, Math.min(4_000, Math.ceil(operations / 3)));
    let working_ms = 0;
    let search: Search = { secrets: 0, characters: 0 };
    const ticker = setInterval(() => {
      show(`${run.operations} of ${operations} operations, round ${run.model.round + 1}`);
    }, 250);
    try {
      while (run.operations < operations && !run.violation) {
        const startedAt_ms = performance.now();
        const until = Math.min(operations, run.operations + checkpointInterval);
        const killing = options.kills ? startKilling(run, code) : null;
        const hostile = isHostile ? startHostile(run) : null;
        await runClients(run, clients, { profile, until });
        await hostile?.stop();
        await killing?.stop();
        working_ms += performance.now() - startedAt_ms;
        await whileStopped(run, () => runCheckpoint(run, code));
      }
      await whileStopped(run, async () => {
        search = await searchSecrets(run);
        await compareBookkeeping(run, code);
      });
    } finally {
      clearInterval(ticker);
    }
    return {
      operations: run.operations,
      seconds: working_ms / 1000,
      violation: run.violation,
      counts: run.statistics.counts(),
      transactions: run.model.transactions.size,
      checkpoints: run.model.round,
      kills: run.killed,
      search,
    };
  } finally {
    await closeWorld(world);
  }
}

async function whileStopped(run: Run, compare: () => Promise<void>): Promise<void> {
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
      kind: 'checkpoint',
      exchanges: [],
    };
  }
}
