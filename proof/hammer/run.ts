import type { Model } from './model/model.ts';
import type { Party, SeenEvents } from './model/types.ts';
import type { Statistics } from './statistics.ts';
import type { Violation } from './violation.ts';
import type { World } from './world/world.ts';

/** One run of the hammer. */
export type Run = {
  seed: number;
  world: World;
  model: Model;
  statistics: Statistics;
  /** Servers are killed at random: a request without a response is retried under the same key. */
  kills: boolean;
  killed: number;
  /** The prefixes of the keys by which a write was refused. */
  refusedKeys: Set<string>;
  /** What checkpoints have read of each party's events. */
  events: Map<Party, SeenEvents>;
  /** Requests completed so far. */
  operations: number;
  violation: FoundViolation | null;
};

/** The first violation, with the context needed to understand it. */
export type FoundViolation = {
  violation: Violation;
  afterOperations: number;
  client: number;
  turn: number;
  kind: string;
  exchanges: string[];
};
