import { setTimeout as pause } from 'node:timers/promises';
import { withSession } from '../support/books.ts';
import type { Fault, Heal } from './fault.ts';
import type { Node } from './node.ts';

const stall_ms = 3_000;
const cancelEvery_ms = 100;

const postmasterKill: Fault = {
  name: 'postmaster-kill',
  what: 'kill -9 of the leader’s postmaster; its Patroni lives',
  effect: 'moves',
  hold_ms: 0,
  inject: async (_cluster, leader) => {
    leader.killPostmaster();
    return nothing;
  },
};

const nodeKill: Fault = {
  name: 'node-kill',
  what: 'kill -9 of the leader’s Patroni and PostgreSQL; it comes back 3 s after the failover',
  effect: 'moves',
  hold_ms: 3_000,
  inject: async (_cluster, leader) => kill(leader),
};

const nodeFreeze: Fault = {
  name: 'node-freeze',
  what: 'the leader is frozen (SIGSTOP), and goes on as if nothing had happened 3 s after the failover',
  effect: 'moves',
  hold_ms: 3_000,
  inject: async (_cluster, leader) => {
    leader.signalAll('SIGSTOP');
    return async () => leader.signalAll('SIGCONT');
  },
};

const switchover: Fault = {
  name: 'switchover',
  what: 'an operator moves the leader to the standby',
  effect: 'moves',
  hold_ms: 0,
  inject: async (cluster, leader) => {
    const candidate = (await cluster.standby()).name;
    const called = leader.call('POST', '/switchover', { leader: leader.name, candidate });
    return async () => {
      const { status, text } = await called;
      if (status !== 200) throw new Error(`the switchover failed: ${status} ${text}`);
    };
  },
};

const partition: Fault = {
  name: 'partition',
  what: 'the leader reaches neither etcd nor the other nodes; the servers still reach it',
  effect: 'moves',
  hold_ms: 3_000,
  inject: async (_cluster, { links }) => cut([links.etcd, links.peers, links.api]),
};

const isolation: Fault = {
  name: 'isolation',
  what: 'nothing reaches the leader, and it reaches nothing',
  effect: 'moves',
  hold_ms: 3_000,
  inject: async (_cluster, { links }) => cut(Object.values(links)),
};

const standbyGone: Fault = {
  name: 'standby-gone',
  what: 'kill -9 of the synchronous standby’s node; it comes back 3 s later',
  effect: 'pauses',
  hold_ms: 3_000,
  inject: async (cluster) => kill(await cluster.standby()),
};

const standbysGone: Fault = {
  name: 'standbys-gone',
  what: 'kill -9 of both standbys’ nodes for 8 s',
  effect: 'stops',
  hold_ms: 8_000,
  inject: async ({ nodes }, leader) => {
    const standbys = nodes.filter((node) => node !== leader);
    const heals = standbys.map(kill);
    return () => Promise.all(heals.map((heal) => heal()));
  },
};

const receiverFreeze: Fault = {
  name: 'receiver-freeze',
  what: 'both standbys stop receiving (SIGSTOP of their walreceivers) for 5 s',
  effect: 'stops',
  hold_ms: 5_000,
  inject: async ({ nodes }) => {
    nodes.forEach((node) => node.signalReceiver('SIGSTOP'));
    return async () => nodes.forEach((node) => node.signalReceiver('SIGCONT'));
  },
};

const replicationStall: Fault = {
  name: 'replication-stall',
  what: 'the write-ahead log reaches no standby for 3 s; then the leader’s node is killed',
  effect: 'moves',
  hold_ms: 3_000,
  inject: async (_cluster, leader) => {
    leader.links.peers.cut();
    await pause(stall_ms);
    return killCutOff(leader);
  },
};

const cancelledWait: Fault = {
  name: 'cancelled-wait',
  what: 'the same, while an operator cancels each session that waits for its standby',
  effect: 'moves',
  only: 'synchronous',
  hold_ms: 3_000,
  inject: async (_cluster, leader) => {
    leader.links.peers.cut();
    if ((await cancelWaits(leader)) === 0) throw new Error('no session waited for its standby');
    return killCutOff(leader);
  },
};

/** All faults, in the order in which they are injected. */
export const faults: readonly Fault[] = [
  postmasterKill,
  nodeKill,
  nodeFreeze,
  switchover,
  partition,
  isolation,
  standbyGone,
  standbysGone,
  receiverFreeze,
  replicationStall,
  cancelledWait,
];

const nothing: Heal = async () => undefined;

function cut(links: ReadonlyArray<Node['links']['peers']>): Heal {
  links.forEach((link) => link.cut());
  return async () => links.forEach((link) => link.mend());
}

/** Kills a leader whose link to its standbys is cut, so that what was not replicated is lost with it. */
function killCutOff(leader: Node): Heal {
  const heal = kill(leader);
  leader.links.peers.mend();
  return heal;
}

/** Kills a node. It is healed by its start. */
function kill(node: Node): Heal {
  node.signalAll('SIGKILL');
  return node.start;
}

/** Cancels the waits for a standby as they begin. Returns how many. */
async function cancelWaits(leader: Node): Promise<number> {
  return withSession(leader.admin, async (session) => {
    let cancelled = 0;
    for (
      const end_ms = performance.now() + stall_ms;
      performance.now() < end_ms;
      await pause(cancelEvery_ms)
    ) {
      const { rowCount } = await session.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
      );
      cancelled += rowCount ?? 0;
    }
    return cancelled;
  });
}
