import type { Model } from './model/model.ts';
import type { Statistics } from './statistics.ts';
import type { Violation } from './violation.ts';
import type { World } from './world/world.ts';

/** One run of the hammer. */
export type Run = {
  seed: number;
  world: World;
  model: Model;
  statistics: Statistics;
  /** Servers are killed now and then: what got no answer is asked again under the same key. */
  kills: boolean;
  killed: number;
  /** Requests answered so far. */
  operations: number;
  violation: Found | null;
};

/** The first violation, and all that a person needs to understand it. */
export type Found = {
  violation: Violation;
  afterOperations: number;
  client: number;
  turn: number;
  kind: string;
  exchanges: string[];
};
