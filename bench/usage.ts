import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { World } from './world/world.ts';

/**
 * The cost per response: processor time in µs of Node, of all PostgreSQL processes and of the generator, and WAL bytes.
 */
export type Cost = {
  node_us: number | null;
  postgres_us: number | null;
  generator_us: number;
  wal_bytes: number;
};

/** Whether processor time can be read. */
export const isLinux = existsSync('/proc/self/stat');
const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 100;

/** Runs the work and returns its result with the cost per response. */
export async function measureCost<T>(
  world: World,
  work: () => Promise<T>,
  responsesOf: (done: T) => number,
): Promise<{ done: T; cost: Cost }> {
  const before = await readUsage(world);
  const done = await work();
  const after = await readUsage(world);
  const responses = Math.max(1, responsesOf(done));
  const per = (name: 'node' | 'postgres') => {
    const [from, to] = [before[name], after[name]];
    return from === null || to === null ? null : ((to - from) * 1e6) / responses;
  };
  return {
    done,
    cost: {
      node_us: per('node'),
      postgres_us: per('postgres'),
      generator_us: (after.generator - before.generator) / responses,
      wal_bytes: (after.wal - before.wal) / responses,
    },
  };
}

/** Returns the processor time in µs per response of a process alone, such as a server without a database. */
export async function processorTimeOf<T>(
  pid: number,
  work: () => Promise<T>,
  responsesOf: (done: T) => number,
): Promise<{ done: T; node_us: number | null }> {
  const before = isLinux ? secondsOf(pid).own : null;
  const done = await work();
  if (before === null) return { done, node_us: null };
  return { done, node_us: ((secondsOf(pid).own - before) * 1e6) / Math.max(1, responsesOf(done)) };
}

/** Returns the resident memory of a process in MB; null where there is no /proc. */
export function residentMemory_MB(pid: number): number | null {
  if (!isLinux) return null;
  const kB = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(kB) * 1024) / 1e6;
}

async function readUsage({ client, pid, postmaster }: World) {
  const { rows } = await client.query<{ bytes: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS bytes",
  );
  const { user, system } = process.cpuUsage();
  return {
    node: isLinux ? secondsOf(pid).own : null,
    postgres: isLinux ? postgresSeconds(postmaster) : null,
    generator: user + system,
    wal: Number(rows[0]?.bytes),
  };
}

/** Returns the processor seconds of the postmaster, its children, and its children that have ended. */
function postgresSeconds(postmaster: number): number {
  const { own, ended } = secondsOf(postmaster);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim().split(' ');
  return children.reduce((sum, pid) => sum + secondsOf(Number(pid)).own, own + ended);
}

function secondsOf(pid: number): { own: number; ended: number } {
  const text = readStat(pid);
  if (text === null) return { own: 0, ended: 0 };
  // The fields after the name, which may contain spaces: user and system time, then the same of ended children.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number);
  return { own: (user + system) / ticksPerSecond, ended: (endedUser + endedSystem) / ticksPerSecond };
}

/** Returns null if the process has ended, which it may at any moment: a session that the server closes. */
function readStat(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return null;
  }
}
