import type { Cluster } from './cluster.ts';
import type { Node } from './node.ts';
import type { Replication } from './settings.ts';

/** Ends a fault: what was hit comes back. */
export type Heal = () => Promise<unknown>;

/** A fault of the cluster. */
export type Fault = {
  name: string;
  what: string;
  /**
   * What it does to the cluster. `moves`: another node becomes leader. `pauses`: commits wait for another standby.
   * `stops`: commits wait until the fault ends.
   */
  effect: 'moves' | 'pauses' | 'stops';
  /** The replication that it needs; undefined where it makes sense in both. */
  only?: Replication;
  /** How long it lasts after the cluster has dealt with it, or, where commits stop, in all. */
  hold_ms: number;
  inject: (cluster: Cluster, leader: Node) => Promise<Heal>;
};
